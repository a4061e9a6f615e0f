import type { HistoryEntry } from '../../../app/extension-api/extension-answers.ts';
import type { Words } from '../words.ts';

/** Entries of the operator's history in the given order, each with the operator's own word and its group. */
export function DeliveryHistory({
  entries,
  timeZone,
  words,
}: {
  readonly entries: readonly HistoryEntry[];
  readonly timeZone: string | null;
  readonly words: Words<'locale'>;
}) {
  return (
    <>
      {entries.map(({ label, state, at, date }) => (
        <s-stack key={`${state} ${date}`} direction="inline" gap="small-200">
          <s-text color="subdued" fontVariantNumeric="tabular-nums">
            {at === null ? date : words.moment(at, timeZone)}
          </s-text>
          <s-text>{label}</s-text>
          <s-text color="subdued">{state}</s-text>
        </s-stack>
      ))}
    </>
  );
}
