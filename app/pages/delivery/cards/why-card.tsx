import { BlockStack, Text, Button } from '@shopify/polaris';
import { METHOD_WITHOUT_SERVICE } from '../../../domain/planning/delivery-plan.ts';
import type { Decided } from '../delivery-page-view.ts';
import type { PageTexts } from '../../../texts/catalogue.ts';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import { useFetcher } from '@remix-run/react';

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
          {rule !== null && READINGS.includes(rule) && <UndoReading />}
        </BlockStack>
      ))}
    </CardSection>
  );
}

function explain(texts: PageTexts['delivery']['why'], source: string, rule: string | null): string {
  // of a source with an index or a name, the texts have only the beginning
  const known = Object.entries(texts.sources).find(([name]) => source === name || source.startsWith(`${name}[`));
  const [name, where] = known ?? [null, source];
  if (rule === METHOD_WITHOUT_SERVICE.rule) return texts.methodWithoutService;
  if (rule === null || name === 'settings.eligibility') return where;
  // every other rule has a name from the merchant
  const builtIn = Object.entries({ ...texts.district, ...texts.calendar }).find(([each]) => each === rule)?.[1];
  return builtIn === undefined ? `${where}, ${texts.rule({ rule })}` : `${where}: ${builtIn}`;
}

/** How a served district was read in what the buyer wrote. */
const READINGS = ['district-short-form', 'district-part-of-name', 'district-typing-error', 'district-centre'];

/**
 * The result of undoing how a district was read.
 *
 * - `undone`: what is written there is asked about from now on
 * - `no-reading`: the district is written as the operator writes it, or a name that the team has saved decides
 * - `not-checked`: Shopify did not answer
 * - `not-saved`: somebody saved the settings at the same moment, or no more names can be saved
 */
export type ReadingUndone =
  | { readonly kind: 'undone'; readonly written: string; readonly district: string }
  | { readonly kind: 'no-reading' | 'not-checked' | 'not-saved' };

/** What became of undoing a reading, or of taking that back. */
export type ReadingResult = ReadingUndone | { readonly kind: 'redone' };

/** Undoes how the district was read, for the orders to come, and takes that back. */
function UndoReading() {
  const { delivery, deliveries } = useTexts();
  const texts = { ...delivery.why.reading, unreachable: deliveries.unreachable };
  const { data: result, state, submit } = useFetcher<ReadingResult | { readonly kind: 'unreachable' }>();
  const undone = result?.kind === 'undone' ? result : null;
  const failed = result && result.kind !== 'undone' && texts[result.kind];
  const given = { reading: undone ? 'redo' : 'undo', written: undone?.written ?? '' };
  return (
    <>
      <span role="status">{undone ? texts.undone({ ...undone }) : failed}</span>
      <Button
        variant="plain"
        textAlign="start"
        loading={state !== 'idle'}
        onClick={() => submit(given, { method: 'post' })}
      >
        {undone ? texts.takeBack : texts.undo}
      </Button>
    </>
  );
}
