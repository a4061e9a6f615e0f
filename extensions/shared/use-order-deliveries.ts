import { useEffect, useRef, useState } from 'preact/hooks';
import type { ActionAnswer, DeliveryView, OrderDeliveries } from '../../app/extension-api/extension-answers.ts';
import { askApp, numberOf, type Failure } from './ask-app.ts';
import { nextLookMs } from './next-look.ts';

/** If the operator's state is older than this when somebody opens the order, the operator is asked again. */
const STALE_MS = 30_000;

export interface OrderFollowed<Order extends OrderDeliveries> {
  /** Null until the first answer. */
  readonly order: Order | null;
  /** Why there is no answer. */
  readonly failure: Failure | null;
  /** How many milliseconds the server's clock is ahead of ours. */
  readonly clockAhead: number;
  /** Loads everything again. */
  readonly reload: () => void;
  /** Loads often again for a while, because somebody is about to act elsewhere. */
  readonly watch: () => void;
  /** Uses the app's answer to an action as the present state. */
  readonly keep: (answer: ActionAnswer) => void;
}

/**
 * The deliveries of an order. They are loaded in one request, and again for as long as anything can change.
 *
 * @param orderId gid
 * @param given.first what the first request loads: the deliveries, or the whole dry run
 */
export function useOrderDeliveries<Order extends OrderDeliveries>(
  orderId: string,
  { locale, first }: { locale: string; first: 'deliveries' | 'preview' },
): OrderFollowed<Order> {
  const [order, setOrder] = useState<Order | null>(null);
  const [failure, setFailure] = useState<Failure | null>(null);
  const [clockAhead, setClockAhead] = useState(0);
  const [round, setRound] = useState(0);
  /** Counts requests. The answer to an earlier request is out of date, so it is ignored. */
  const asked = useRef(0);
  const latest = useRef<Order | null>(null);

  const take = (next: Order) => {
    latest.current = next;
    setOrder(next);
    setFailure(null);
    setClockAhead(next.now - Date.now());
  };
  const watch = () => setRound((present) => present + 1);
  const keep = ({ delivery, now }: ActionAnswer) => {
    const before = latest.current;
    if (!before) return;
    asked.current += 1;
    take(merge(before, { now, deliveries: withDelivery(before.deliveries, delivery) }));
    watch();
  };
  const reload = () => {
    asked.current += 1;
    latest.current = null;
    setFailure(null);
    setOrder(null);
    watch();
  };

  const path = `/api/orders/${numberOf(orderId)}`;
  useEffect(() => {
    let isOpen = true;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const look = async (unchanged: number) => {
      const since = asked.current;
      const before = latest.current;
      if (!before) {
        const answer = await askApp<Order>(`${path}/${first}?locale=${locale}`, 'deliveries');
        if (!isOpen || since !== asked.current) return;
        if (!answer.ok) return setFailure(answer.failure);
        take(answer.body);
        return plan(answer.body, 0);
      }
      const answer = await askApp<OrderDeliveries>(`${path}/deliveries?locale=${locale}&known`, 'deliveries');
      if (!isOpen || since !== asked.current) return;
      if (!answer.ok) return plan(before, unchanged + 1);
      const next = merge(before, answer.body);
      take(next);
      plan(next, isSame(before, next) ? unchanged + 1 : 0);
    };

    const plan = ({ deliveries, undelivered, now }: OrderDeliveries, unchanged: number) => {
      const isMoreToCome = (undelivered ?? []).length > 0;
      const wait = nextLookMs(deliveries, { isMoreToCome, now, unchanged });
      if (wait !== null) timer = setTimeout(() => void look(unchanged), wait);
    };

    if (latest.current) plan(latest.current, 0);
    else void look(0);
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }, [path, first, locale, round]);

  const isRead = order !== null;
  useEffect(() => {
    let isOpen = true;
    const refreshStale = async ({ deliveries, now }: OrderDeliveries) => {
      for (const { id, phase, checkedAt } of deliveries) {
        if (phase !== 'in-delivery' || now - (checkedAt ?? 0) <= STALE_MS) continue;
        const answer = await askApp<ActionAnswer>(`/api/deliveries/${id}/refresh?locale=${locale}`, 'delivery', {});
        if (!isOpen) return;
        if (answer.ok) keep(answer.body);
      }
    };
    if (latest.current) void refreshStale(latest.current);
    return () => {
      isOpen = false;
    };
  }, [isRead, locale]);

  return { order, failure, clockAhead, reload, watch, keep };
}

/** A later answer may lack what only Shopify knows: names, and fulfillments without a delivery. Those are kept. */
function merge<Order extends OrderDeliveries>(
  before: Order,
  next: Pick<OrderDeliveries, 'now' | 'deliveries'> & Partial<OrderDeliveries>,
): Order {
  const undelivered = next.undelivered ?? before.undelivered;
  const delivered = new Set(next.deliveries.map(({ fulfillmentId }) => fulfillmentId));
  const names = new Map([
    ...(before.undelivered ?? []).map(({ fulfillmentId, name }) => [fulfillmentId, name] as const),
    ...before.deliveries.map(({ fulfillmentId, fulfillmentName }) => [fulfillmentId, fulfillmentName] as const),
  ]);
  return {
    ...before,
    ...next,
    deliveries: next.deliveries.map((delivery) => ({
      ...delivery,
      fulfillmentName: delivery.fulfillmentName ?? names.get(delivery.fulfillmentId) ?? null,
    })),
    ahead: next.ahead ?? before.ahead,
    undelivered: undelivered?.filter(({ fulfillmentId }) => !delivered.has(fulfillmentId)) ?? null,
  };
}

function withDelivery(deliveries: readonly DeliveryView[], delivery: DeliveryView): DeliveryView[] {
  const isKnown = deliveries.some(({ id }) => id === delivery.id);
  return isKnown ? deliveries.map((each) => (each.id === delivery.id ? delivery : each)) : [...deliveries, delivery];
}

function isSame(before: OrderDeliveries, next: OrderDeliveries): boolean {
  return JSON.stringify(before.deliveries) === JSON.stringify(next.deliveries);
}
