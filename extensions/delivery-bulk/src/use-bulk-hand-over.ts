import { useEffect, useRef, useState } from 'preact/hooks';
import { ORDER_LIMIT, type OrdersHandedOver } from '../../../app/extension-api/extension-answers.ts';
import { askApp, numberOf, type Answer, type Failure } from '../../shared/ask-app.ts';
import { isSettled, resultOf, type OrderResult } from './order-result.ts';

const LOOK_EVERY_MS = 2_000;
/** Between the tries of what was refused for a while. A shop may act again when its minute is over. */
const PAUSES_MS: Partial<Record<Failure, readonly number[]>> = {
  'shopify-unreachable': [2_000, 4_000, 8_000],
  'too-often': [10_000, 20_000, 31_000],
};
/** After this time the merchant may leave: the hand-overs continue without the page. */
const FOLLOWED_LIMIT_MS = 180_000;

export interface OrderRow {
  readonly orderId: string;
  readonly orderName: string | null;
  readonly result: OrderResult;
}

export interface BulkHandOver {
  readonly step: 'asked-for' | 'asking' | 'following' | 'finished' | 'left-alone';
  /** In the order of the selection; empty until the hand-over is started. */
  readonly rows: readonly OrderRow[];
  /** Hands over the orders that are not handed over yet. While a hand-over is running, it does nothing. */
  readonly start: () => void;
}

/** Hands over many orders, several at a time, and follows them until each is settled. */
export function useBulkHandOver(orderIds: readonly string[], locale: string): BulkHandOver {
  const [step, setStep] = useState<BulkHandOver['step']>('asked-for');
  const [rows, setRows] = useState<readonly OrderRow[]>([]);
  const latest = useRef(rows);
  const isUnderWay = useRef(false);
  const isOpen = useRef(true);
  useEffect(
    () => () => {
      isOpen.current = false;
    },
    [],
  );

  const keep = (changed: readonly OrderRow[]) => {
    const byId = new Map(changed.map((row) => [row.orderId, row]));
    latest.current = latest.current.map((row) => {
      const next = byId.get(row.orderId);
      return next ? { ...next, orderName: next.orderName ?? row.orderName } : row;
    });
    setRows(latest.current);
  };

  const run = async () => {
    const failed = latest.current.filter(({ result }) => result.kind === 'failed').map(({ orderId }) => orderId);
    const wanted = latest.current.length > 0 ? failed : orderIds;
    if (latest.current.length === 0) latest.current = orderIds.map((orderId) => asking(orderId));
    keep(wanted.map(asking));
    setStep('asking');
    for (const some of inGroups(wanted)) {
      const answer = await askPatiently(`/api/orders/hand-over?locale=${locale}`, { orderIds: some });
      if (!isOpen.current) return;
      const orders = answer.ok ? answer.body.orders : [];
      const missing = answer.ok || answer.failure === 'not-found' ? 'not-found' : 'failed';
      keep(some.map((orderId) => rowOf(orderId, orders, missing)));
    }
    setStep('following');
    await follow();
  };

  const follow = async () => {
    const until = Date.now() + FOLLOWED_LIMIT_MS;
    for (;;) {
      const open = latest.current.filter(({ result }) => !isSettled(result)).map(({ orderId }) => orderId);
      if (open.length === 0) return setStep('finished');
      if (Date.now() > until) return setStep('left-alone');
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
      for (const some of inGroups(open)) {
        const path = `/api/orders/hand-over?locale=${locale}&orders=${some.map(numberOf).join(',')}`;
        const answer = await askApp<OrdersHandedOver>(path, 'orders');
        if (!isOpen.current) return;
        if (answer.ok) keep(some.map((orderId) => rowOf(orderId, answer.body.orders, 'not-found')));
      }
    }
  };

  const start = () => {
    if (isUnderWay.current) return;
    isUnderWay.current = true;
    void run().finally(() => (isUnderWay.current = false));
  };
  return { step, rows, start };
}

/** Many orders can use up Shopify's query budget for the app, or what a shop may do in a minute. Then they are asked again. */
async function askPatiently(path: string, body: object): Promise<Answer<OrdersHandedOver>> {
  for (let tries = 0; ; tries += 1) {
    const answer = await askApp<OrdersHandedOver>(path, 'orders', body);
    const pause = answer.ok ? undefined : PAUSES_MS[answer.failure]?.[tries];
    if (pause === undefined) return answer;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

function asking(orderId: string): OrderRow {
  return { orderId, orderName: null, result: { kind: 'asking' } };
}

function rowOf(orderId: string, orders: OrdersHandedOver['orders'], missing: 'failed' | 'not-found'): OrderRow {
  const order = orders.find((each) => each.orderId === orderId);
  return {
    orderId,
    orderName: order?.orderName ?? null,
    result: order ? resultOf(order) : { kind: missing },
  };
}

function inGroups(orderIds: readonly string[]): string[][] {
  return Array.from({ length: Math.ceil(orderIds.length / ORDER_LIMIT) }, (_, index) =>
    orderIds.slice(index * ORDER_LIMIT, (index + 1) * ORDER_LIMIT),
  );
}
