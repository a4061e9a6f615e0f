import type { FrameLocator } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import buyerTexts from '../../../extensions/delivery-status/locales/en.default.json' with { type: 'json' };
import type { Flag } from '../../../app/domain/tracking/promise-watch.ts';
import type { Problem } from '../../../app/domain/problems/problem.ts';
import { describeProblem } from '../../../app/texts/describe-problem.ts';
import { textsIn } from '../../../app/texts/choose-texts.ts';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-draft.ts';
import { startBrowserWorld, STILL_TIMELINE, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { settledDelivery } from '../../set-up/world/settled-delivery.ts';
import { until } from '../../set-up/time/until.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { accessibilityFaults } from '../accessibility.ts';

/** Whatever needs a person is the same in a browser wherever it is looked for, and its remedy leads to its end. */

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: STILL_TIMELINE, districts: ['Miraflores', 'San Isidro'] });
  const shop = world.shopify.store.get(SHOP);
  if (shop) shop.record.locale = 'en';
  await world.setUpShop(await world.startProcess(world.variables, { hurry: true }), {
    publish: { stateTags: true },
    service: {
      methods: { [IN_A_WINDOW]: 'NextdayWithWindow', [TODAY]: 'Sameday' },
      cutoffs: { Sameday: '00:00' },
      afterCutoff: 'ask',
      workingDays: [1, 2, 3, 4, 5, 6, 7],
      holidays: [dayIn(5)],
    },
    mapping: { files: [{ from: 'note-attribute', name: 'Receta', kind: 'recipe' }] },
    eligibility: { otherTracking: 'hand-over' },
  });
  await world.shopify.useFlow(SHOP, true);
});

afterAll(() => world.stop());

const lineItems = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
const address = limaOrder().shippingAddress;
const to = (change: object): Partial<OrderDraft> => ({ shippingAddress: { ...address, ...change } });

/** Shipping methods: with a window, and for today, for which it is always too late. */
const IN_A_WINDOW = 'Con horario';
const TODAY = 'Hoy';
/** A day from today, at the operator. */
const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000 - 5 * 3_600_000).toISOString().slice(0, 10);
const within = (date: string, time: string): Partial<OrderDraft> => ({
  shippingLine: { title: IN_A_WINDOW, price: '12.00' },
  customAttributes: [
    { key: 'Fecha de entrega', value: date },
    { key: 'Hora de entrega', value: time },
  ],
});

/** By its code: an order that brings it about by itself, or what happens to an order that the operator has. */
const BEFORE: Readonly<Record<string, Partial<OrderDraft>>> = {
  'name-missing': {
    customer: { firstName: '', lastName: '', email: 'marked-email@example.com' },
    ...to({ firstName: '', lastName: '' }),
  },
  'phone-missing': to({ phone: null }),
  'phone-unusable': to({ phone: '12' }),
  'address-missing': { shippingAddress: null },
  'street-missing': to({ address1: '', address2: '' }),
  'district-missing': to({ city: '', province: '' }),
  'district-not-served': to({ city: 'Mirafores Alto' }),
  'window-missing': { shippingLine: { title: IN_A_WINDOW, price: '12.00' } },
  'window-unreadable': within('pronto', '10:00-12:00'),
  'window-ends-before-start': within(dayIn(9), '18:00-10:00'),
  'window-past': within(dayIn(-2), '10:00-12:00'),
  'window-too-soon': within(dayIn(0), '10:00-23:59'),
  'window-on-closed-day': within(dayIn(5), '10:00-12:00'),
  'after-cutoff': { shippingLine: { title: TODAY, price: '12.00' } },
  'file-link-unusable': { customAttributes: [{ key: 'Receta', value: 'por WhatsApp' }] },
};
const STATES: Readonly<Record<string, string>> = {
  'attempt-failed': 'sin moradores',
  'address-wrong': 'error dirección',
  'operator-asks': 'incidencia',
  stored: 'almacenaje',
  returning: 'en devolución',
  returned: 'devuelto',
  'refused-by-customer': 'rechazado cliente',
  lost: 'extraviado',
  'cancelled-by-operator': 'pedido anulado',
  'not-delivered': 'retiro CD cliente',
};
const FOREIGN = { company: 'Olva', number: 'OLVA-1', url: 'https://olva.example/1' };
const LATER = {
  'other-tracking-kept': () => undefined, // its fulfillment has it from the beginning
  'unknown-to-operator': (_: Laid, orderNumber: string) =>
    world.operator.injectFault({ kind: '404', verb: 'read', orderNumber }),
  'cancelled-after-hand-over': ({ id }: Laid) => world.shopify.cancelFulfillment(SHOP, id),
  'edited-after-hand-over': ({ orderId }: Laid) =>
    world.shopify.changeOrder(SHOP, orderId, { shippingAddress: { address1: 'Marked-Av. Larco 1' } }),
};
const HOUR_MS = 3_600_000;
/** In hours from now: when it was handed over and when it is promised. `silent` is when the operator's record says so. */
const WARNINGS: Readonly<Record<string, { handedOver: number; promised: number }>> = {
  late: { handedOver: -1, promised: -0.5 },
  stuck: { handedOver: -5, promised: 1 },
  'no-news': { handedOver: -46 * 24, promised: -24 },
};
const CODES = [BEFORE, STATES, LATER, WARNINGS].flatMap((each) => Object.keys(each));

interface Laid {
  readonly code: string;
  /** Of the fulfillment. */
  readonly id: string;
  readonly orderId: string;
  readonly name: string;
}

function fulfil(code: string, change: Partial<OrderDraft> = {}): Laid {
  const { id: orderId, name } = world.shopify.enterOrder(SHOP, limaOrder({ lineItems, ...change }));
  const tracking = code === 'other-tracking-kept' ? [FOREIGN] : [];
  return { code, orderId, name, id: world.shopify.fulfill(SHOP, orderId, { tracking }).id };
}

async function steer(laid: Laid): Promise<void> {
  const { code } = laid;
  if (code in BEFORE) return;
  const { id, orderNumber } = await settledDelivery(world, 'the operator has it', laid, { state: 'ingresado' });
  const state = STATES[code];
  if (state) world.operator.setState(orderNumber ?? '', state, new Date(world.clock.now().getTime() + 1_000));
  else if (code in WARNINGS) {
    const { handedOver = 0, promised = 0 } = WARNINGS[code] ?? {};
    const [handedOverAt, promisedUntil] = [handedOver, promised].map(
      (hours) => new Date(world.clock.now().getTime() + hours * HOUR_MS),
    );
    const data = { handedOverAt, promisedUntil, watchAt: world.clock.now() };
    await world.database.delivery.update({ where: { id }, data });
  } else {
    // a change within the second of our own tag counts as that tag
    await until('our tag is some seconds old', async () => {
      const settledAt = { lt: new Date(world.clock.now().getTime() - 2_500) };
      return world.database.delivery.findFirst({ where: { id, publications: { some: {}, every: { settledAt } } } });
    });
    LATER[code as keyof typeof LATER](laid, orderNumber ?? '');
  }
}

const codesOf = ({ problems, flags }: { problems: unknown; flags: unknown }) =>
  [...(problems as { code: string }[]), ...(flags as { code: string }[])].map(({ code }) => code);

async function sentenceOf({ id: fulfillmentId }: Laid): Promise<string> {
  const { problems, flags } = await world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });
  const [problem] = problems as unknown as Problem[];
  const [flag] = flags as unknown as Flag[];
  return problem ? describeProblem(problem, 'en').sentence : textsIn('en').flags[flag?.code ?? 'late'].sentence;
}

const attention = (app: FrameLocator) =>
  app.locator('div', { has: app.getByRole('link', { name: 'Need attention', exact: true }) }).last();
const NEXT: Readonly<Record<string, string>> = buyerTexts.next;
/** What no correction of the order ends. */
const STAYS_UNSENT = new Set(['address-missing', 'after-cutoff']);
const ENDED = new Set(['lost', 'cancelled-by-operator', 'not-delivered']);
const numberOf = (orderId: string) => orderId.split('/').at(-1) ?? '';

it('each is on Home, in its tab, at the desk, on the order, in Flow and on the buyer’s page, until its remedy ends it', async () => {
  world.operator.injectFault({ kind: '400', verb: 'create', times: 1 });
  const refused = fulfil('operator-refused');
  await until('the refusal', () => world.database.delivery.findFirst({ where: { phase: 'needs-attention' } }));
  const all = [refused, ...CODES.map((code) => fulfil(code, BEFORE[code]))];
  const { name: open } = world.shopify.enterOrder(SHOP, limaOrder({ lineItems, ...to({ phone: null }) }));
  await Promise.all(all.slice(1).map(steer));
  await until('all of them', async () => {
    const rows = await world.database.delivery.findMany({
      where: { attentionSince: { not: null }, publications: { every: { settledAt: { not: null } } } },
    });
    await world.database.delivery.updateMany({
      where: { attentionSince: null, nextReadAt: { gt: world.clock.now() } },
      data: { nextReadAt: world.clock.now() },
    });
    const found = new Map(rows.map((row) => [row.fulfillmentId, codesOf(row)]));
    return all.every(({ id, code }) => found.get(id)?.includes(code));
  });
  await until('the early warning', () => world.database.openOrder.findFirst({ where: { verdict: 'warned' } }));

  const tab = await world.openTab(SHOP);
  const { app, page } = tab;
  await tab.open('/app');
  await attention(app).getByText(String(all.length), { exact: true }).waitFor();
  await app.getByText('1 order cannot be sent as it is').waitFor();
  await tab.screenshot('exceptions-home');

  await tab.open('/app/review');
  await app.getByRole('link', { name: open, exact: true }).waitFor();
  for (const laid of all) {
    await app
      .getByRole('heading', { name: await sentenceOf(laid), exact: true })
      .first()
      .waitFor();
    await app.getByRole('link', { name: laid.name, exact: true }).waitFor();
  }
  await tab.screenshot('exceptions-desk');
  expect(await accessibilityFaults(app)).toEqual([]);

  await tab.open('/app/deliveries?tab=attention');
  await app.getByRole('tab', { name: new RegExp(`^Needs attention\\D*${all.length}$`) }).waitFor({ timeout: 20_000 });

  const buyer = await world.openPage();
  for (const laid of all) {
    const { code, id, orderId } = laid;
    const sentence = await sentenceOf(laid);
    await tab.openAdmin(`/orders/${numberOf(orderId)}`);
    await page
      .frameLocator('iframe[data-extension="delivery-block"]')
      .getByText(code in WARNINGS ? /^(The promised time passed|Collection was due)/ : sentence)
      .first()
      .waitFor();
    const fields = world.shopify.metafields(SHOP, orderId).map(({ value }) => value);
    expect(fields.join(), code).toContain(`"code":"${code}"`);
    expect(world.shopify.store.get(SHOP)?.order(orderId).tags, code).toContain('handoff:needs-attention');
    const told = world.shopify.flowTriggers(SHOP).filter(({ payload }) => payload['Fulfillment ID'] === id);
    expect(told.map(({ payload }) => payload.Problem).join(), code).toContain(code);
    const next = NEXT[ENDED.has(code) ? 'ended' : code];
    if (!next || code in BEFORE) continue;
    await buyer.goto(`${world.shopify.url}/account/${SHOP.split('.')[0] ?? ''}/orders/${numberOf(orderId)}?locale=en`);
    await buyer.frameLocator('iframe[data-extension="delivery-status"]').getByText(next).waitFor();
  }

  // each by its own remedy: a correction on the order and a retry, the operator's next state, or a person's word
  world.operator.clearFaults();
  for (const laid of all) {
    const { code, id: fulfillmentId, orderId } = laid;
    const { id, orderNumber } = await world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });
    if (
      code in WARNINGS ||
      ['attempt-failed', 'address-wrong', 'operator-asks', 'stored', 'returning', 'unknown-to-operator'].includes(code)
    ) {
      const at = new Date(world.clock.now().getTime() + 2_000);
      world.operator.setState(orderNumber ?? '', 'entregado', at);
    } else if (laid === refused || (code in BEFORE && !STAYS_UNSENT.has(code))) {
      const { customAttributes } = within(dayIn(9), '10:00-12:00');
      world.shopify.changeOrder(SHOP, orderId, {
        shippingAddress: address,
        ...(/^(window|file)/.test(code) && { customAttributes }),
      });
      await tab.open(`/app/deliveries/${id}`);
      await app.getByRole('button', { name: 'Retry delivery', exact: true }).click();
    } else {
      await tab.open(`/app/deliveries/${id}`);
      const isUnsent = STAYS_UNSENT.has(code);
      await app
        .getByRole('button', { name: isUnsent ? 'Do not send' : 'Mark as resolved', exact: true })
        .first()
        .click();
      if (isUnsent) await app.getByRole('button', { name: 'Do not send 1 delivery' }).click();
    }
    await settledDelivery(world, `the end of ${code}`, laid, { attentionSince: null });
  }
  for (const { code, orderId } of all) {
    expect(world.shopify.store.get(SHOP)?.order(orderId).tags, code).not.toContain('handoff:needs-attention');
  }
  await tab.open('/app');
  await attention(app).getByText('0', { exact: true }).waitFor();
  await app.getByText('2 fulfilled orders were not sent by your choice').waitFor();
});

it('whoever was called is waited for, and asked again later', async () => {
  const needsPerson = async () => {
    const laid = fulfil('phone-missing', BEFORE['phone-missing']);
    await settledDelivery(world, 'its problem', laid, { attentionSince: { not: null } });
    return laid;
  };
  const [first, second] = [await needsPerson(), await needsPerson()];
  const tab = await world.openTab(SHOP);
  const { app } = tab;
  await tab.open('/app/review');
  const shown = async () => {
    const names = await app.getByRole('link', { name: /^#\d+$/ }).allInnerTexts();
    return names.filter((name) => [first.name, second.name].includes(name));
  };
  expect(await shown()).toEqual([first.name, second.name]);
  await app.getByRole('button', { name: `Called: back in 2 hours: ${first.name}` }).click();
  await app.getByText(/^Called, waiting until /).waitFor();
  expect(await shown()).toEqual([second.name, first.name]);
  await tab.screenshot('desk-called');
  await world.database.delivery.updateMany({
    where: { calledUntil: { not: null } },
    data: { calledUntil: new Date(0) },
  });
  await tab.reload();
  expect(await shown()).toEqual([first.name, second.name]);
  expect(await app.getByText(/^Called, waiting until /).count()).toBe(0);
});
