import { BlockStack, InlineStack, Text } from '@shopify/polaris';
import { BOUNDS } from '../../../bounds.ts';
import type { TimelineEntry, AttemptRow } from '../delivery-page-view.ts';
import { StateBadge } from '../../delivery-state/state-badge.tsx';
import { Subdued } from '../../shell/subdued.tsx';
import { useTexts } from '../../shell/use-texts.ts';
import { CardSection } from './card-section.tsx';
import { PlainTable } from './plain-table.tsx';

/** The history of the delivery, newest first, in the operator's own words. */
export function TimelineCard({ timeline }: { readonly timeline: readonly TimelineEntry[] }) {
  const texts = useTexts().delivery;
  const states = timeline.filter(({ kind }) => kind === 'state').length;
  return (
    <CardSection title={texts.timeline}>
      {states === 0 && <Subdued>{texts.noHistory}</Subdued>}
      <BlockStack as="ol" gap="300">
        {timeline.map((entry, index) => (
          <li key={index}>
            <InlineStack gap="300" align="space-between" blockAlign="center">
              {entry.kind === 'state' ? (
                <StateBadge state={entry.state} stateGroup={entry.stateGroup} phase="in-delivery" />
              ) : (
                <Text as="span">{texts.events[entry.kind]}</Text>
              )}
              <Subdued as="span">
                {entry.at ?? (entry.kind === 'state' ? texts.undated({ date: entry.date }) : null)}
              </Subdued>
            </InlineStack>
          </li>
        ))}
      </BlockStack>
      {states >= BOUNDS.shownHistory && <Subdued>{texts.onlyNewest({ count: BOUNDS.shownHistory })}</Subdued>}
    </CardSection>
  );
}

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
