import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SESSION_ENDED } from '../../app/shopify/access/offline-session.ts';
import { readOrder } from '../../app/shopify/reading/read-orders.ts';
import { limaOrder, SECOND_SHOP, SECOND_TEST_SHOP, SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { ProgramHere } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';
import { postWebhook } from '../set-up/webhook.ts';

let world: OfflineWorld;
let program: ProgramHere;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
});

beforeEach(async () => {
  await world.setUpShop(program);
});

afterAll(async () => {
  await world.stop();
});

const fulfillOne = () => world.shopify.fulfill(SHOP, world.shopify.enterOrder(SHOP, limaOrder()).id);
const inDelivery = (fulfillmentId: string) =>
  until('the delivery accepted', () =>
    world.database.delivery.findFirst({ where: { fulfillmentId, phase: 'in-delivery' } }),
  );
const theShop = () => world.database.shop.findUniqueOrThrow({ where: { domain: SHOP } });

describe('the name, currency and time zone of a shop', () => {
  afterAll(() =>
    world.database.$transaction([
      world.database.shop.deleteMany({ where: { domain: SECOND_SHOP } }),
      world.database.session.deleteMany({ where: { shop: SECOND_SHOP } }),
      world.database.actionBudget.deleteMany({ where: { key: { contains: SECOND_SHOP } } }),
    ]),
  );

  const profileOf = (domain: string) =>
    world.database.shop.findUniqueOrThrow({
      where: { domain },
      select: { name: true, currency: true, timeZone: true },
    });
  const known = { name: SECOND_TEST_SHOP.name, currency: 'PEN', timeZone: 'America/Lima' };

  it('are known once the app is opened, before anything is handed over', async () => {
    world.shopify.installApp(SECOND_SHOP);
    await world.openApp(program, SECOND_SHOP);
    expect(await profileOf(SECOND_SHOP)).toEqual(known);
    expect(await world.database.delivery.count({ where: { shopDomain: SECOND_SHOP } })).toBe(0);
  });

  it('are read again when the app is opened, where Shopify did not answer before', async () => {
    await world.database.shop.update({
      where: { domain: SECOND_SHOP },
      data: { name: null, currency: null, timeZone: null },
    });
    world.shopify.setFaults(SECOND_SHOP, [{ kind: 'http', status: 503, match: 'ShopProfile' }]);
    await world.openApp(program, SECOND_SHOP);
    expect((await profileOf(SECOND_SHOP)).timeZone).toBeNull();
    await world.openApp(program, SECOND_SHOP);
    expect(await profileOf(SECOND_SHOP)).toEqual(known);
  });
});

describe('the offline token', () => {
  it('is refreshed when it ends, once, however many hand-overs need it at the same time', async () => {
    const before = await world.database.session.findFirstOrThrow({ where: { shop: SHOP } });
    await world.database.session.updateMany({ where: { shop: SHOP }, data: { expires: new Date('2026-01-01') } });
    await Promise.all([fulfillOne(), fulfillOne(), fulfillOne()].map(({ id }) => inDelivery(id)));
    const after = await world.database.session.findFirstOrThrow({ where: { shop: SHOP } });
    expect(after.expires?.getTime()).toBeGreaterThan(world.clock.now().getTime());
    expect(after.refreshToken).not.toBe(before.refreshToken);
    expect(await world.database.delivery.count({ where: { heldFor: 'no-shopify-token' } })).toBe(0);
  });

  it('is requested again when the answer to its refresh was lost', async () => {
    await world.database.session.updateMany({ where: { shop: SHOP }, data: { expires: new Date('2026-01-01') } });
    world.shopify.setFaults(SHOP, [{ on: 'token', kind: 'reset', when: 'after-commit' }]);
    await inDelivery(fulfillOne().id);
    expect(await world.database.delivery.count({ where: { heldFor: 'no-shopify-token' } })).toBe(0);
  });

  it('of an inactive shop is refreshed as well, long before the refresh token expires', async () => {
    const session = await world.database.session.findFirstOrThrow({ where: { shop: SHOP } });
    await world.database.session.updateMany({ where: { shop: SHOP }, data: { expires: new Date('2026-01-01') } });
    await world.database.shop.update({ where: { domain: SHOP }, data: { reconcileAt: world.clock.now() } }); // as every five minutes
    await until('the refreshed token', async () => {
      const { refreshToken, expires } = await world.database.session.findFirstOrThrow({ where: { shop: SHOP } });
      return refreshToken !== session.refreshToken && (expires?.getTime() ?? 0) > world.clock.now().getTime();
    });
  });

  it('of a shop that has none is missed at once, whoever refreshes one meanwhile', async () => {
    const shop = 'nobody.myshopify.com';
    await world.database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(hashtextextended(${`refresh:${shop}`}, 0))`;
      const missed = readOrder(program.app.adminApi, shop, 'gid://shopify/Order/1');
      await expect(missed).rejects.toMatchObject({ failure: 'not-installed' });
    });
  });

  it('that Shopify no longer accepts holds deliveries until the merchant opens the app', async () => {
    await world.database.session.deleteMany({ where: { shop: SHOP } });
    const { id } = fulfillOne();
    await until('the held delivery', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId: id, heldFor: 'no-shopify-token' } }),
    );
    await world.openApp(program);
    await inDelivery(id);
  });
});

/** The receipt of a webhook that Shopify triggered then. */
async function handled(topic: string, triggeredAt: Date) {
  const webhookId = `${topic}-${triggeredAt.getTime()}`;
  const headers = { 'X-Shopify-Triggered-At': triggeredAt.toISOString() };
  await postWebhook(program.url, { topic, shop: SHOP, webhookId, body: { id: 1 }, headers });
  return until('the receipt handled', () =>
    world.database.webhookReceipt.findFirst({ where: { webhookId, outcome: { not: null } } }),
  );
}

describe('uninstall', () => {
  it('stops at once, deletes the tokens and keeps the settings; a reinstall resumes and sends nothing twice', async () => {
    const { id } = fulfillOne();
    await inDelivery(id);
    const ordersBefore = world.operator.orders().length;
    world.shopify.uninstallApp(SHOP);
    await until('the uninstall', async () => (await theShop()).uninstalledAt);
    expect(await world.database.session.count({ where: { shop: SHOP } })).toBe(0);
    const readBefore = world.operator.requests().length;

    await world.setUpShop(program);
    const shop = await theShop();
    expect(shop).toMatchObject({ uninstalledAt: null, handOverOn: true });
    await until('reads that go on', () => world.operator.requests().length > readBefore);
    expect(world.operator.orders()).toHaveLength(ordersBefore);
  });

  it('that arrives after the reinstall is ignored', async () => {
    const late = new Date((await theShop()).installedAt?.getTime() ?? 0);
    late.setMinutes(late.getMinutes() - 5);
    expect(await handled('app/uninstalled', late)).toMatchObject({ outcome: 'skipped' });
    expect((await theShop()).uninstalledAt).toBeNull();
  });

  it('that arrives after the merchant has opened the app again is ignored, although the shop was never seen to end', async () => {
    const hoursAgo = (hours: number) => new Date(world.clock.now().getTime() - hours * 3_600_000);
    await world.database.shop.update({ where: { domain: SHOP }, data: { installedAt: hoursAgo(48) } });
    await world.database.session.deleteMany({ where: { shop: SHOP } }); // so a token is issued
    await world.openApp(program);
    expect(await handled('app/uninstalled', hoursAgo(1))).toMatchObject({ outcome: 'skipped' });
    expect((await theShop()).uninstalledAt).toBeNull();
  });

  it('is over when the merchant opens the app, where that could not be kept when the token was issued', async () => {
    const ended = { uninstalledAt: world.clock.now(), reconcileAt: null };
    await world.database.shop.update({ where: { domain: SHOP }, data: ended });
    await world.openApp(program);
    expect(await theShop()).toMatchObject({ uninstalledAt: null, reconcileAt: expect.any(Date) as Date });
  });
});

describe('missing permissions are shown on the first page', () => {
  /** What a person sees of it. */
  const page = async () => {
    const host = Buffer.from(`admin.shopify.com/store/${SHOP.split('.')[0] ?? ''}`).toString('base64');
    const query = new URLSearchParams({ shop: SHOP, host, embedded: '1', id_token: world.shopify.idToken(SHOP) });
    const answer = await fetch(`${program.url}/app?${query.toString()}`, {
      headers: { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36' },
    });
    return (await answer.text()).replaceAll(/<script\b.*?<\/script>/gs, '');
  };
  afterEach(() => world.shopify.withhold(SHOP, 'nothing'));

  const LACKS = 'Handoff needs more permissions in this store';
  const WITHHELD = 'Shopify does not share all customer data with Handoff';

  it('scopes, by name, as long as they are missing', async () => {
    const { scopes } = world.shopify.store.get(SHOP)?.installation ?? { scopes: [] };
    expect(await page()).not.toContain(LACKS);
    world.shopify.grantScopes(SHOP, ['write_orders']);
    await until('the missing scopes said', async () => (await page()).includes(LACKS));
    expect(await page()).toContain('read_locations');
    expect(await page()).not.toContain('read_orders'); // who may write may read
    world.shopify.grantScopes(SHOP, scopes);
    await until('nothing missing any more', async () => !(await page()).includes(LACKS));
  });

  it("buyers' data, as long as they are withheld", async () => {
    expect(await page()).not.toContain(WITHHELD);
    world.shopify.withhold(SHOP, 'fields');
    const { id } = fulfillOne();
    await until('the delivery that needs attention', () =>
      world.database.delivery.findFirst({ where: { fulfillmentId: id, phase: 'needs-attention' } }),
    );
    expect(await page()).toContain(WITHHELD);
    world.shopify.withhold(SHOP, 'nothing');
    await inDelivery(fulfillOne().id);
    expect(await page()).not.toContain(WITHHELD);
  });
});

describe('privacy topics', () => {
  const post = async (topic: string, body: object) => {
    expect((await postWebhook(program.url, { topic, shop: SHOP, body })).status).toBe(200);
    return until(`the audit of ${topic}`, () =>
      world.database.auditEntry.findFirst({ where: { shop: SHOP, action: topic }, orderBy: { id: 'desc' } }),
    );
  };

  it('are answered with ids only, and audited', async () => {
    const { id, orderId } = fulfillOne();
    await inDelivery(id);
    const number = Number(orderId.split('/').at(-1));
    const customer = { id: 1, email: 'marked@example.com', phone: '555' };
    const request = await post('customers/data_request', { customer, orders_requested: [number] });
    expect(request.detail).toMatchObject({ orderIds: [orderId] });

    await world.database.attempt.updateMany({ where: { delivery: { orderId } }, data: { message: 'words' } });
    await world.database.delivery.updateMany({
      where: { orderId },
      data: {
        problems: [
          { code: 'operator-refused', field: null, details: { message: 'words' } },
          { code: 'district-not-served', field: 'dropoff.location.district', details: { district: 'brena' } },
        ],
      },
    });
    const redaction = await post('customers/redact', { customer, orders_to_redact: [number] });
    expect(redaction.detail).toMatchObject({ orderIds: [orderId] });
    expect(await world.database.attempt.count({ where: { delivery: { orderId }, message: { not: null } } })).toBe(0);
    expect((await world.database.delivery.findFirstOrThrow({ where: { orderId } })).problems).toEqual([
      { code: 'operator-refused', field: null, details: {} },
      { code: 'district-not-served', field: 'dropoff.location.district', details: {} },
    ]);
  });

  /** What is under way when the app is uninstalled can still arrive, or be written, after it. */
  async function nothingUnderWay(): Promise<void> {
    onTestFinished(() => program.sweeps.reads.start());
    await program.sweeps.reads.stop();
    await until('nothing under way', async () => {
      const publications = await world.database.publication.count({ where: { settledAt: null } });
      return publications === 0 && (await world.database.orderComparison.count()) === 0;
    });
    await world.webhooksHandled();
  }

  it('shop/redact removes everything of an uninstalled shop but the audit', async () => {
    await nothingUnderWay();
    world.shopify.uninstallApp(SHOP);
    await until('the uninstall', async () => (await theShop()).uninstalledAt);
    await world.webhooksHandled();
    await world.database.actionBudget.upsert({
      where: { key: SHOP },
      create: { key: SHOP, points: 1, expire: 1 },
      update: { points: 1 },
    });
    await post('shop/redact', { shop_id: 1, shop_domain: SHOP });
    for (const [table, count] of Object.entries({
      shop: await world.database.shop.count(),
      delivery: await world.database.delivery.count(),
      attempt: await world.database.attempt.count(),
      stateEntry: await world.database.stateEntry.count(),
      publication: await world.database.publication.count(),
      openOrder: await world.database.openOrder.count(),
      savedView: await world.database.savedView.count(),
      print: await world.database.print.count(),
      orderOutbox: await world.database.orderOutbox.count(),
      flowUse: await world.database.flowUse.count(),
      flowTrigger: await world.database.flowTrigger.count(),
      flowActionRun: await world.database.flowActionRun.count(),
      session: await world.database.session.count(),
      operatorAccount: await world.database.operatorAccount.count(),
      webhookReceipt: await world.database.webhookReceipt.count(),
      actionBudget: await world.database.actionBudget.count(),
      orderComparison: await world.database.orderComparison.count(),
    })) {
      expect([table, count]).toEqual([table, 0]);
    }
    expect(await world.database.auditEntry.count({ where: { action: 'shop/redact' } })).toBe(1);

    // a webhook that comes late makes no shop again
    const webhookId = 'after-the-redaction';
    const body = { admin_graphql_api_id: 'gid://shopify/Fulfillment/9', order_id: 8, status: 'success' };
    await postWebhook(program.url, { topic: 'fulfillments/create', shop: SHOP, webhookId, body });
    const receipt = await until('the receipt handled', () =>
      world.database.webhookReceipt.findFirst({ where: { webhookId, outcome: { not: null } } }),
    );
    expect(receipt).toMatchObject({ outcome: 'skipped', reason: 'the data of the shop was removed' });
    expect(await world.database.shop.count()).toBe(0);
    expect(await world.database.delivery.count()).toBe(0);
  });

  it('shop/redact removes a large shop in portions, although app/uninstalled never arrived', async () => {
    onTestFinished(async () => {
      await world.database.auditEntry.deleteMany();
    });
    await nothingUnderWay();
    await world.database.auditEntry.deleteMany(); // of the removal before
    const session = await world.database.session.findFirstOrThrow({ where: { shop: SHOP } });
    world.shopify.uninstallApp(SHOP);
    await until('the uninstall', async () => (await theShop()).uninstalledAt);
    await world.webhooksHandled();
    await world.database.session.create({ data: { ...session, expires: SESSION_ENDED } });
    await world.database.shop.update({ where: { domain: SHOP }, data: { uninstalledAt: null } });
    await world.database.$executeRaw`
      INSERT INTO "Delivery" ("id", "shopDomain", "fulfillmentId", "orderId", "createdAt", "updatedAt")
      SELECT gen_random_uuid(), ${SHOP}, 'large-' || n, 'none', now(), now() FROM generate_series(1, 2500) n`;
    const all = await world.database.delivery.count();

    const { detail } = await post('shop/redact', { shop_id: 1, shop_domain: SHOP });
    expect(await world.database.delivery.count()).toBe(0);
    expect(await world.database.shop.count()).toBe(0);
    expect(detail).toEqual({ deliveries: 1_000, installedUntil: expect.any(String) });
    const portions = await world.database.auditEntry.findMany({ where: { action: 'shop/redact-portion' } });
    expect(portions.map((portion) => portion.detail)).toMatchObject([
      { deliveries: 1_000 },
      { deliveries: all - 2_000 },
    ]);
  });

  it('a webhook that comes after shop/redact does not create the shop again', async () => {
    world.shopify.uninstallApp(SHOP);
    await until('the uninstall', async () => (await theShop()).uninstalledAt);
    await world.database.auditEntry.deleteMany(); // of the removal before
    await post('shop/redact', { shop_id: 1, shop_domain: SHOP });
    const webhookId = 'after-the-redaction';
    const body = { admin_graphql_api_id: 'gid://shopify/Fulfillment/9', order_id: 8, status: 'success' };
    await postWebhook(program.url, { topic: 'fulfillments/create', shop: SHOP, webhookId, body });
    const receipt = await until('the receipt handled', () =>
      world.database.webhookReceipt.findFirst({ where: { webhookId, outcome: { not: null } } }),
    );
    expect(receipt).toMatchObject({ outcome: 'skipped', reason: 'the data of the shop was removed' });
    expect(await world.database.shop.count()).toBe(0);
    expect(await world.database.delivery.count()).toBe(0);
  });
});
