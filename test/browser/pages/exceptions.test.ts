import { afterAll, beforeAll, expect, it } from 'vitest';
import { PROBLEM_CODES } from '../../../app/domain/problems/problem.ts';
import { FLAG_CODES } from '../../../app/domain/tracking/promise-watch.ts';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-draft.ts';
import { startBrowserWorld, STILL_TIMELINE, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { settledDelivery } from '../../set-up/world/settled-delivery.ts';
import { until } from '../../set-up/time/until.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import {
  allNeedPerson,
  expectEverywhere,
  expectNowhere,
  expectOnBuyersPage,
  OF_THE_SHOP,
  type Laid,
} from './exception-places.ts';

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
/** In hours from now: when it was handed over and when it is promised. */
const WARNINGS: Readonly<Record<string, { handedOver: number; promised: number }>> = {
  late: { handedOver: -1, promised: -0.5 },
  stuck: { handedOver: -5, promised: 1 },
  silent: { handedOver: -40, promised: 48 },
  'no-news': { handedOver: -46 * 24, promised: -24 },
};
const CODES = [BEFORE, STATES, LATER, WARNINGS].flatMap((each) => Object.keys(each));

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
    // what the operator last said is as old, and it says nothing else until the faults are cleared
    world.operator.injectFault({ kind: '500', verb: 'read', orderNumber: orderNumber ?? '' });
    const ages = { handedOverAt, stateAt: handedOverAt, operatorUpdatedAt: handedOverAt };
    const data = { ...ages, promisedUntil, watchAt: world.clock.now() };
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

/** What no correction of the order ends. */
const STAYS_UNSENT = new Set(['address-missing', 'after-cutoff']);
const ENDED = new Set(['lost', 'cancelled-by-operator', 'not-delivered']);

it('each is on Home, in its tab, at the desk, on the order, in Flow and on the buyer’s page, until its remedy ends it', async () => {
  world.operator.injectFault({ kind: '400', verb: 'create', times: 1 });
  const refused = fulfil('operator-refused');
  await until('the refusal', () => world.database.delivery.findFirst({ where: { phase: 'needs-attention' } }));
  const all = [refused, ...CODES.map((code) => fulfil(code, BEFORE[code]))];
  // no order and no setting leads to a body that breaks the interface, so nothing here can bring that about
  const codes = [...all.map(({ code }) => code), ...OF_THE_SHOP, 'order-invalid'];
  expect(codes.sort()).toEqual([...PROBLEM_CODES, ...FLAG_CODES].sort());
  const { name: open } = world.shopify.enterOrder(SHOP, limaOrder({ lineItems, ...to({ phone: null }) }));
  await Promise.all(all.slice(1).map(steer));
  await allNeedPerson(world, all);
  await until('the early warning', () => world.database.openOrder.findFirst({ where: { verdict: 'warned' } }));

  const tab = await world.openTab(SHOP);
  const { app } = tab;
  await tab.open('/app');
  await app.getByText('1 order cannot be sent as it is').waitFor();
  await tab.open('/app/review');
  await app.getByRole('link', { name: open, exact: true }).waitFor();
  await expectEverywhere(world, tab, all);
  for (const laid of all) {
    if (!(laid.code in BEFORE)) await expectOnBuyersPage(world, laid, ENDED.has(laid.code) ? 'ended' : laid.code);
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
    } else if (ENDED.has(code)) {
      await tab.open('/app/review');
      await app.getByRole('button', { name: `Mark as resolved: ${laid.name}`, exact: true }).click();
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
  await expectNowhere(world, tab, all);
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
