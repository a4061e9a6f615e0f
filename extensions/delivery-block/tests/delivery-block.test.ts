/// <reference types="@shopify/ui-extensions/admin.order-details.block.render" />
import { getExtension } from '@shopify/ui-extensions-tester';
import { describe, expect, it, vi } from 'vitest';
import type {
  ActionAnswer,
  AheadPart,
  DeliveryAction,
  DeliveryView,
  OrderDeliveries,
} from '../../../app/extension-api/extension-answers.ts';
import {
  HOLD,
  aDelivery,
  anOrder,
  DELIVERY,
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
  letPass,
  putUnderTest,
  shown,
  until,
  untilShown,
} from '../../shared/tests/screen.ts';
import texts from '../locales/en.default.json';

const FIRST = 'GET /api/orders/1/deliveries';
const AGAIN = 'GET /api/orders/1/deliveries?known';
const extension = getExtension('admin.order-details.block.render');

putUnderTest(extension, texts);

/** Opens the block on an order; every later look finds the order as it was. */
async function open(order: OrderDeliveries, routes: Readonly<Record<string, Answering>> = {}): Promise<AppStandIn> {
  const app = standInForApp({ [FIRST]: () => order, [AGAIN]: () => order, ...routes });
  extension.fetch = app.fetch;
  await extension.render();
  await until(() => expect(elements('s-spinner')).toEqual([]));
  return app;
}

const verbCalls = ({ calls }: AppStandIn) => calls.filter((call) => call.startsWith('POST'));
const summary = () => element('s-admin-block').getAttribute('collapsedsummary') ?? '';
const asked = (change: Parameters<typeof aDelivery>[0] = {}, done = true): ActionAnswer => ({
  done,
  notRead: false,
  now: Date.now(),
  delivery: aDelivery(change),
});

describe('reading the order', () => {
  it('takes one request, and shows that it is loading', async () => {
    const answer = pending<OrderDeliveries>();
    const app = standInForApp({ [FIRST]: () => answer.promise });
    extension.fetch = app.fetch;
    await extension.render();
    expect(element('s-spinner').getAttribute('accessibilitylabel')).toBe('Loading deliveries');
    answer.resolve(anOrder({ deliveries: [aDelivery()] }));
    await untilShown('en despacho');
    expect(app.calls).toEqual([FIRST]);
  });

  it.each([
    [404, 'Handoff does not have this order.'],
    [503, 'Shopify did not answer.'],
    [500, 'Handoff did not answer.'],
  ])('names the problem after a %d, and offers to retry', async (status, message) => {
    let isFixed = false;
    const answer = () => (isFixed ? anOrder({ deliveries: [aDelivery()] }) : new Response('{}', { status }));
    await open(anOrder(), { [FIRST]: answer });
    expect(shown()).toContain(message);
    isFixed = true;
    click('s-button', 'Reload deliveries');
    await untilShown('en despacho');
  });

  it.each([
    ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the answer is no JSON', () => new Response('<html>')],
    ['the answer is that of another version', () => ({ parcels: [] })],
  ])('says so when %s', async (_, answer) => {
    await open(anOrder(), { [FIRST]: answer });
    expect(shown()).toContain('Handoff did not answer.');
  });

  it('continues with a fresh token when the first has expired', async () => {
    let tries = 0;
    const answer = () => {
      tries += 1;
      return tries === 1 ? new Response(null, { status: 401 }) : anOrder({ deliveries: [aDelivery()] });
    };
    await open(anOrder(), { [FIRST]: answer });
    await untilShown('en despacho');
  });

  it('shows nothing when no order is selected', async () => {
    extension.shopify.data.selected = [];
    await extension.render();
    expect(document.body.innerHTML).toBe('');
  });
});

describe('a delivery', () => {
  it('shows the state, the promise, the order number, its tracking page and when it was checked', async () => {
    const promise = { service: 'Same day', date: '2026-11-23', windowStart: '09:00', windowEnd: '13:00' };
    await open(anOrder({ deliveries: [aDelivery({ promise, checkedAt: Date.now() - 125_000, phase: 'delivered' })] }));
    expect(element('s-badge', 'On the way').getAttribute('tone')).toBe('info');
    expect(element('s-text', 'en despacho').getAttribute('color')).toBe('subdued');
    expect(shown()).toContain('#1001.1');
    expect(shown()).toContain('Same day · Mon, Nov 23, 09:00–13:00');
    expect(shown()).toContain('tienda-1001.1');
    expect(shown()).toContain('Checked 2 minutes ago');
    const link = element('s-link', 'Track');
    expect(link.getAttribute('href')).toBe('https://operator.example/t/1');
    expect(link.getAttribute('target')).toBe('_blank');
    expect(link.getAttribute('accessibilitylabel')).toBe('Track tienda-1001.1 (opens in a new tab)');
  });

  it.each([
    [{ stateGroup: 'delivered' }, 'success'],
    [{ stateGroup: 'out-for-delivery' }, 'success'],
    [{ stateGroup: 'attempt-failed' }, 'warning'],
    [{ stateGroup: 'ended-badly' }, 'critical'],
    [{ stateGroup: 'unknown' }, 'neutral'],
    [{ stateGroup: null, phase: 'handing-over' }, 'info'],
    [{ stateGroup: null, phase: 'needs-attention' }, 'critical'],
    [{ stateGroup: null, phase: 'cancelled' }, 'neutral'],
  ] as const)('has the tone of its group: %o', async (change, tone) => {
    await open(anOrder({ deliveries: [aDelivery(change)] }));
    expect(element('s-badge').getAttribute('tone')).toBe(tone);
  });

  it('shows the three newest states, and all of them on demand', async () => {
    const states = ['entregado', 'en camino entrega', 'en despacho', 'ingresado'];
    const history = states.map((state, index) => ({
      label: 'Unknown',
      state,
      stateGroup: 'unknown' as const,
      date: `2${5 - index}-11-2026 10:00:00`,
      at: Date.UTC(2026, 10, 25 - index, 15),
    }));
    await open(anOrder({ deliveries: [aDelivery({ state: null, stateGroup: null, history })] }));
    expect(shown()).toMatch(/Nov 25, 10:00 AMUnknownentregado.*en camino entrega.*en despacho/);
    expect(shown()).not.toContain('ingresado');
    click('s-link', 'Full history (4)');
    await untilShown('ingresado');
    click('s-link', 'Show less');
    await until(() => expect(shown()).not.toContain('ingresado'));
  });

  it('shows the date as the operator wrote it when it cannot be read', async () => {
    const entry = { label: 'Unknown', state: 'raro', stateGroup: 'unknown' as const, at: null, date: 'ayer' };
    await open(anOrder({ deliveries: [aDelivery({ history: [entry] })] }));
    expect(shown()).toContain('ayerUnknownraro');
  });

  it("shows the operator's other messages, and that the order was recovered", async () => {
    await open(anOrder({ deliveries: [aDelivery({ alsoSaid: 'ingresado', isRecovered: true })] }));
    expect(shown()).toContain('The operator’s summary says “ingresado”.');
    expect(shown()).toContain('Recovered, not duplicated');
  });

  it('shows why it waits', async () => {
    await open(anOrder({ deliveries: [waiting({ hold: HOLD, sendAt: null, actions: ['stop'] })] }));
    expect(shown()).toContain(HOLD.sentence);
    expect(shown()).not.toContain('It is handed over');
    expect(elements('s-banner')).toEqual([]);
  });

  it('shows once why the shop is on hold, with a link to the settings', async () => {
    await open(anOrder({ hold: HOLD, deliveries: [waiting({ hold: HOLD, sendAt: null, actions: ['stop'] })] }));
    expect(element('s-banner').textContent).toBe(`${HOLD.sentence}Open settings`);
    expect(element('s-link', 'Open settings').getAttribute('href')).toBe('app:app/settings?part=sending');
    expect(shown().split(HOLD.sentence)).toHaveLength(2);
  });

  it('shows a problem with its next step', async () => {
    await open(anOrder({ deliveries: [needy()] }));
    expect(element('s-text', PROBLEM.sentence).getAttribute('tone')).toBe('critical');
    expect(shown()).toContain(PROBLEM.nextStep);
  });

  it('links a problem to the place where it is fixed, but not to the order that is already open', async () => {
    const remedies: DeliveryView['problems'][number]['remedies'] = [
      { remedy: 'review', label: 'Review problems', url: '/app/review' },
      { remedy: 'order', label: 'Open order', url: 'shopify://admin/orders/7' },
      { remedy: 'shop', label: 'Open Shopify settings', url: 'shopify://admin/settings/general' },
      { remedy: 'support', label: 'Contact support', url: 'https://support.example/handoff' },
    ];
    await open(anOrder({ deliveries: [needy({ problems: [{ ...PROBLEM, remedies }] })] }));
    const address = (name: string) => element('s-link', name).getAttribute('href');
    expect(address('Review problems')).toBe('app:app/review');
    expect(address('Open Shopify settings')).toBe('shopify:admin/settings/general');
    expect(address('Contact support')).toBe('https://support.example/handoff');
    expect(shown()).not.toContain('Open order');
    expect(address('#1001.1')).toBe(`app:app/deliveries/${DELIVERY}`);
  });

  it.each([
    ['late', 'The promised time passed 2 hours ago. Ask the operator when it arrives.'],
    ['stuck', 'Collection was due 2 hours ago. Ask the operator when the courier comes.'],
    ['silent', 'News was due 2 hours ago. Ask the operator where it is.'],
  ] as const)('warns of one that is %s', async (code, sentence) => {
    const flags = [{ code, since: Date.now() - 7_200_000 }];
    await open(anOrder({ deliveries: [aDelivery({ flags })] }));
    expect(element('s-text', sentence).getAttribute('tone')).toBe('warning');
  });

  it('counts down to the hand-over by the server’s clock', async () => {
    const now = () => Date.now() + 3_600_000;
    const delivery = waiting({ sendAt: now() + 62_000 });
    const order = () => anOrder({ now: now(), deliveries: [delivery] });
    await open(order(), { [AGAIN]: order });
    expect(shown()).toMatch(/Sends in 1:0[12]/);
    await letPass(10);
    await untilShown(/Sends in 0:5\d/);
    await letPass(60);
    await untilShown('Sending now');
  });
});

describe('the actions of a delivery', () => {
  it.each([
    ['Send now', 'send-now', waiting()],
    ['Do not send', 'stop', waiting()],
    ['Retry delivery', 'retry', needy()],
    ['Mark as resolved', 'dismiss-problem', needy()],
    ['Refresh status', 'refresh', aDelivery()],
  ] as [string, DeliveryAction, ReturnType<typeof aDelivery>][])('%s', async (label, action, delivery) => {
    const path = `POST /api/deliveries/${DELIVERY}/${action}`;
    const app = await open(anOrder({ deliveries: [delivery] }), { [path]: () => asked({ label: 'ingresado' }) });
    click('s-button', label);
    await untilShown('ingresado');
    expect(verbCalls(app)).toEqual([path]);
  });

  it('sends one request, however often it is clicked', async () => {
    const path = `POST /api/deliveries/${DELIVERY}/send-now`;
    const answer = pending<unknown>();
    const app = await open(anOrder({ deliveries: [waiting()] }), { [path]: () => answer.promise });
    click('s-button', 'Send now');
    click('s-button', 'Send now');
    await until(() => expect(element('s-button', 'Send now').hasAttribute('loading')).toBe(true));
    expect(element('s-button', 'Do not send').hasAttribute('disabled')).toBe(true);
    click('s-button', 'Send now');
    answer.resolve(asked({ label: 'ingresado' }));
    await untilShown('ingresado');
    expect(verbCalls(app)).toEqual([path]);
  });

  it('says when there was nothing to do', async () => {
    const path = `POST /api/deliveries/${DELIVERY}/retry`;
    await open(anOrder({ deliveries: [needy()] }), { [path]: () => asked({ label: 'ingresado' }, false) });
    click('s-button', 'Retry delivery');
    await untilShown('the delivery has changed in the meantime');
  });

  it('says when the delivery was read a moment ago', async () => {
    const path = `POST /api/deliveries/${DELIVERY}/refresh`;
    await open(anOrder({ deliveries: [aDelivery()] }), { [path]: () => asked({}, false) });
    click('s-button', 'Refresh status');
    await untilShown('less than 30 seconds ago');
  });

  it('says when the operator could not be read', async () => {
    const path = `POST /api/deliveries/${DELIVERY}/refresh`;
    const answer = { ...asked({ label: 'ingresado' }, false), notRead: true };
    await open(anOrder({ deliveries: [aDelivery()] }), { [path]: () => answer });
    click('s-button', 'Refresh status');
    await untilShown('could not read the status from the operator');
    expect(shown()).toContain('ingresado');
    expect(shown()).not.toContain('less than 30 seconds ago');
  });

  it('says when the shop has acted too often', async () => {
    const path = `POST /api/deliveries/${DELIVERY}/stop`;
    await open(anOrder({ deliveries: [waiting()] }), { [path]: () => new Response(null, { status: 429 }) });
    click('s-button', 'Do not send');
    await untilShown('Too many actions in one minute, so nothing was done.');
    expect(shown()).not.toContain('No answer from Handoff');
  });

  it('says when the app was unreachable, and can be retried', async () => {
    const path = `POST /api/deliveries/${DELIVERY}/stop`;
    let isFixed = false;
    const answer = () => (isFixed ? { ...asked(), delivery: skipped() } : new Response(null, { status: 502 }));
    await open(anOrder({ deliveries: [waiting()] }), { [path]: answer });
    click('s-button', 'Do not send');
    await untilShown('No answer from Handoff. Try again.');
    isFixed = true;
    click('s-button', 'Do not send');
    await untilShown('This is a test order.');
  });

  it('opens the action for a fulfillment that a rule skips', async () => {
    const navigate = vi.fn();
    extension.shopify.navigation.navigate = navigate;
    const app = await open(anOrder({ deliveries: [skipped()] }));
    expect(shown()).toContain('This is a test order.');
    click('s-button', 'Send anyway');
    expect(navigate).toHaveBeenCalledWith('extension://delivery-action');
    expect(verbCalls(app)).toEqual([]);
  });
});

describe('a fulfillment without a delivery', () => {
  const path = 'POST /api/fulfillments/11/hand-over';

  it('says what would happen to it, and is handed over', async () => {
    const app = await open(anOrder({ undelivered: [undelivered(WOULD_BE)] }), { [path]: () => asked() });
    expect(element('s-badge').textContent).toBe('Not sent');
    expect(shown()).toContain('Would be sent: Next day · Mon, Nov 23, 09:00–13:00');
    click('s-button', 'Send delivery');
    await untilShown('en despacho');
    expect(shown()).not.toContain('Not sent');
    expect(verbCalls(app)).toEqual([path]);
  });

  it('says which rule skips it, and how to send it anyway', async () => {
    const reason = { sentence: 'The buyer collects it in the store.', nextStep: 'Send it anyway.', remedies: [] };
    const navigate = vi.fn();
    extension.shopify.navigation.navigate = navigate;
    await open(anOrder({ undelivered: [undelivered({ kind: 'skip', reason, canSendAnyway: true })] }));
    expect(shown()).toContain(reason.sentence);
    expect(shown()).not.toContain('Send delivery');
    click('s-button', 'Preview delivery');
    expect(navigate).toHaveBeenCalledWith('extension://delivery-action');
  });

  it('offers nothing when it can never be sent', async () => {
    const reason = { sentence: 'The order is canceled.', nextStep: 'There is nothing to do.', remedies: [] };
    await open(anOrder({ undelivered: [undelivered({ kind: 'skip', reason, canSendAnyway: false })] }));
    expect(elements('s-button')).toEqual([]);
  });

  it('names the problem that prevents sending', async () => {
    await open(anOrder({ undelivered: [undelivered({ kind: 'problem', problems: [PROBLEM] })] }));
    expect(element('s-badge').getAttribute('tone')).toBe('critical');
    expect(shown()).toContain(PROBLEM.nextStep);
  });

  it('says when it could not be checked', async () => {
    await open(anOrder({ undelivered: [undelivered({ kind: 'not-checked' })] }));
    expect(shown()).toContain('Shopify did not answer, so there is no preview');
  });

  it('says when there was nothing to do, and when the app was unreachable', async () => {
    let answer: unknown = new Response(null, { status: 500 });
    await open(anOrder({ undelivered: [undelivered(WOULD_BE)] }), { [path]: () => answer });
    click('s-button', 'Send delivery');
    await untilShown('No answer from Handoff. Try again.');
    answer = asked({}, false);
    click('s-button', 'Send delivery');
    await untilShown('en despacho');
  });

  it('may be absent while Shopify is unreachable', async () => {
    await open(anOrder({ deliveries: [aDelivery()], undelivered: null }));
    expect(shown()).toContain('Fulfillments that were not sent may be missing');
  });

  it('is not shown when nothing is fulfilled', async () => {
    await open(anOrder());
    expect(shown()).toContain('Nothing is fulfilled yet. Handoff sends what you fulfill to Reparto Veloz.');
    expect(summary()).toBe('Nothing fulfilled yet');
  });
});

describe('many fulfillments', () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      aDelivery({
        id: `${index}`,
        fulfillmentId: `gid://shopify/Fulfillment/${index}`,
        fulfillmentName: `#1.${index}`,
      }),
    );

  it('are shown three at a time', async () => {
    await open(anOrder({ deliveries: many(8) }));
    expect(elements('s-badge')).toHaveLength(3);
    expect(shown()).toContain('1–3 of 8');
    click('s-button', 'Next');
    await untilShown('4–6 of 8');
    click('s-button', 'Next');
    await untilShown('7–8 of 8');
    expect(elements('s-badge')).toHaveLength(2);
    expect(element('s-button', 'Next').hasAttribute('disabled')).toBe(true);
    click('s-button', 'Previous');
    await untilShown('4–6 of 8');
  });

  it('are shown with the urgent ones first', async () => {
    const late = needy({ id: 'late', fulfillmentId: 'gid://shopify/Fulfillment/99', fulfillmentName: '#1.99' });
    await open(anOrder({ deliveries: [...many(5), late] }));
    expect(element('s-badge').textContent).toBe('Needs attention');
    expect(summary()).toBe('Needs attention and 5 more');
  });

  it('are shown fewer at a time when each has more to say', async () => {
    const late = (id: number, count: number) =>
      needy({ id: `${id}`, fulfillmentId: `late ${id}`, problems: Array.from({ length: count }, () => PROBLEM) });
    await open(anOrder({ deliveries: [late(1, 1), late(2, 1), late(3, 9), ...many(3)] }));
    expect(shown()).toContain('1–2 of 6');
    click('s-button', 'Next');
    await untilShown('3–3 of 6');
    click('s-button', 'Next');
    await untilShown('4–6 of 6');
  });

  it('stay on a page that is there when there are fewer', async () => {
    const [first] = many(1);
    await open(anOrder({ deliveries: many(4) }), { [AGAIN]: () => anOrder({ deliveries: first ? [first] : [] }) });
    click('s-button', 'Next');
    await untilShown('4–4 of 4');
    await letPass(15);
    await untilShown('#1.0');
    expect(elements('s-badge')).toHaveLength(1);
  });

  it('keep their histories folded', async () => {
    const entry = { label: 'Accepted', state: 'ingresado', stateGroup: 'accepted' as const, at: 0, date: '1' };
    await open(anOrder({ deliveries: many(2).map((delivery) => ({ ...delivery, history: [entry] })) }));
    expect(shown()).not.toContain('ingresado');
    click('s-link', 'Full history (1)');
    await untilShown('ingresado');
  });
});

describe('the collapsed summary', () => {
  it('is the status of the only delivery', async () => {
    await open(anOrder({ deliveries: [aDelivery()] }));
    expect(summary()).toBe('On the way');
  });

  it('fits into the 30 characters that Shopify shows', async () => {
    const label = 'en revisión de bodega por el operador';
    await open(anOrder({ deliveries: [aDelivery({ label })] }));
    expect(summary()).toBe('en revisión de bodega por el …');
    expect(summary()).toHaveLength(30);
  });

  it('counts what was not handed over', async () => {
    await open(anOrder({ undelivered: [undelivered(WOULD_BE)] }));
    expect(summary()).toBe('Not sent');
  });
});

describe('staying current', () => {
  it('reads a delivery again on opening when its last read is older than half a minute', async () => {
    const path = `POST /api/deliveries/${DELIVERY}/refresh`;
    const stale = aDelivery({ checkedAt: Date.now() - 31_000 });
    const app = await open(anOrder({ deliveries: [stale] }), { [path]: () => asked({ label: 'en camino entrega' }) });
    await untilShown('en camino entrega');
    expect(app.calls).toEqual([FIRST, path]);
  });

  it('reads every delivery that is stale, and none that is fresh or has ended', async () => {
    const stale = (id: string) => aDelivery({ id, fulfillmentId: id, checkedAt: null });
    const fresh = aDelivery({ id: 'c', fulfillmentId: 'c' });
    const ended = aDelivery({ id: 'd', fulfillmentId: 'd', phase: 'delivered', checkedAt: 0 });
    const refreshed = (id: string) => () => ({ ...asked(), delivery: aDelivery({ id, fulfillmentId: id }) });
    const app = await open(anOrder({ deliveries: [stale('a'), stale('b'), fresh, ended] }), {
      'POST /api/deliveries/a/refresh': refreshed('a'),
      'POST /api/deliveries/b/refresh': refreshed('b'),
    });
    await until(() => expect(verbCalls(app)).toHaveLength(2));
    expect(verbCalls(app)).toEqual(['POST /api/deliveries/a/refresh', 'POST /api/deliveries/b/refresh']);
  });

  it('shows what changes, without a reload and without asking Shopify again, until it has ended', async () => {
    const steps = [
      aDelivery({ phase: 'handing-over', label: 'Sending', stateGroup: null }),
      aDelivery({ label: 'en camino entrega' }),
      aDelivery({ phase: 'delivered', label: 'entregado' }),
    ];
    const next = () => anOrder({ deliveries: steps.slice(0, 1), undelivered: null });
    const app = await open(next(), {
      [AGAIN]: () => {
        if (steps.length > 1) steps.shift();
        return next();
      },
    });
    await letPass(2);
    await untilShown('en camino entrega');
    await letPass(15);
    await untilShown('entregado');
    await letPass(600);
    expect(app.calls).toEqual([FIRST, AGAIN, AGAIN]);
  });

  it('keeps its content while the app is unreachable', async () => {
    const order = anOrder({ deliveries: [aDelivery()] });
    const app = await open(order, { [AGAIN]: () => new Response(null, { status: 500 }) });
    await letPass(60);
    expect(app.calls).toEqual([FIRST, AGAIN, AGAIN]);
    expect(shown()).toContain('en despacho');
  });

  it('keeps the name that only Shopify knew, and a fulfillment that still has no delivery', async () => {
    const other = { ...undelivered(WOULD_BE), fulfillmentId: 'gid://shopify/Fulfillment/12', name: '#1001.2' };
    await open(anOrder({ deliveries: [waiting()], undelivered: [other] }), {
      [AGAIN]: () => anOrder({ deliveries: [aDelivery({ fulfillmentName: null })], undelivered: null }),
    });
    await letPass(15);
    await untilShown('en despacho');
    expect(shown()).toContain('#1001.1');
    expect(shown()).toContain('#1001.2');
  });
});

describe('an order that is not fulfilled yet', () => {
  const part = (change: Partial<AheadPart>): AheadPart => ({
    fulfillmentOrderId: 'gid://shopify/FulfillmentOrder/3',
    location: 'Miraflores',
    plan: WOULD_BE,
    isHeld: false,
    ...change,
  });
  const problem = { kind: 'problem', problems: [PROBLEM] } as const;

  it('is ready, with the service and the location', async () => {
    await open(anOrder({ ahead: [part({})] }));
    expect(shown()).toContain('Ready for Next day, from Miraflores');
    expect(shown()).not.toContain('Nothing is fulfilled yet');
    expect(summary()).toBe('Ready to send');
  });

  it('is ready without a location that Shopify does not name', async () => {
    await open(anOrder({ ahead: [part({ location: null })] }));
    expect(shown()).toContain('Ready for Next day');
    expect(shown()).not.toContain('from');
  });

  it('has a problem with its remedy, and no hold to release where there is none', async () => {
    await open(anOrder({ ahead: [part({ plan: problem })] }));
    expect(element('s-badge').textContent).toBe('Cannot be sent yet');
    expect(shown()).toContain(PROBLEM.nextStep);
    expect(elements('s-button')).toEqual([]);
    expect(summary()).toBe('Cannot be sent yet');
  });

  it('is released on demand, once', async () => {
    const RELEASE = 'POST /api/orders/1/release-hold';
    const app = await open(anOrder({ ahead: [part({ plan: problem, isHeld: true })] }), {
      [RELEASE]: () => ({ done: true }),
    });
    expect(shown()).toContain('Handoff holds this order until it is fixed.');
    click('s-button', 'Release hold');
    await untilShown('The hold is being released.');
    expect(verbCalls(app)).toEqual([RELEASE]);
    expect(elements('s-button')).toEqual([]);
  });

  it('says so when the release failed', async () => {
    const RELEASE = 'POST /api/orders/1/release-hold';
    const refuse = () => new Response('{}', { status: 500 });
    await open(anOrder({ ahead: [part({ plan: problem, isHeld: true })] }), { [RELEASE]: refuse });
    click('s-button', 'Release hold');
    await untilShown('No answer from Handoff. Try again.');
    expect(elements('s-button')).toHaveLength(1);
  });
});
