import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { TRY_LIMIT } from '../../../app/domain/calendar/back-off.ts';
import { PASSING_PROBLEMS } from '../../../app/domain/problems/problem.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import { createOrder } from '../../../app/operator/client.ts';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-draft.ts';
import { ORDER } from '../../contract/an-order.ts';
import { startBrowserWorld, STILL_TIMELINE, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { limaOrder, SHOP } from '../../set-up/world/demo-order.ts';
import { BRANCH, OPERATOR_TOKEN } from '../../set-up/world/offline-world.ts';
import { settledDelivery } from '../../set-up/world/settled-delivery.ts';
import { TEST_PACE } from '../../set-up/time/pace.ts';
import { until } from '../../set-up/time/until.ts';
import { allNeedPerson, expectEverywhere, expectNowhere, OF_THE_SHOP, type Laid } from './exception-places.ts';

/** What `exceptions.test.ts` leaves out: the shop's settings, Shopify or the operator are the reason, not the order. */

const WAREHOUSE = 'Bodega Lurín';
const PREFIX = 'tienda-'.repeat(7) + 'x';
const PACKAGES = 2;

let world: BrowserWorld;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'handoff-exceptions-'));
  const profile = path.join(folder, 'profile.json');
  await writeFile(
    profile,
    JSON.stringify({
      packages: { limit: PACKAGES, beyond: 'problem' },
      lengths: { notes: { limit: 200, beyond: 'problem' } },
    }),
  );
  world = await startBrowserWorld({ timeline: STILL_TIMELINE });
  const { record } = shop();
  record.locale = 'en';
  world.shopify.addLocations(SHOP, [{ name: WAREHOUSE }]);
  const [first] = [...shop().locations.keys()];
  const variables = { OPERATOR_PROFILE: profile, OPERATOR_TIME_ZONE: '' };
  await world.setUpShop(await world.startProcess(variables, { hurry: true }), {
    publish: { stateTags: true },
    pickup: { default: null, locations: { [first ?? '']: { point: { id: BRANCH } } } },
    service: { methods: { [TODAY]: 'Sameday' }, afterCutoff: 'ask', workingDays: OTHER_DAYS },
    orderNumber: { prefix: PREFIX },
  });
  await world.shopify.useFlow(SHOP, true);
});

afterAll(async () => {
  await world.stop();
  await rm(folder, { recursive: true });
});

function shop() {
  const found = world.shopify.store.get(SHOP);
  if (!found) throw new Error('the shop is not there');
  return found;
}

const TODAY = 'Hoy';
const WEEK = [1, 2, 3, 4, 5, 6, 7];
/** The weekdays, but for the two on which this may run in Lima. */
const OTHER_DAYS = WEEK.filter((day) => {
  const today = new Date(Date.now() - 5 * 3_600_000).getUTCDay();
  return ![0, 1].includes((day - today + 7) % 7);
});

const lineItems = [{ title: 'Taza', sku: 'TAZA', price: '35.00' }];
const customer = { firstName: 'Marked-Íñigo', lastName: 'Marked-Ñahui', email: null };

/** By its code: an order for which the shop's settings, or the operator's limits, have no answer. */
const ORDERS: Readonly<Record<string, Partial<OrderDraft>>> = {
  'email-missing': { email: null, customer },
  'email-unusable': { email: 'marked-email at example', customer },
  'order-number-too-long': { name: `#${'7'.repeat(60)}` },
  'order-number-unreadable': {},
  'text-too-long': { note: 'marked-note '.repeat(20) },
  'packages-too-many': { lineItems: [1, 2, 3].map((n) => ({ title: `Taza ${n}`, sku: `TAZA-${n}`, price: '35.00' })) },
  'price-unreadable': {},
  'pickup-missing': { location: WAREHOUSE },
  'closed-today': { shippingLine: { title: TODAY, price: '12.00' } },
  'order-number-taken': {},
  'order-out-of-reach': {},
};
/** What fails while the delivery is handed over or written to Shopify. */
const FAILURES = [
  'operator-unreachable',
  'outcome-unknown',
  'unexpected-failure',
  'shopify-unreachable',
  'shopify-access-missing',
  'shopify-write-refused',
];
function fulfil(code: string): Laid {
  const {
    id: orderId,
    name,
    lineItems: lines,
  } = world.shopify.enterOrder(SHOP, limaOrder({ lineItems, ...ORDERS[code] }));
  if (code === 'order-out-of-reach') world.shopify.changeOrder(SHOP, orderId, { createdAt: daysAgo(61) });
  const fulfillment = world.shopify.fulfill(SHOP, orderId);
  const { id } = fulfillment;
  if (code === 'order-number-unreadable') Object.assign(fulfillment, { name: '#' });
  const [line] = lines;
  if (code === 'price-unreadable' && line) line.unitPrice = '-35.00';
  return { code, id, orderId, name };
}

/** What is tried again by itself until it passes. */
const PASSING = new Set<string>(PASSING_PROBLEMS);
/** What only a person's word ends: the button, and the one that confirms it. */
const WORDS: Readonly<Record<string, readonly [button: string, confirmed?: string]>> = {
  'order-out-of-reach': ['Do not send', 'Do not send 1 delivery'],
  'shopify-write-refused': ['Mark as resolved'],
};

async function correctSettings(): Promise<void> {
  const { settings } = await world.database.shop.findUniqueOrThrow({ where: { domain: SHOP } });
  const { pickup, service, ...saved } = shopSettingsSchema.parse(settings);
  const corrected = shopSettingsSchema.parse({
    ...saved,
    pickup: { ...pickup, default: { id: BRANCH } },
    service: { ...service, workingDays: WEEK },
    mapping: { onePackage: true },
    orderNumber: { prefix: 'otra' },
  });
  await world.database.shop.update({ where: { domain: SHOP }, data: { settings: corrected } });
}

/** As a merchant corrects the order in Shopify. */
function correct({ code, id, orderId }: Laid): void {
  if (/^(email|text)/.test(code)) {
    world.shopify.changeOrder(SHOP, orderId, { email: 'marked-email@example.com', note: null });
  }
  const [line] = shop().order(orderId).lineItems;
  if (code === 'price-unreadable' && line) line.unitPrice = '35.00';
  if (code === 'order-number-unreadable') Object.assign(shop().fulfillment(id), { name: '#9001.1' });
}

const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000).toISOString();
const numberOf = (name: string) => `${PREFIX}-${name.slice(1)}.1`;

/** Another buyer's order under the number that the shop's next order will have. */
async function takeNextNumber(): Promise<void> {
  const { name } = world.shopify.enterOrder(SHOP, limaOrder({ lineItems }));
  const access = { baseUrl: world.operator.url, token: OPERATOR_TOKEN, pace: TEST_PACE.operator };
  const contact = { fullname: 'Otra Persona', email: 'otra@example.com', phone: '+51911111111' };
  const order_number = numberOf(`#${Number(name.slice(1)) + 1}`);
  await createOrder(access, { ...ORDER, order_number, dropoff: { ...ORDER.dropoff, contact } });
}

it('each is on Home, in its tab, at the desk, on the order and in Flow, until its remedy ends it', async () => {
  const all: Laid[] = [];
  const { ianaTimezone } = shop().record;
  const ofShop = async (code: string, change: () => void, restore: () => void) => {
    change();
    const laid = fulfil(code);
    all.push(laid);
    await settledDelivery(world, code, laid, { attentionSince: { not: null } });
    restore();
  };
  await ofShop(
    'customer-data-withheld',
    () => world.shopify.withhold(SHOP, 'fields'),
    () => world.shopify.withhold(SHOP, 'nothing'),
  );
  await ofShop(
    'time-zone-unknown',
    () => (shop().record.ianaTimezone = 'America/Nowhere'),
    () => (shop().record.ianaTimezone = ianaTimezone),
  );

  await takeNextNumber();
  all.push(fulfil('order-number-taken'));
  all.push(
    ...Object.keys(ORDERS)
      .filter((code) => code !== 'order-number-taken')
      .map(fulfil),
  );
  const failing = FAILURES.map(fulfil);
  all.push(...failing);
  const of = (code: string) => failing.find((each) => each.code === code) ?? failing[0];
  // the variables of its reads and of its tracking; other writes name it as well
  const read = (code: string) => `{"id":"${of(code)?.id ?? ''}"`;
  const tracking = (code: string) => `{"fulfillmentId":"${of(code)?.id ?? ''}","tracking"`;
  world.shopify.setFaults(SHOP, [
    { kind: 'http', status: 500, times: 1_000, match: read('shopify-unreachable') },
    { kind: 'http', status: 403, times: 1_000, match: read('shopify-access-missing') },
    { kind: 'user-error', times: 1_000, match: tracking('shopify-write-refused') },
  ]);
  const orderNumberOf = (code: string) => numberOf(of(code)?.name ?? '');
  const [unreachable, unknown, unexpected] = ['operator-unreachable', 'outcome-unknown', 'unexpected-failure'].map(
    orderNumberOf,
  );
  world.operator.injectFault({ kind: '503', verb: 'create', orderNumber: unreachable });
  world.operator.injectFault({ kind: '500-after-accepting', verb: 'create', orderNumber: unknown });
  world.operator.injectFault({ kind: 'truncated-json', verb: 'read', orderNumber: unknown });
  world.operator.injectFault({ kind: '500-after-accepting', verb: 'create', orderNumber: unexpected });
  world.operator.injectFault({ kind: 'truncated-json', verb: 'read', times: 4, orderNumber: unexpected });

  const doubtful = (laid: Laid | undefined) =>
    until(`the doubt of ${laid?.code ?? ''}`, () =>
      world.database.delivery.findFirst({
        where: { fulfillmentId: laid?.id ?? '', possiblySentAt: { not: null }, claimToken: null },
      }),
    );
  // lost as often as a person should know, and too long ago to turn up
  const { id: deliveryId } = await doubtful(of('operator-unreachable'));
  const startedAt = world.clock.now();
  await world.database.attempt.createMany({
    data: Array.from({ length: TRY_LIMIT - 1 }, () => ({ deliveryId, verb: 'create', startedAt })),
  });
  await world.database.delivery.update({ where: { id: deliveryId }, data: { possiblySentAt: daysAgo(5) } });
  // its next try comes after hours, as at the usual pace
  await until('it told', async () => {
    const told = { id: deliveryId, phase: 'needs-attention', claimToken: null };
    const { count } = await world.database.delivery.updateMany({ where: told, data: { sendAt: daysAgo(-1) } });
    return count === 1;
  });
  // as a version of the program writes it that this one cannot read
  const { id: later, handedOverWith } = await doubtful(of('unexpected-failure'));
  await world.database.delivery.update({ where: { id: later }, data: { handedOverWith: { written: 'otherwise' } } });

  await allNeedPerson(world, all);
  expect(all.map(({ code }) => code).sort()).toEqual(OF_THE_SHOP.toSorted());
  const tab = await world.openTab(SHOP);
  await expectEverywhere(world, tab, all);

  // what failed works again
  await world.database.delivery.update({ where: { id: later }, data: { handedOverWith: handedOverWith ?? {} } });
  await world.database.delivery.update({ where: { id: deliveryId }, data: { sendAt: world.clock.now() } });
  world.shopify.setFaults(SHOP, []);
  world.operator.clearFaults();
  const isPassing = ({ code }: Laid) => PASSING.has(code);
  for (const laid of all.filter(isPassing)) {
    await settledDelivery(world, `the end of ${laid.code}`, laid, { attentionSince: null });
  }

  // the merchant corrects the settings or the order, or says that it is taken care of
  await correctSettings();
  for (const laid of all.filter((each) => !isPassing(each))) {
    const { code, id: fulfillmentId } = laid;
    const { id } = await world.database.delivery.findFirstOrThrow({ where: { fulfillmentId } });
    correct(laid);
    if (code === 'order-number-taken') {
      // the number is given up once it is certain that nothing was sent under it
      await world.database.delivery.update({ where: { id }, data: { possiblySentAt: daysAgo(1) } });
    }
    const [button, confirmed] = WORDS[code] ?? ['Retry delivery'];
    await tab.open(`/app/deliveries/${id}`);
    await tab.app.getByRole('button', { name: button, exact: true }).first().click();
    if (confirmed) await tab.app.getByRole('button', { name: confirmed }).click();
    await settledDelivery(world, `the end of ${code}`, laid, { attentionSince: null });
  }
  await expectNowhere(world, tab, all);
});
