/// <reference types="@shopify/ui-extensions/admin.order-details.action.render" />
import { getExtension } from '@shopify/ui-extensions-tester';
import { describe, expect, it, vi } from 'vitest';
import type { FulfillmentDryRun, OrderDryRun } from '../../../app/extension-api/extension-answers.ts';
import {
  HOLD,
  aDelivery,
  aDryRun,
  aDryRunOrder,
  DELIVERY,
  FIELDS,
  needy,
  PROBLEM,
  skipped,
  undelivered,
  waiting,
  WOULD_BE,
} from '../../shared/tests/answers.ts';
import { pending, standInForApp, type Answering, type AppStandIn } from '../../shared/tests/app-stand-in.ts';
import {
  click,
  element,
  elements,
  labels,
  letPass,
  putUnderTest,
  shown,
  until,
  untilShown,
} from '../../shared/tests/screen.ts';
import texts from '../locales/en.default.json';

const FIRST = 'GET /api/orders/1/preview';
const AGAIN = 'GET /api/orders/1/deliveries?known';
const HAND_OVER = 'POST /api/fulfillments/11/hand-over';
const RULE = { sentence: 'This is a test order.', nextStep: 'Send it anyway.', remedies: [] };
const SKIP = { kind: 'skip', reason: RULE, canSendAnyway: true } as const;

const extension = getExtension('admin.order-details.action.render');
putUnderTest(extension, texts);

async function open(order: OrderDryRun, routes: Readonly<Record<string, Answering>> = {}): Promise<AppStandIn> {
  const app = standInForApp({ [FIRST]: () => order, [AGAIN]: () => order, ...routes });
  extension.fetch = app.fetch;
  await extension.render();
  await until(() => expect(elements('s-spinner')).toEqual([]));
  return app;
}

const aFulfillment = (plan: FulfillmentDryRun['plan'], change: Partial<FulfillmentDryRun> = {}) =>
  aDryRunOrder({ undelivered: [undelivered(plan)], dryRuns: [aDryRun({ plan, ...change })] });
const confirmation = () => elements('s-button[slot="primary-action"]')[0] ?? null;
const rows = () => elements('s-table-body s-table-row').map((row) => [...row.children].map((cell) => cell.textContent));
const asked = (change: Parameters<typeof aDelivery>[0] = {}, done = true) => ({
  done,
  now: Date.now(),
  delivery: aDelivery(change),
});
const posts = ({ calls, bodies }: AppStandIn) =>
  calls.flatMap((call, index) => (call.startsWith('POST') ? [[call, bodies[index]]] : []));

describe('reading the order', () => {
  it('takes one request, and shows that it is loading', async () => {
    const answer = pending<OrderDryRun>();
    const app = standInForApp({ [FIRST]: () => answer.promise });
    extension.fetch = app.fetch;
    await extension.render();
    expect(element('s-admin-action').hasAttribute('loading')).toBe(true);
    expect(element('s-spinner').getAttribute('accessibilitylabel')).toBe('Loading deliveries');
    answer.resolve(aFulfillment(WOULD_BE));
    await untilShown('Not sent');
    expect(element('s-admin-action').hasAttribute('loading')).toBe(false);
    expect(app.calls).toEqual([FIRST]);
  });

  it.each([
    [404, 'Handoff does not have this order.'],
    [503, 'Shopify did not answer.'],
    [502, 'Handoff did not answer.'],
  ])('names the problem after a %d, and offers to retry or close', async (status, message) => {
    const close = vi.fn();
    extension.shopify.close = close;
    let isFixed = false;
    await open(aDryRunOrder(), {
      [FIRST]: () => (isFixed ? aFulfillment(WOULD_BE) : new Response('{}', { status })),
    });
    expect(element('s-banner').textContent).toBe(message);
    click('s-button', 'Close');
    expect(close).toHaveBeenCalledOnce();
    isFixed = true;
    click('s-button', 'Reload deliveries');
    await untilShown('Not sent');
  });

  it('shows nothing when no order is selected', async () => {
    extension.shopify.data.selected = [];
    await extension.render();
    expect(document.body.innerHTML).toBe('');
  });
});

describe('a fulfillment without a delivery', () => {
  it('shows each field that would be sent, with its source', async () => {
    await open(aFulfillment(WOULD_BE));
    expect(shown()).toContain('Would be sent: Next day · Mon, Nov 23, 09:00–13:00');
    expect(shown()).toContain('Will be sent to Reparto Veloz:');
    expect(labels('s-table-header')).toEqual(['Field', 'Value', 'Taken from']);
    expect(rows()).toEqual([
      ['Operator no.', 'tienda-1001.1', 'Fulfillment'],
      ['Package 1: price', '20', 'Order items, Settings'],
      ['Tag: brand', 'Tienda', ''],
    ]);
  });

  it('is handed over once on confirmation, and then shows its status', async () => {
    const answer = pending<unknown>();
    const app = await open(aFulfillment(WOULD_BE), { [HAND_OVER]: () => answer.promise });
    click('s-button', 'Send delivery');
    click('s-button', 'Send delivery');
    await until(() => expect(confirmation()?.hasAttribute('loading')).toBe(true));
    click('s-button', 'Send delivery');
    answer.resolve(asked({ label: 'ingresado' }));
    await untilShown('ingresado');
    expect(shown()).not.toContain('Not sent');
    expect(shown()).not.toContain('This is sent to');
    expect(confirmation()?.textContent).toBe('Send delivery');
    expect(confirmation()?.hasAttribute('disabled')).toBe(true);
    expect(posts(app)).toEqual([[HAND_OVER, { sendAnyway: false }]]);
  });

  it('that a rule skips is sent only after the merchant chooses to send it anyway', async () => {
    const app = await open(aFulfillment(SKIP), { [HAND_OVER]: () => asked() });
    expect(shown()).toContain(RULE.sentence);
    expect(shown()).toContain('If you send it anyway, Reparto Veloz gets:');
    expect(confirmation()?.textContent).toBe('Send anyway');
    click('s-button', 'Send anyway');
    await untilShown('en despacho');
    expect(posts(app)).toEqual([[HAND_OVER, { sendAnyway: true }]]);
  });

  it.each([
    ['a rule that nothing passes', { ...SKIP, canSendAnyway: false }, RULE.sentence],
    ['a problem', { kind: 'problem', problems: [PROBLEM] }, PROBLEM.nextStep],
    ['a check that failed', { kind: 'not-checked' }, 'Shopify did not answer, so there is no preview.'],
  ] as const)('offers nothing to confirm after %s', async (_, plan, sentence) => {
    await open(aFulfillment(plan, { fields: [] }));
    expect(shown()).toContain(sentence);
    expect(confirmation()).toBeNull();
    expect(labels('s-button')).toEqual(['Close']);
  });

  it('names the problem that prevents sending it anyway', async () => {
    await open(aFulfillment(SKIP, { fields: [], anywayProblems: [PROBLEM] }));
    expect(shown()).toContain('Problems to fix before you can send it:');
    expect(element('s-text', PROBLEM.sentence).getAttribute('tone')).toBe('critical');
    expect(confirmation()).toBeNull();
  });

  it('can be retried when the app was unreachable, and says when there was nothing to do', async () => {
    let answer: unknown = new Response(null, { status: 500 });
    await open(aFulfillment(WOULD_BE), { [HAND_OVER]: () => answer });
    click('s-button', 'Send delivery');
    await untilShown('No answer from Handoff. Try again.');
    answer = asked({ label: 'ingresado' }, false);
    click('s-button', 'Send delivery');
    await untilShown('ingresado');
    expect(shown()).not.toContain('could not be reached');
  });

  it('says when the shop has acted too often', async () => {
    await open(aFulfillment(WOULD_BE), { [HAND_OVER]: () => new Response(null, { status: 429 }) });
    click('s-button', 'Send delivery');
    await untilShown('Too many actions in one minute, so nothing was done.');
  });

  it('is not shown when nothing is fulfilled', async () => {
    await open(aDryRunOrder());
    expect(shown()).toContain('Nothing is fulfilled yet. Handoff sends what you fulfill to Reparto Veloz.');
    expect(confirmation()).toBeNull();
  });

  it('cannot be handed over while the shop is held back', async () => {
    await open({ ...aFulfillment(WOULD_BE), hold: HOLD });
    expect(element('s-banner').textContent).toBe(`${HOLD.sentence}Open settings`);
    expect(rows()).toHaveLength(FIELDS.length);
    expect(confirmation()).toBeNull();
  });
});

describe('a delivery', () => {
  const planned = (delivery: ReturnType<typeof aDelivery>, change: Partial<FulfillmentDryRun> = {}) =>
    aDryRunOrder({ deliveries: [delivery], dryRuns: [aDryRun(change)] });

  it.each([
    ['that waits is sent now', waiting(), 'Send now', 'send-now', ['Do not send', 'Send now', 'Close']],
    [
      'with a problem is tried again',
      needy(),
      'Retry delivery',
      'retry',
      ['Mark as resolved', 'Retry delivery', 'Close'],
    ],
    ['that a rule skips is sent anyway', skipped(), 'Send anyway', 'retry', ['Send anyway', 'Close']],
  ])('%s', async (_, delivery, label, action, buttons) => {
    const path = `POST /api/deliveries/${DELIVERY}/${action}`;
    const app = await open(planned(delivery), { [path]: () => asked({ label: 'ingresado' }) });
    expect(rows()).toHaveLength(FIELDS.length);
    expect(labels('s-button')).toEqual(buttons);
    click('s-button[slot="primary-action"]', label);
    await untilShown('ingresado');
    expect(posts(app)).toEqual([[path, { seen: delivery.seen }]]);
  });

  it('that still has a problem cannot be confirmed', async () => {
    const plan = {
      kind: 'problem',
      problems: [{ sentence: 'There is no phone.', nextStep: 'Add one.', remedies: [] }],
    } as const;
    await open(planned(needy(), { plan, fields: [] }));
    expect(shown()).toContain('There is no phone.');
    expect(confirmation()).toBeNull();
  });

  it('gives the reason of a skip once', async () => {
    await open(planned(skipped(), { plan: SKIP }));
    expect(shown().split(RULE.sentence)).toHaveLength(2);
  });

  it('that the operator has shows its status and history, and nothing to send', async () => {
    const history = [{ label: 'Unknown', state: 'raro', stateGroup: 'unknown' as const, at: null, date: 'ayer' }];
    await open(aDryRunOrder({ deliveries: [aDelivery({ history })] }));
    expect(shown()).toContain('en despacho');
    expect(shown()).toContain('ayerUnknownraro');
    expect(labels('s-button')).toEqual(['Refresh status', 'Close']);
  });

  it('is followed to its end without asking for the dry run again', async () => {
    const delivery = aDelivery({ phase: 'handing-over', label: 'Sending', stateGroup: null });
    const ended = aDryRunOrder({ deliveries: [aDelivery({ phase: 'delivered', label: 'entregado' })] });
    const app = await open(aDryRunOrder({ deliveries: [delivery] }), { [AGAIN]: () => ended });
    await letPass(2);
    await untilShown('entregado');
    await letPass(600);
    expect(app.calls).toEqual([FIRST, AGAIN]);
  });
});

describe('many fulfillments', () => {
  const idOf = (number: number) => `gid://shopify/Fulfillment/${number}`;
  const several = (plans: readonly FulfillmentDryRun['plan'][]) =>
    aDryRunOrder({
      undelivered: plans.map((plan, index) => ({ fulfillmentId: idOf(index), name: `#1001.${index}`, plan })),
      dryRuns: plans.map((plan, index) => aDryRun({ fulfillmentId: idOf(index), plan })),
    });
  const sent = (number: number) => ({
    [`POST /api/fulfillments/${number}/hand-over`]: () =>
      asked({ id: `${number}`, fulfillmentId: idOf(number), label: `ingresado ${number}` }),
  });

  it('are handed over together, except those that a rule skips', async () => {
    const app = await open(several([WOULD_BE, SKIP, WOULD_BE]), { ...sent(0), ...sent(2) });
    expect(confirmation()?.textContent).toBe('Send 2 deliveries');
    click('s-button', 'Send 2 deliveries');
    await untilShown('ingresado 0');
    await untilShown('ingresado 2');
    expect(posts(app).map(([call]) => call)).toEqual([
      'POST /api/fulfillments/0/hand-over',
      'POST /api/fulfillments/2/hand-over',
    ]);
    expect(shown()).toContain(RULE.sentence);
  });

  it('are handed over one by one, and what would be sent of each is shown on demand', async () => {
    const app = await open(several([WOULD_BE, SKIP]), sent(1));
    expect(elements('s-table')).toEqual([]);
    click('s-link', 'Show what is sent');
    await until(() => expect(rows()).toHaveLength(FIELDS.length));
    click('s-button:not([slot])', 'Send anyway');
    await untilShown('ingresado 1');
    expect(posts(app)).toEqual([['POST /api/fulfillments/1/hand-over', { sendAnyway: true }]]);
  });
});
