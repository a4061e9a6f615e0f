import { Explanations } from '../../shared/delivery-card/explanations.tsx';
import { deliveryTone } from '../../../app/extension-api/delivery-tone.ts';
import { countResults, isSettled } from './order-result.ts';
import { useBulkHandOver, type BulkHandOver, type OrderRow } from './use-bulk-hand-over.ts';
import type { BulkWords } from './words.ts';

interface BulkActionProps {
  /** gids */
  readonly orderIds: readonly string[];
  readonly words: BulkWords;
  readonly onClose: () => void;
}

/** Hands the selected orders over, with a result for each. */
export function BulkAction({ orderIds, words, onClose }: BulkActionProps) {
  const handOver = useBulkHandOver(orderIds, words.locale);
  const { step, rows, start } = handOver;
  const failed = rows.filter(({ result }) => result.kind === 'failed').length;
  const isUnderWay = step === 'asking' || step === 'following';
  const number = orderIds.length;
  // the button stays in place, so that the second click of a double click does not hit the next one
  return (
    <s-admin-action heading={words.t('name')}>
      <s-stack gap="base">
        {step === 'asked-for' ? (
          <s-paragraph>{words.t(number === 0 ? 'nothingSelected' : 'explanation')}</s-paragraph>
        ) : (
          <Progress handOver={handOver} words={words} />
        )}
        {rows.length > 0 && <Results rows={rows} words={words} />}
      </s-stack>
      {number > 0 && (
        <s-button
          slot="primary-action"
          variant="primary"
          loading={isUnderWay}
          disabled={step !== 'asked-for' && failed === 0}
          onClick={start}
        >
          {failed > 0 && !isUnderWay ? words.t('again', { number: failed }) : startText(number, words)}
        </s-button>
      )}
      <s-button slot="secondary-actions" onClick={onClose}>
        {words.t('close')}
      </s-button>
    </s-admin-action>
  );
}

function startText(number: number, words: BulkWords): string {
  return number === 1 ? words.t('start.one') : words.t('start.other', { number });
}

function Progress({ handOver: { step, rows }, words }: { readonly handOver: BulkHandOver; readonly words: BulkWords }) {
  const number = rows.length;
  const done = rows.filter(({ result }) => result.kind !== 'asking').length;
  const settled = rows.filter(({ result }) => isSettled(result)).length;
  return (
    <s-stack direction="inline" gap="small" alignItems="center" accessibilityRole="status">
      {step !== 'finished' && step !== 'left-alone' && <s-spinner accessibilityLabel={words.t('results.asking')} />}
      <s-text type="strong">
        {step === 'asking' && words.t('asking', { done, number })}
        {step === 'following' && words.t('following', { settled, number })}
        {step === 'finished' && words.t('finished', countResults(rows.map(({ result }) => result)))}
        {step === 'left-alone' && words.t('stillUnderWay')}
      </s-text>
    </s-stack>
  );
}

function Results({ rows, words }: { readonly rows: readonly OrderRow[]; readonly words: BulkWords }) {
  return (
    <s-table>
      <s-table-header-row>
        <s-table-header listSlot="primary">{words.t('order')}</s-table-header>
        <s-table-header listSlot="labeled">{words.t('result')}</s-table-header>
      </s-table-header-row>
      <s-table-body>
        {rows.map((row) => (
          <s-table-row key={row.orderId}>
            <s-table-cell>{row.orderName ?? '…'}</s-table-cell>
            <s-table-cell>
              <Result row={row} words={words} />
            </s-table-cell>
          </s-table-row>
        ))}
      </s-table-body>
    </s-table>
  );
}

function Result({ row: { result }, words }: { readonly row: OrderRow; readonly words: BulkWords }) {
  if (result.kind !== 'deliveries') {
    return (
      <s-text color="subdued" tone={result.kind === 'failed' ? 'critical' : 'auto'}>
        {words.t(`results.${result.kind}`)}
      </s-text>
    );
  }
  return (
    <s-stack gap="small-300">
      {result.deliveries.map((delivery) => {
        const { id, fulfillmentName, label, state, hold, problems, skipped } = delivery;
        return (
          <s-stack key={id} gap="none">
            <s-stack direction="inline" gap="small-200" alignItems="center">
              <s-badge tone={deliveryTone(delivery)}>{label}</s-badge>
              {state && <s-text color="subdued">{state}</s-text>}
              {fulfillmentName && <s-text>{fulfillmentName}</s-text>}
            </s-stack>
            {hold && <s-text color="subdued">{hold.sentence}</s-text>}
            <Explanations explanations={problems} />
            {skipped && <s-text color="subdued">{skipped.sentence}</s-text>}
          </s-stack>
        );
      })}
    </s-stack>
  );
}
