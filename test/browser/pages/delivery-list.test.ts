import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startBrowserWorld, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { until } from '../../set-up/time/until.ts';
import { limaOrder } from '../../set-up/world/demo-order.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { addShop } from '../../set-up/browser/embedded-app.ts';
import { completeSettings } from '../../set-up/browser/complete-settings.ts';

const LATE_MS = 1_500;

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld();
  await world.startProcess();
});

afterAll(() => world.stop());

/** Rows of the list that no sweep touches. */
async function layOut(shop: string, rows: readonly object[]): Promise<void> {
  await world.database.delivery.createMany({
    data: rows.map((row, index) => ({
      shopDomain: shop,
      fulfillmentId: `gid://shopify/Fulfillment/${randomUUID()}`,
      orderId: `gid://shopify/Order/${index}`,
      orderName: `#${index + 1}`,
      fulfillmentName: `#${index + 1}.1`,
      phase: 'waiting',
      ...row,
    })),
  });
}

const delivered = { phase: 'delivered', state: 'entregado', stateGroup: 'delivered', service: 'Nextday' };
const LATE = { code: 'late', since: new Date().toISOString() };
const attention = { phase: 'needs-attention', problems: [{ code: 'phone-missing', field: null, details: {} }] };

describe('saved views', () => {
  it('are made from filters, chosen, changed, renamed and removed', async () => {
    const shop = addShop(world, 'views', 'en');
    const tab = await world.openTab(shop);
    const { app, page, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    await layOut(shop, [delivered, { ...delivered, service: 'Express' }, attention]);
    const row = (name: string) => app.getByRole('row').filter({ hasText: name });
    const views = () => world.database.savedView.findMany({ where: { shopDomain: shop } });

    await openPage('/app/deliveries?tab=all&service=Express');
    await row('#2.1').waitFor();
    await app.getByRole('button', { name: 'Save as' }).click();
    await app.getByRole('dialog').getByRole('textbox').fill('Express ones');
    await screenshot('deliveries-view-new');
    // the list that names the view comes late: the page must not open the view meanwhile
    const asked: string[] = [];
    await page.route('**/app/deliveries.data*', async (route) => {
      if (route.request().method() === 'POST') return route.fallback();
      const isView = route.request().url().includes('view=');
      if (!isView) await page.waitForTimeout(LATE_MS);
      asked.push(isView ? 'the view' : 'the list');
      await route.fallback();
    });
    await app
      .getByRole('dialog')
      .getByRole('button', { name: /Create view|Save/ })
      .click();
    const tabOf = (name: string) => app.getByRole('tab', { name });
    await tabOf('Express ones').waitFor();
    await until('the view in the address', () => page.url().includes('view='));
    expect(asked).toEqual(['the list', 'the view']);
    await page.unroute('**/app/deliveries.data*');
    await app.getByRole('tab', { name: 'Express ones', selected: true }).waitFor();
    expect(await views()).toMatchObject([{ name: 'Express ones', query: 'tab=all&service=Express' }]);
    await screenshot('deliveries-view');
    expect(await accessibilityFaults(app)).toEqual([]);

    await tabOf('All').click();
    await row('#1.1').waitFor();
    await until('the address without the view', () => !page.url().includes('view='));
    await tabOf('Express ones').click();
    await row('#1.1').waitFor({ state: 'detached' });
    await expect.poll(() => app.getByRole('row').count()).toBe(2);

    await tabOf('Express ones').click();
    await app.getByRole('menuitem', { name: /Rename/ }).click();
    await app.getByRole('dialog').getByRole('textbox').fill('Fast ones');
    await app.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await tabOf('Fast ones').waitFor();
    expect(await views()).toMatchObject([{ name: 'Fast ones' }]);

    await tabOf('Fast ones').click();
    await app.getByRole('menuitem', { name: /Delete/ }).click();
    await app
      .getByRole('dialog')
      .getByRole('button', { name: /Delete/ })
      .click();
    await tabOf('Fast ones').waitFor({ state: 'detached' });
    await row('#3.1').waitFor();
    expect(await views()).toEqual([]);
  });
});

describe('a caller', () => {
  const WORDS = {
    en: {
      box: 'Search and filter results',
      in: 'In “Delivered”',
      none: 'Shopify found no such customer',
      waiting: 'but it has no delivery',
    },
    es: {
      box: 'Buscar y filtrar resultados',
      in: 'En «Entregadas»',
      none: 'no encontró a ese cliente',
      waiting: 'pero no tiene entregas',
    },
    pt: {
      box: 'Pesquisar e filtrar resultados',
      in: 'Em “Entregues”',
      none: 'não encontrou esse cliente',
      waiting: 'mas ele não tem entregas',
    },
  };
  it.each(['en', 'es', 'pt'] as const)('is answered by name in two steps from every tab, in %s', async (locale) => {
    const words = WORDS[locale];
    const shop = addShop(world, `caller-${locale}`, locale);
    const tab = await world.openTab(shop);
    const { app, page, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    const lineItems = [{ title: 'Té verde', sku: 'TE-100', quantity: 2, price: '20.00' }];
    const order = world.shopify.enterOrder(shop, limaOrder({ lineItems }));
    const other = { firstName: 'Rosa', lastName: 'Quispe' };
    const open = limaOrder({
      lineItems,
      customer: null,
      email: null,
      shippingAddress: { ...limaOrder().shippingAddress, ...other },
    });
    world.shopify.enterOrder(shop, open);
    await layOut(shop, [attention, { ...delivered, orderId: order.id, orderName: order.name }]);
    const addresses: string[] = [];
    page.on('request', (request) => void addresses.push(request.url()));

    for (const each of ['attention', 'waiting', 'on-the-way', 'all']) {
      await openPage(`/app/deliveries?tab=${each}`);
      await app.getByRole('button', { name: words.box }).click(); // one
      await app.getByRole('textbox').first().fill('marked-ñahui'); // two
      await app.getByRole('row').filter({ hasText: order.name }).getByText(words.in).waitFor();
    }
    await screenshot(`deliveries-caller-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('textbox').first().fill('987654321');
    await app.getByRole('row').filter({ hasText: order.name }).waitFor();
    await app.getByRole('textbox').first().fill('rosa quispe');
    await app.getByText(words.waiting).waitFor();
    await screenshot(`deliveries-caller-waiting-${locale}`);
    await app.getByRole('textbox').first().fill('nadie conocido');
    await app.getByText(words.none).waitFor();
    await screenshot(`deliveries-caller-unknown-${locale}`);
    await app.getByRole('textbox').first().fill('');
    await app.getByText('#1.1', { exact: true }).waitFor();
    expect(addresses.filter((url) => /ahui|rosa|quispe|987654|nadie/i.test(url))).toEqual([]);
    expect(page.url()).not.toMatch(/orders=/);
  });

  it('is told when the search has no answer, until there is one', async () => {
    const shop = addShop(world, 'caller-offline', 'en');
    const tab = await world.openTab(shop, { isExpected: (complaint) => /ERR_FAILED/.test(complaint) });
    const { app, page, open: openPage } = tab;
    await completeSettings(world, shop);
    await layOut(shop, [attention]);
    await openPage('/app/deliveries?tab=all');
    await app.getByRole('button', { name: 'Search and filter results' }).click();
    await page.route('**/app/deliveries/search*', (route) => route.abort());
    await app.getByRole('textbox').first().fill('rosa');
    await app.getByText('Handoff did not answer. Check your connection').waitFor();
    await page.unroute('**/app/deliveries/search*');
    await app.getByRole('textbox').first().fill('#1');
    await app.getByRole('alert').waitFor({ state: 'detached' });
  });
});

describe('several deliveries at once', () => {
  it('are left unsent after a question, and one click brings them back', async () => {
    const shop = addShop(world, 'bulk', 'en');
    const tab = await world.openTab(shop);
    const { app, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    const later = new Date(Date.now() + 3_600_000);
    await layOut(shop, [{ sendAt: later }, { sendAt: later }, attention, delivered, delivered]);
    const count = (where: object) => world.database.delivery.count({ where: { shopDomain: shop, ...where } });
    const selectAll = () =>
      app
        .getByRole('checkbox', { name: /Select all/ })
        .first()
        .check();

    await openPage('/app/deliveries?tab=all');
    await app.getByText('#5.1', { exact: true }).waitFor();
    await selectAll();
    await screenshot('deliveries-bulk-bar');
    // only what applies to the selection is offered, with the number
    await app.getByRole('button', { name: 'Send now (2)' }).first().waitFor();
    await app.getByRole('button', { name: 'Refresh status (2)' }).first().waitFor();
    expect(await app.getByRole('button', { name: /^Mark as resolved/ }).count()).toBe(0);
    await app.getByRole('button', { name: 'Do not send (3)' }).first().click();
    await app.getByRole('dialog').getByText('Leave 3 deliveries unsent?').waitFor();
    expect(await count({ phase: 'skipped' })).toBe(0);
    await screenshot('deliveries-not-sending');
    await app.getByRole('button', { name: 'Do not send 3 deliveries' }).dblclick();
    await app.getByText('3 deliveries will not be sent').waitFor();
    await app.getByText('3 fulfilled orders were not sent by your choice in the last 24 hours.').waitFor();
    await screenshot('deliveries-bulk-result');
    expect(await accessibilityFaults(app)).toEqual([]);
    expect(await count({ phase: 'skipped' })).toBe(3);

    await app.getByRole('button', { name: 'Undo' }).click();
    await app.getByText('3 deliveries will be sent after all').waitFor();
    await app.getByText(/not sent by your choice/).waitFor({ state: 'detached' });
    expect(await count({ phase: 'waiting', sendAt: later })).toBe(2);
  });

  it('stay as they are without a connection, which the page says until it is dismissed', async () => {
    const shop = addShop(world, 'bulk-offline', 'en');
    const tab = await world.openTab(shop, { isExpected: (complaint) => /ERR_FAILED|Failed to fetch/.test(complaint) });
    const { app, page, open: openPage } = tab;
    await completeSettings(world, shop);
    await layOut(shop, [attention]);
    await openPage('/app/deliveries?tab=all');
    await app.getByText('#1.1', { exact: true }).waitFor();
    await page.route('**/*.data?*', (route) => route.abort());
    await app.getByRole('button', { name: 'Retry delivery' }).click();
    await app.getByRole('alert').getByText('Handoff did not answer. Check your connection').waitFor();
  });
});

describe('one delivery', () => {
  it('stays as it is, and so does the page, when the connection is lost before its first action', async () => {
    const shop = addShop(world, 'one-offline', 'en');
    const tab = await world.openTab(shop, { isExpected: (complaint) => /ERR_FAILED|Failed to fetch/.test(complaint) });
    const { app, page, open: openPage } = tab;
    await completeSettings(world, shop);
    await layOut(shop, [{ sendAt: new Date(Date.now() + 3_600_000) }]);
    await openPage('/app/deliveries?tab=all');
    const row = app.getByRole('row').filter({ hasText: '#1.1' });
    await row.getByRole('button', { name: 'Do not send' }).waitFor();
    const fromHere = /\/(app|assets|__manifest)\b/;
    await page.route(fromHere, (route) => route.abort());
    const leaveUnsent = async () => {
      await row.getByRole('button', { name: 'Do not send' }).click();
      await app.getByRole('button', { name: 'Do not send 1 delivery' }).click();
    };
    await leaveUnsent();
    await app.getByRole('alert').getByText('Handoff did not answer. Check your connection').waitFor();
    await page.unroute(fromHere);
    await leaveUnsent();
    await until('the stopped one', () =>
      world.database.delivery.findFirst({ where: { shopDomain: shop, phase: 'skipped' } }),
    );
  });

  it('that a colleague has left unsent is not sent by the button of a page that is out of date', async () => {
    const shop = addShop(world, 'one-stale', 'en');
    const [mine, colleague] = [await world.openTab(shop), await world.openTab(shop)];
    await completeSettings(world, shop);
    await layOut(shop, [attention, attention]);
    const told = (tab: typeof mine) => tab.app.getByText('Nothing was done: the delivery has changed').waitFor();
    const leaveUnsent = async (orderName: string) => {
      const { id } = await world.database.delivery.findFirstOrThrow({ where: { shopDomain: shop, orderName } });
      await colleague.open(`/app/deliveries/${id}`);
      await colleague.app.getByRole('button', { name: 'Do not send' }).click();
      await colleague.app.getByRole('button', { name: 'Do not send 1 delivery' }).click();
      await colleague.app.getByText('1 delivery will not be sent').waitFor();
      return id;
    };
    const { id } = await world.database.delivery.findFirstOrThrow({ where: { shopDomain: shop, orderName: '#1' } });
    await mine.open(`/app/deliveries/${id}`);
    await mine.app.getByRole('button', { name: 'Retry delivery' }).waitFor();
    await leaveUnsent('#1');
    await mine.app.getByRole('button', { name: 'Retry delivery' }).click();
    await told(mine);
    await mine.screenshot('delivery-changed');
    await mine.app.getByRole('button', { name: 'Send anyway' }).waitFor();

    await mine.open('/app/deliveries?tab=all');
    const row = mine.app.getByRole('row').filter({ hasText: '#2.1' });
    await row.getByRole('button', { name: 'Retry delivery' }).waitFor();
    await leaveUnsent('#2');
    await row.getByRole('button', { name: 'Retry delivery' }).click();
    await told(mine);
    const unsent = () => world.database.delivery.count({ where: { shopDomain: shop, phase: 'skipped' } });
    await expect.poll(unsent).toBe(2);
    // what the page shows by now can be acted on
    await row.getByRole('button', { name: 'Send anyway' }).click();
    await until('the sent one', () =>
      world.database.delivery.findFirst({ where: { shopDomain: shop, sendAnyway: true, orderName: '#2' } }),
    );
  });

  it.each([
    ['Retry delivery', attention, 'Sending has started.'],
    [
      'Mark as resolved',
      { phase: 'delivered', endedAt: new Date(), handedOverAt: new Date(), flags: [LATE] },
      'Marked',
    ],
    ['Send now', { sendAt: new Date(Date.now() + 3_600_000) }, 'Sending has started.'],
  ])('has the focus where it is told how “%s” ended', async (action, row, told) => {
    const shop = addShop(world, `focus-${action.slice(0, 4).trim().toLowerCase()}`, 'en');
    const { app, open: openPage } = await world.openTab(shop);
    await completeSettings(world, shop);
    await layOut(shop, [row]);
    const { id } = await world.database.delivery.findFirstOrThrow({ where: { shopDomain: shop } });
    await openPage(`/app/deliveries/${id}`);
    await app.getByRole('button', { name: action }).focus();
    await app.getByRole('button', { name: action }).press('Enter');
    await app.locator(':focus').getByText(told).waitFor();
  });
});
