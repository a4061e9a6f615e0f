import { BlockStack, Text } from '@shopify/polaris';
import { METHOD_WITHOUT_SERVICE } from '../../../domain/planning/service/method-without-service.ts';
import { CALENDAR_RULES, DECIDING_SOURCES, DISTRICT_RULES, READINGS } from '../decided-part.ts';
import type { Decided } from '../delivery-page-view.ts';
import type { PageTexts } from '../../../texts/catalogue.ts';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import { UndoReading } from './undo-reading.tsx';

/** Which field and which rule decided each part of the delivery. */
export function WhyCard({ decided }: { readonly decided: readonly Decided[] }) {
  const texts = useTexts().delivery.why;
  return (
    <CardSection title={texts.title}>
      {decided.length === 0 && <Subdued>{texts.empty}</Subdued>}
      {decided.map(({ part, source, rule }) => (
        <BlockStack key={`${part} ${source} ${rule ?? ''}`}>
          <Subdued as="span">{texts.fields[part]}</Subdued>
          <Text as="span" breakWord>
            {explain(texts, source, rule)}
          </Text>
          {READINGS.some((name) => name === rule) && <UndoReading />}
        </BlockStack>
      ))}
    </CardSection>
  );
}

function explain(texts: PageTexts['delivery']['why'], source: string, rule: string | null): string {
  const known = DECIDING_SOURCES.find((name) => source === name || source.startsWith(`${name}[`));
  const where = known ? texts.sources[known] : source;
  if (rule === METHOD_WITHOUT_SERVICE.rule) return texts.methodWithoutService;
  if (rule === null || known === 'settings.eligibility') return where;
  const district = DISTRICT_RULES.find((name) => name === rule);
  if (district) return `${where}: ${texts.district[district]}`;
  const calendar = CALENDAR_RULES.find((name) => name === rule);
  return calendar ? `${where}: ${texts.calendar[calendar]}` : `${where}, ${texts.rule({ rule })}`;
}
