import { BlockStack, Link, Text } from '@shopify/polaris';
import { useTexts } from '../shell/use-texts.ts';
import { useFigureWords } from './figure-words.ts';
import type { PromiseRow } from './scorecard-view.ts';

/** What is promised and kept too seldom, beside the choice of the service. It renders nothing where all is kept. */
export function PromiseLines({ promises }: { readonly promises: readonly PromiseRow[] }) {
  const { scorecard, services } = useTexts();
  const { percent } = useFigureWords();
  const { title, line, lineNever, day } = scorecard.promises;
  if (promises.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {title}
      </Text>
      {promises.map(({ district, service, kept, safe }) => {
        const facts = {
          service: services[service].name,
          district: district === '' ? scorecard.none.district : district,
          kept: percent(kept),
        };
        return (
          <Text as="p" key={`${district} ${service}`}>
            {safe ? line({ ...facts, safe: day({ day: safe.day }), share: percent(safe.share) }) : lineNever(facts)}
          </Text>
        );
      })}
      <Link url="/app/scorecard">{scorecard.open}</Link>
    </BlockStack>
  );
}
