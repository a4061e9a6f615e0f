import { Text } from '@shopify/polaris';
import type { AttemptRow } from '../delivery-page-view.ts';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import { PlainTable } from './plain-table.tsx';

/** Every call to the operator about the delivery, with its result. */
export function AttemptsCard({ attempts }: { readonly attempts: readonly AttemptRow[] }) {
  const texts = useTexts().delivery.attempts;
  const { headings } = texts;
  return (
    <CardSection title={texts.title}>
      {attempts.length === 0 ? (
        <Subdued>{texts.empty}</Subdued>
      ) : (
        <PlainTable
          label={texts.title}
          headings={[headings.when, headings.call, headings.outcome, headings.http, headings.duration]}
          rows={attempts.map(({ id, at, verb, outcome, httpStatus, durationMs, message }) => ({
            id,
            cells: [
              at,
              texts.verbs[verb],
              <>
                {outcome ? texts.outcomes[outcome] : texts.noOutcome}
                {message && (
                  <Text as="p" tone="subdued" breakWord>
                    {message}
                  </Text>
                )}
              </>,
              httpStatus,
              durationMs === null ? null : `${durationMs} ms`,
            ],
          }))}
        />
      )}
    </CardSection>
  );
}
