/// <reference types="@shopify/ui-extensions/admin.order-details.action.render" />
import { getExtension } from '@shopify/ui-extensions-tester';
import { describe, expect, it, vi } from 'vitest';
import type { FulfillmentPreview, OrderPreview } from '../../../app/web/extension-view/extension-answers.ts';
import {
  aDelivery,
  aPreview,
  aPreviewedOrder,
  DELIVERY,
  FIELDS,
  FULFILLMENT,
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
const RULE = { sentence: 'It is a test order.', nextStep: 'Send it anyway.' };
const SKIP = { kind: 'skip', reason: RULE, canSendAnyway: true } as const;

const extension = getExtension('admin.order-details.action.render');
putUnderTest(extension, texts);

async function open(order: OrderPreview, routes: Readonly<Record<string, Answering>> = {}): Promise<AppStandIn> {
  const app = standInForApp({ [FIRST]: () => order, [AGAIN]: () => order, ...routes });
  extension.fetch = app.fetch;
  await extension.render();
  await until(() => expect(elements('s-spinner')).toEqual([]));
  return app;
}

const aFulfillment = (plan: FulfillmentPreview['plan'], change: Partial<FulfillmentPreview> = {}) =>
  aPreviewedOrder({ undelivered: [undelivered(plan)], previews: [aPreview({ plan, ...change })] });
const confirmation = () => elements('s-button[slot="primary-action"]')[0] ?? null;
const rows = () => elements('s-table-body s-table-row').map((row) => [...row.children].map((cell) => cell.textContent));
const asked = (change: Parameters<typeof aDelivery>[0] = {}, taken = true) => ({
  taken,
  now: Date.now(),
  delivery: aDelivery(change),
});
const posts = ({ calls, bodies }: AppStandIn) =>
  calls.flatMap((call, index) => (call.startsWith('POST') ? [[call, bodies[index]]] : []));

describe('the reading', () => {
  it('is one request, with a sign that it is under way', async () => {
    const answer = pending<OrderPreview>();
    const app = standInForApp({ [FIRST]: () => answer.promise });
    extension.fetch = app.fetch;
    await extension.render();
    expect(element('s-admin-action').hasAttribute('loading')).toBe(true);
    expect(element('s-spinner').getAttribute('accessibilitylabel')).toBe('Reading the deliveries');
    answer.resolve(aFulfillment(WOULD_BE));
    await untilShown('Not handed over');
    expect(element('s-admin-action').hasAttribute('loading')).toBe(false);
    expect(app.calls).toEqual([FIRST]);
  });

  it.each([
    [404, 'The app does not know this order.'],
    [503, 'Shopify could not be read just now.'],
    [502, 'The app could not be reached.'],
  ])('says what is the matter after a %d, and can be tried again or left', async (status, message) => {
    const close = vi.fn();
    extension.shopify.close = close;
    let isMended = false;
    await open(aPreviewedOrder(), {
      [FIRST]: () => (isMended ? aFulfillment(WOULD_BE) : new Response('{}', { status })),
    });
    expect(element('s-banner').textContent).toBe(message);
    click('s-button', 'Close');
    expect(close).toHaveBeenCalledOnce();
    isMended = true;
    click('s-button', 'Try again');
    await untilShown('Not handed over');
  });

  it('shows nothing where no order is selected', async () => {
    extension.shopify.data.selected = [];
    await extension.render();
    expect(document.body.innerHTML).toBe('');
  });
});

describe('a fulfillment without a delivery', () => {
  it('is shown as it would be sent, field by field, with where each comes from', async () => {
    await open(aFulfillment(WOULD_BE));
    expect(shown()).toContain('It would be handed over: Next day · Mon, Nov 23, 09:00–13:00');
    expect(shown()).toContain('This is sent to Reparto Veloz:');
    expect(labels('s-table-header')).toEqual(['Field', 'Value', 'From']);
    expect(rows()).toEqual([
      ['Order number', 'tienda-1001.1', 'fulfillment.name'],
      ['Package 1: price', '20', 'lineItem.price, settings.mapping.priceForm (whole-units)'],
      ['tags.brand', 'Tienda', ''],
    ]);
  });

  it('is handed over on confirmation, once, and then shows how it stands', async () => {
    const answer = pending<unknown>();
    const app = await open(aFulfillment(WOULD_BE), { [HAND_OVER]: () => answer.promise });
    click('s-button', 'Hand over');
    click('s-button', 'Hand over');
    await until(() => expect(confirmation()?.hasAttribute('loading')).toBe(true));
    click('s-button', 'Hand over');
    answer.resolve(asked({ label: 'ingresado' }));
    await untilShown('ingresado');
    expect(shown()).not.toContain('Not handed over');
    expect(shown()).not.toContain('This is sent to');
    expect(confirmation()?.textContent).toBe('Hand over');
    expect(confirmation()?.hasAttribute('disabled')).toBe(true);
    expect(posts(app)).toEqual([[HAND_OVER, { sendAnyway: false }]]);
  });

  it('that a rule skips is sent anyway only by saying so', async () => {
    const app = await open(aFulfillment(SKIP), { [HAND_OVER]: () => asked() });
    expect(shown()).toContain(RULE.sentence);
    expect(shown()).toContain('Sent anyway, this is what Reparto Veloz gets:');
    expect(confirmation()?.textContent).toBe('Send anyway');
    click('s-button', 'Send anyway');
    await untilShown('en despacho');
    expect(posts(app)).toEqual([[HAND_OVER, { sendAnyway: true }]]);
  });

  it.each([
    ['a rule that nothing passes', { ...SKIP, canSendAnyway: false }, RULE.sentence],
    ['a problem', { kind: 'problem', problems: [PROBLEM] }, PROBLEM.nextStep],
    ['a check that failed', { kind: 'not-checked' }, 'It could not be checked what would become of it.'],
  ] as const)('offers nothing to confirm after %s', async (_, plan, sentence) => {
    await open(aFulfillment(plan, { fields: [] }));
    expect(shown()).toContain(sentence);
    expect(confirmation()).toBeNull();
    expect(labels('s-button')).toEqual(['Close']);
  });

  it('says what stands in the way of sending it anyway', async () => {
    await open(aFulfillment(SKIP, { fields: [], anywayProblems: [PROBLEM] }));
    expect(shown()).toContain('Even so, this stands in the way:');
    expect(element('s-text', PROBLEM.sentence).getAttribute('tone')).toBe('critical');
    expect(confirmation()).toBeNull();
  });

  it('can be tried again when the app could not be reached, and says when nothing was to be done', async () => {
    let answer: unknown = new Response(null, { status: 500 });
    await open(aFulfillment(WOULD_BE), { [HAND_OVER]: () => answer });
    click('s-button', 'Hand over');
    await untilShown('The app could not be reached. Try it again.');
    answer = asked({ label: 'ingresado' }, false);
    click('s-button', 'Hand over');
    await untilShown('ingresado');
    expect(shown()).not.toContain('could not be reached');
  });

  it('is not there when nothing is fulfilled', async () => {
    await open(aPreviewedOrder());
    expect(shown()).toContain('Nothing is fulfilled yet. What you fulfill is handed over to Reparto Veloz by itself.');
    expect(confirmation()).toBeNull();
  });

  it('cannot be handed over while the shop is held back', async () => {
    await open({ ...aFulfillment(WOULD_BE), hold: 'The operator does not take the token.' });
    expect(element('s-banner').textContent).toBe('The operator does not take the token.Open settings');
    expect(rows()).toHaveLength(FIELDS.length);
    expect(confirmation()).toBeNull();
  });
});

describe('a delivery', () => {
  const planned = (delivery: ReturnType<typeof aDelivery>, change: Partial<FulfillmentPreview> = {}) =>
    aPreviewedOrder({ deliveries: [delivery], previews: [aPreview(change)] });

  it.each([
    ['that waits is sent now', waiting(), 'Send now', 'send-now', ['Stop', 'Send now', 'Close']],
    ['with a problem is tried again', needy(), 'Retry', 'retry', ['Mark as handled', 'Retry', 'Close']],
    ['that a rule skips is sent anyway', skipped(), 'Send anyway', 'retry', ['Send anyway', 'Close']],
  ])('%s', async (_, delivery, label, verb, buttons) => {
    const path = `POST /api/deliveries/${DELIVERY}/${verb}`;
    const app = await open(planned(delivery), { [path]: () => asked({ label: 'ingresado' }) });
    expect(rows()).toHaveLength(FIELDS.length);
    expect(labels('s-button')).toEqual(buttons);
    click('s-button[slot="primary-action"]', label);
    await untilShown('ingresado');
    expect(posts(app)).toEqual([[path, {}]]);
  });

  it('whose problem still stands in the way is not offered for confirmation', async () => {
    const plan = { kind: 'problem', problems: [{ sentence: 'There is no phone.', nextStep: 'Add one.' }] } as const;
    await open(planned(needy(), { plan, fields: [] }));
    expect(shown()).toContain('There is no phone.');
    expect(confirmation()).toBeNull();
  });

  it('tells why a rule skips it once', async () => {
    await open(planned(skipped(), { plan: SKIP }));
    expect(shown().split(RULE.sentence)).toHaveLength(2);
  });

  it('that the operator has shows how it stands and its history, and nothing to send', async () => {
    const history = [{ state: 'raro', stateGroup: 'unknown' as const, at: null, date: 'ayer' }];
    await open(aPreviewedOrder({ deliveries: [aDelivery({ history })] }));
    expect(shown()).toContain('en despacho');
    expect(shown()).toContain('ayerraro');
    expect(labels('s-button')).toEqual(['Refresh', 'Close']);
  });

  it('is followed to its end without asking for the preview again', async () => {
    const delivery = aDelivery({ phase: 'handing-over', label: 'Being handed over', stateGroup: null });
    const ended = aPreviewedOrder({ deliveries: [aDelivery({ phase: 'delivered', label: 'entregado' })] });
    const app = await open(aPreviewedOrder({ deliveries: [delivery] }), { [AGAIN]: () => ended });
    await letPass(2);
    await untilShown('entregado');
    await letPass(600);
    expect(app.calls).toEqual([FIRST, AGAIN]);
  });
});

describe('many fulfillments', () => {
  const idOf = (number: number) => `gid://shopify/Fulfillment/${number}`;
  const several = (plans: readonly FulfillmentPreview['plan'][]) =>
    aPreviewedOrder({
      undelivered: plans.map((plan, index) => ({ fulfillmentId: idOf(index), name: `#1001.${index}`, plan })),
      previews: plans.map((plan, index) => aPreview({ fulfillmentId: idOf(index), plan })),
    });
  const sent = (number: number) => ({
    [`POST /api/fulfillments/${number}/hand-over`]: () =>
      asked({ id: `${number}`, fulfillmentId: idOf(number), label: `ingresado ${number}` }),
  });

  it('are handed over together, but for what goes against a rule', async () => {
    const app = await open(several([WOULD_BE, SKIP, WOULD_BE]), { ...sent(0), ...sent(2) });
    expect(confirmation()?.textContent).toBe('Hand over all 2');
    click('s-button', 'Hand over all 2');
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

it('labels every field that a delivery order has', async () => {
  const paths = [
    'pickup.location.id',
    'dropoff.contact.fullname',
    'packages[1].qty',
    'packages[0].weird',
    'hasOwnProperty',
  ];
  const fields = paths.map((field) => ({ field, value: '1', sources: [] }));
  await open(aFulfillment(WOULD_BE, { fulfillmentId: FULFILLMENT, fields }));
  expect(rows().map(([field]) => field)).toEqual([
    ...['Pickup: branch', 'Recipient', 'Package 2: quantity', 'packages[0].weird', 'hasOwnProperty'],
  ]);
});
