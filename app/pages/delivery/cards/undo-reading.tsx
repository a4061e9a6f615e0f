import { useFetcher } from '@remix-run/react';
import { Button } from '@shopify/polaris';
import { useTexts } from '../../shell/use-texts.ts';
import type { ReadingResult } from '../reading-result.ts';

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
