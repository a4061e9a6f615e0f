/// <reference types="@shopify/ui-extensions/admin.order-index.selection-action.render" />
import { getExtension } from '@shopify/ui-extensions-tester';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { ORDER_LIMIT, type DeliveryView, type OrdersHandedOver } from '../../../app/extension-api/extension-answers.ts';
import { aDelivery, HOLD, needy, PROBLEM, skipped, waiting } from '../../shared/tests/answers.ts';
import { pending, standInForApp, type Answering, type AppStandIn } from '../../shared/tests/app-stand-in.ts';
import {
  click,
  element,
  elements,
  labels,
  leave,
  letPass,
  putUnderTest,
  shown,
  until,
  untilShown,
} from '../../shared/tests/screen.ts';
import texts from '../locales/en.default.json';

const ASK = 'POST /api/orders/hand-over';
const LOOK = 'GET /api/orders/hand-over?orders=';
const gid = (number: number) => `gid://shopify/Order/${number}`;
const stand = (number: number, ...deliveries: readonly DeliveryView[]): OrdersHandedOver['orders'][number] => ({
  orderId: gid(number),
  orderName: `#${number}`,
  started: deliveries.length,
  deliveries,
});
const answer = (...orders: OrdersHandedOver['orders']): OrdersHandedOver => ({ orders });
const handingOver = aDelivery({ phase: 'handing-over', label: 'Sending', stateGroup: null });

const extension = getExtension('admin.order-index.selection-action.render');
putUnderTest(extension, texts);

async function select(count: number, routes: Readonly<Record<string, Answering>> = {}): Promise<AppStandIn> {
  const app = standInForApp(routes);
  extension.fetch = app.fetch;
  extension.shopify.data.selected = Array.from({ length: count }, (_, index) => ({ id: gid(index + 1) }));
  await extension.render();
  return app;
}

const askedFor = (body: unknown) => z.object({ orderIds: z.array(z.string()) }).parse(body).orderIds;
const start = () => click('s-button[slot="primary-action"]');
const confirmation = () => element('s-button[slot="primary-action"]');
const results = () =>
  elements('s-table-body s-table-row').map((row) => [...row.children].map((cell) => cell.textContent));

describe('before the hand-over', () => {
  it('says how many orders it will hand over, and sends no request', async () => {
    const app = await select(3);
    expect(shown()).toContain('Deliveries that need attention are retried.');
    expect(confirmation().textContent).toBe('Send 3 orders');
    expect(app.calls).toEqual([]);
  });

  it('uses the singular for one order', async () => {
    await select(1);
    expect(confirmation().textContent).toBe('Send 1 order');
  });

  it('asks for a selection when there is none, and can be closed', async () => {
    const close = vi.fn();
    extension.shopify.close = close;
    await select(0);
    expect(shown()).toContain('Select orders first.');
    expect(labels('s-button')).toEqual(['Close']);
    click('s-button', 'Close');
    expect(close).toHaveBeenCalledOnce();
  });
});

describe('the hand-over of the selected orders', () => {
  it('has a result for each order, in the order of the selection', async () => {
    await select(5, {
      [ASK]: () =>
        answer(
          stand(4, waiting({ hold: HOLD, sendAt: null })),
          stand(3, skipped()),
          stand(2, needy()),
          stand(
            1,
            aDelivery(),
            aDelivery({
              id: 'other',
              fulfillmentName: null,
              label: 'Delivered',
              state: 'entregado',
              phase: 'delivered',
            }),
          ),
          stand(5),
        ),
    });
    start();
    await untilShown('Sent: 1 · Need attention: 1 · Not sent: 3');
    expect(results()).toEqual([
      ['#1', 'On the wayen despacho#1001.1Deliveredentregado'],
      ['#2', `Needs attention#1001.1${PROBLEM.sentence}${PROBLEM.nextStep}`],
      ['#3', 'Not sent#1001.1This is a test order.'],
      ['#4', `Waiting#1001.1${HOLD.sentence}`],
      ['#5', 'Nothing fulfilled yet'],
    ]);
    expect(element('s-badge', 'Needs attention').getAttribute('tone')).toBe('critical');
    expect(labels('s-table-header')).toEqual(['Order', 'Result']);
    expect(confirmation().hasAttribute('disabled')).toBe(true);
  });

  it('sends as many orders at a time as the app accepts, and shows its progress', async () => {
    const last = pending<OrdersHandedOver>();
    const done = (body: unknown) => {
      const orderIds = askedFor(body);
      return orderIds.length < ORDER_LIMIT
        ? last.promise
        : answer(...orderIds.map((_, index) => stand(index + 1, aDelivery())));
    };
    const app = await select(ORDER_LIMIT + 3, { [ASK]: done });
    start();
    await untilShown(`Sending: ${ORDER_LIMIT} of ${ORDER_LIMIT + 3} orders`);
    expect(confirmation().hasAttribute('loading')).toBe(true);
    expect(results().at(-1)).toEqual(['…', 'Waiting']);
    last.resolve(answer(...[1, 2, 3].map((index) => stand(ORDER_LIMIT + index, aDelivery()))));
    await untilShown(`Sent: ${ORDER_LIMIT + 3} · Need attention: 0 · Not sent: 0`);
    expect(app.bodies).toEqual([
      { orderIds: Array.from({ length: ORDER_LIMIT }, (_, index) => gid(index + 1)) },
      { orderIds: [gid(ORDER_LIMIT + 1), gid(ORDER_LIMIT + 2), gid(ORDER_LIMIT + 3)] },
    ]);
  });

  it('sends one request, however often it is clicked', async () => {
    const first = pending<OrdersHandedOver>();
    const app = await select(1, { [ASK]: () => first.promise });
    start();
    start();
    await until(() => expect(confirmation().hasAttribute('loading')).toBe(true));
    start();
    first.resolve(answer(stand(1, aDelivery())));
    await untilShown('Sent: 1');
    start();
    await letPass(60);
    expect(app.calls).toEqual([ASK]);
  });

  it('is followed until each order is settled', async () => {
    const steps = [stand(2, handingOver), stand(2, aDelivery({ fulfillmentName: '#2.1' }))];
    const app = await select(2, {
      [ASK]: () => answer(stand(1, aDelivery()), stand(2, waiting())),
      [`${LOOK}2`]: () => answer({ ...(steps.shift() ?? stand(2)), orderName: null }),
    });
    start();
    await untilShown('Finished: 1 of 2 orders');
    expect(elements('s-spinner')).toHaveLength(1);
    await letPass(2);
    await untilShown('Sending');
    await letPass(2);
    await untilShown('Sent: 2 · Need attention: 0 · Not sent: 0');
    expect(results()[1]).toEqual(['#2', 'On the wayen despacho#2.1']);
    expect(elements('s-spinner')).toEqual([]);
    await letPass(60);
    expect(app.calls).toEqual([ASK, `${LOOK}2`, `${LOOK}2`]);
  });

  it('keeps its content while a check fails, and stops waiting after three minutes', async () => {
    let looks = 0;
    await select(1, {
      [ASK]: () => answer(stand(1, handingOver)),
      [`${LOOK}1`]: () => {
        looks += 1;
        return looks % 2 === 1 ? new Response(null, { status: 500 }) : answer(stand(1, handingOver));
      },
    });
    start();
    await untilShown('Finished: 0 of 1 orders');
    await letPass(170);
    expect(shown()).toContain('Sending');
    await letPass(20);
    await untilShown('Some orders are still being sent. You can follow them on their order pages.');
    const before = looks;
    await letPass(60);
    expect(looks).toBe(before);
  });

  it('stops looking when it is closed', async () => {
    const app = await select(1, {
      [ASK]: () => answer(stand(1, handingOver)),
      [`${LOOK}1`]: () => answer(stand(1, handingOver)),
    });
    start();
    await untilShown('Finished: 0 of 1 orders');
    leave();
    await letPass(60);
    expect(app.calls.length).toBeLessThanOrEqual(2);
  });
});

describe('a failure', () => {
  it('can be retried, only for the orders that did not reach the app', async () => {
    let isFixed = false;
    const app = await select(ORDER_LIMIT + 2, {
      [ASK]: (body) => {
        const orderIds = askedFor(body);
        if (orderIds.length === ORDER_LIMIT)
          return answer(...orderIds.map((_, index) => stand(index + 1, aDelivery())));
        if (!isFixed) return new Response('<html>', { status: 502 });
        return answer(stand(ORDER_LIMIT + 1, aDelivery()), stand(ORDER_LIMIT + 2, aDelivery()));
      },
    });
    start();
    await untilShown(`Sent: ${ORDER_LIMIT} · Need attention: 0 · Not sent: 2`);
    expect(element('s-text', 'Handoff did not answer.').getAttribute('tone')).toBe('critical');
    isFixed = true;
    expect(confirmation().textContent).toBe('Retry 2 failed');
    start();
    await untilShown(`Sent: ${ORDER_LIMIT + 2} · Need attention: 0 · Not sent: 0`);
    expect(app.bodies.at(-1)).toEqual({ orderIds: [gid(ORDER_LIMIT + 1), gid(ORDER_LIMIT + 2)] });
    expect(confirmation().hasAttribute('disabled')).toBe(true);
  });

  it.each([
    ['all orders', () => new Response('{}', { status: 404 })],
    ['this order', () => answer()],
  ])('is shown for an order when the app does not know %s', async (_, answering) => {
    await select(1, { [ASK]: answering });
    start();
    await untilShown('Sent: 0 · Need attention: 0 · Not sent: 1');
    expect(results()).toEqual([['…', 'Handoff does not have this order.']]);
  });

  it('is waited for while Shopify throttles the app, and abandoned after a while', async () => {
    let answers = 2;
    const busy = () => new Response('{}', { status: 503 });
    const app = await select(1, { [ASK]: () => (answers-- > 0 ? busy() : answer(stand(1, aDelivery()))) });
    start();
    await letPass(2);
    await letPass(4);
    await untilShown('Sent: 1');
    expect(app.calls).toHaveLength(3);
    leave();

    const patient = await select(1, { [ASK]: busy });
    start();
    await letPass(2 + 4 + 8 + 1);
    await untilShown('Handoff did not answer.');
    expect(patient.calls).toHaveLength(4);
  });

  it('is waited for until the shop may act again', async () => {
    let answers = 3;
    const tooOften = () => new Response(null, { status: 429 });
    const app = await select(1, { [ASK]: () => (answers-- > 0 ? tooOften() : answer(stand(1, aDelivery()))) });
    start();
    await letPass(10 + 20);
    expect(app.calls).toHaveLength(3);
    await letPass(31);
    await untilShown('Sent: 1');
  });
});
