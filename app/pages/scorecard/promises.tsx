import type { DistrictPromise } from '../../domain/scorecard/times.ts';
import { CardSection } from '../delivery/cards/card-section.tsx';
import { PlainTable } from '../delivery/cards/plain-table.tsx';
import { useTexts, useLocale } from '../shell/use-texts.ts';
import { useFigureWords } from './scorecard-words.ts';
import { BlockStack, Link, Text } from '@shopify/polaris';
import { promiseInWords } from '../../extension-api/promise-in-words.ts';

/** What is promised now of each district and service, and the day by which 9 of 10 arrive. */
export function PromisesTable({ promises }: { readonly promises: readonly DistrictPromise[] }) {
  const { scorecard, services } = useTexts();
  const texts = scorecard.promises;
  const { headings } = texts;
  const { percent, number } = useFigureWords();
  if (promises.length === 0) return null;
  return (
    <CardSection title={texts.title} text={texts.text}>
      <PlainTable
        label={texts.title}
        headings={[headings.what, headings.deliveries, headings.promised, headings.kept, headings.safe]}
        rows={promises.map(({ district, service, count, promised, kept, safe }) => ({
          id: `${district} ${service}`,
          cells: [
            `${district === '' ? scorecard.none.district : district} · ${services[service].name}`,
            number(count),
            texts.day({ day: promised }),
            percent(kept),
            safe === null
              ? texts.never
              : safe.day === promised
                ? texts.asPromised
                : texts.safe({ day: texts.day({ day: safe.day }), share: percent(safe.share) }),
          ],
        }))}
      />
    </CardSection>
  );
}

/** What is promised and kept too seldom, where the service is chosen. It renders nothing where all is kept. */
export function PromiseLines({ promises }: { readonly promises: readonly DistrictPromise[] }) {
  const texts = useTexts();
  const locale = useLocale();
  if (promises.length === 0) return null;
  return (
    <BlockStack gap="100">
      <Text as="h3" variant="headingSm">
        {texts.scorecard.promises.title}
      </Text>
      {promises.map((promise) => (
        <Text as="p" key={`${promise.district} ${promise.service}`}>
          {promiseInWords(promise, texts, locale)}
        </Text>
      ))}
      <Link url="/app/scorecard">{texts.scorecard.open}</Link>
    </BlockStack>
  );
}
