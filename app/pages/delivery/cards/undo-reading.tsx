import { useFetcher } from '@remix-run/react';
import { Button } from '@shopify/polaris';
import { useTexts } from '../../shell/use-texts.ts';

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
export function UndoReading() {
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
