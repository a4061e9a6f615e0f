import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findShop } from '../../app/shops/shop-store.ts';
import { limaOrder, MARKED } from '../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN } from '../set-up/world/offline-world.ts';
import { QUICK_TIMELINE, startBrowserWorld, type BrowserWorld } from '../set-up/browser/browser-world.ts';
import { until } from '../set-up/time/until.ts';
import { completeSettings, saveSettings } from '../set-up/browser/complete-settings.ts';
import { addShop } from '../set-up/browser/embedded-app.ts';
import { accessibilityFaults } from './accessibility.ts';

const NOBODY_LISTENS = 'http://127.0.0.1:9';
let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: QUICK_TIMELINE });
  await world.startProcess({ OPERATOR_TEST_BASE_URL: NOBODY_LISTENS });
});

afterAll(() => world.stop());

/** An order of one parcel. */
const goods = (change: Parameters<typeof limaOrder>[0] = {}) =>
  limaOrder({ lineItems: [{ title: 'Té verde', sku: 'TE-100', quantity: 2, price: '20.00' }], ...change });

const theShop = async (domain: string) => (await findShop(world.database, domain)) ?? { settingsVersion: 0 };

describe('a card of the settings', () => {
  it('is saved by itself, and what is typed in another stays', async () => {
    const shop = addShop(world, 'card', 'en');
    const tab = await world.openTab(shop);
    await saveSettings(tab);
    const { app } = tab;
    await app.getByLabel('Branch number').fill('202');
    await app.getByText('Express', { exact: true }).click();
    await app.getByRole('button', { name: 'Save pickup point' }).click();
    await app.getByRole('button', { name: 'Save pickup point' }).waitFor({ state: 'detached' });
    expect(await theShop(shop)).toMatchObject({ settings: { pickup: { default: { id: 202 } } } });
    expect(JSON.stringify(await theShop(shop))).not.toContain('Express');
    await expect.poll(() => app.getByRole('radio', { name: 'Express', exact: true }).isChecked()).toBe(true);
    await app.getByRole('button', { name: 'Save delivery service' }).click();
    await app.getByRole('button', { name: 'Save delivery service' }).waitFor({ state: 'detached' });
    expect(await theShop(shop)).toMatchObject({ settings: { service: { default: 'Express' } } });
  });
});

describe('setting up', () => {
  it('leads from the empty list to the settings, which show an error at each wrong field', async () => {
    const shop = addShop(world, 'set-up-en', 'en');
    const { app, open: openPage, reload, page, screenshot } = await world.openTab(shop);
    await openPage('/app/deliveries');
    await app.getByText('Complete the settings to send your first delivery').waitFor();
    await screenshot('deliveries-not-set-up');
    await app.getByRole('link', { name: 'Open settings' }).click();
    await app.getByRole('heading', { name: 'Settings', exact: true }).waitFor();

    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Paste the token of your operator account.').waitFor();
    await app.getByText('Enter the branch number.').waitFor();
    const token = app.getByLabel('Token');
    await expect.poll(() => token.getAttribute('aria-invalid')).toBe('true');
    await until('the first field in error has the focus', () =>
      token.evaluate((field) => field === document.activeElement),
    );
    await screenshot('settings-errors');
    await app.getByLabel('Branch number').fill('abc');
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('A branch number is a whole number, such as 101.').waitFor();

    await app.getByText('Address', { exact: true }).click();
    await app.getByLabel('Name', { exact: true }).fill('<script>alert(1)</script>');
    await app.getByLabel('Street and number', { exact: true }).fill('x'.repeat(300));
    await app.getByLabel('District').fill('Mira\u202eflores');
    await token.fill('Bearer abc');
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('The characters < and > are not allowed.').waitFor();
    await app.getByText('Enter at most 200 characters.').waitFor();
    await app.getByText('Invisible characters change the direction of this text.').waitFor();
    await app.getByText('A token has no spaces.').waitFor();
    await expect.poll(() => app.getByLabel('Name', { exact: true }).inputValue()).toBe('<script>alert(1)</script>');
    await expect.poll(() => app.getByLabel('Street and number', { exact: true }).inputValue()).toBe('x'.repeat(300));

    await app.getByLabel('Name', { exact: true }).fill('Almacén');
    await app.getByText('The characters < and > are not allowed.').waitFor({ state: 'detached' });
    await app.getByText('Enter at most 200 characters.').waitFor();
    await app.getByLabel('Street and number', { exact: true }).fill('Av. Angamos Este 1551');
    await app.getByLabel('District').fill('Surquillo');
    await token.fill('wrong-token-000');
    await app.getByRole('button', { name: 'Test connection' }).click();
    await app.getByText('The operator refused the token: the access token is unknown.').waitFor();
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('The operator refused this token, so nothing was saved').waitFor();
    await screenshot('settings-token-refused');
    await expect.poll(() => token.inputValue()).toBe('wrong-token-000');
    expect(await theShop(shop)).toMatchObject({ settingsVersion: 1, operatorAccount: null, settings: {} });

    await token.fill(`  ${OPERATOR_TOKEN}\n`);
    await app.getByRole('checkbox', { name: 'Send fulfillments to the operator' }).check();
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
    await app.locator('form').getByText('Settings saved').waitFor(); // the toast beside it goes away
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' });
    await screenshot('settings-saved');
    expect(await theShop(shop)).toMatchObject({
      settingsVersion: 2,
      handOverOn: true,
      settings: { pickup: { default: { name: 'Almacén', address: 'Av. Angamos Este 1551', district: 'Surquillo' } } },
    });

    await reload();
    await app.getByText(`The saved token ends in ${OPERATOR_TOKEN.slice(-4)}.`).waitFor();
    await expect.poll(() => token.inputValue()).toBe('');
    expect(await app.locator('html').innerHTML()).not.toContain(OPERATOR_TOKEN);
    await app.getByRole('button', { name: 'Test connection' }).click();
    await app.getByText('The operator accepted the token.').waitFor();

    await app.getByLabel('District').fill('Lince');
    const remove = app.getByRole('button', { name: 'Remove token' });
    await remove.press('Enter');
    await app.getByRole('dialog').getByRole('button', { name: 'Cancel' }).press('Enter');
    await app.locator('button:focus', { hasText: 'Remove token' }).waitFor();
    await remove.click();
    await app.getByRole('dialog').getByRole('button', { name: 'Remove token' }).click();
    await until('the token is removed', async () => (await findShop(world.database, shop))?.operatorAccount === null);
    await app.getByText('Paste the token as you received it.').waitFor();
    await app.locator('input[name=token]:focus').waitFor();
    await expect.poll(() => app.getByLabel('District').inputValue()).toBe('Lince');
  });

  it('saves a token that cannot be tested, and says so', async () => {
    const { app, open: openPage } = await world.openTab(addShop(world, 'set-up-unreachable', 'en'));
    await openPage('/app/settings');
    await app.getByLabel('Environment').selectOption('Test');
    await app.getByLabel('Token').fill('a-token-for-later');
    await app.getByLabel('Branch number').fill('101');
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Saved, but the token was not checked').waitFor();
  });
});

describe('two tabs', () => {
  it('show a warning in the second one, which loses nothing', async () => {
    const shop = addShop(world, 'two-tabs', 'en');
    const first = await world.openTab(shop);
    await saveSettings(first);
    const second = await world.openTab(shop);
    await second.open('/app/settings');
    await second.app.getByLabel('Branch number').fill('103');

    await first.app.getByText('Express', { exact: true }).click();
    await first.app.getByRole('button', { name: 'Save', exact: true }).click();
    await until('the first save', async () => (await theShop(shop)).settingsVersion === 3);

    await second.app.getByRole('button', { name: 'Save', exact: true }).click();
    await second.app.getByText('Someone else changed the settings').waitFor();
    await second.screenshot('settings-changed-meanwhile');
    await expect.poll(() => second.app.getByLabel('Branch number').inputValue()).toBe('103');
    await expect.poll(() => second.app.getByRole('radio', { name: 'Express' }).isChecked()).toBe(true);

    await second.app.getByRole('button', { name: 'Save', exact: true }).click();
    await until('the second save', async () => (await theShop(shop)).settingsVersion === 4);
    expect(await theShop(shop)).toMatchObject({
      settings: { pickup: { default: { id: 103 } }, service: { default: 'Express' } },
    });
  });
});

describe('without a connection', () => {
  const isExpected = (complaint: string) => /ERR_FAILED|Failed to fetch/.test(complaint);

  it('keeps the typed text', async () => {
    const { app, page, open: openPage } = await world.openTab(addShop(world, 'offline-save', 'en'), { isExpected });
    await openPage('/app/settings');
    await app.getByLabel('Branch number').fill('101');
    await page.route('**/*.data?*', (route) => route.abort());
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Nothing was saved: Handoff did not answer').waitFor();
    await expect.poll(() => app.getByLabel('Branch number').inputValue()).toBe('101');
  });

  it('shows a page with a link that leads back', async () => {
    const {
      app,
      page,
      open: openPage,
      screenshot,
    } = await world.openTab(addShop(world, 'offline-open', 'en'), { isExpected });
    await openPage('/app/deliveries');
    await page.route('**/*.data?*', (route) => route.abort());
    await app.getByRole('link', { name: 'Open settings' }).click();
    await app.getByRole('heading', { level: 1, name: 'This page did not load' }).waitFor();
    await screenshot('page-failed');
    expect(await accessibilityFaults(app)).toEqual([]);
    await page.unroute('**/*.data?*');
    await app.getByRole('button', { name: 'Reload page' }).click();
    await app.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
  });
});

describe('the list of deliveries', () => {
  it('fills by itself after an order is fulfilled, up to "entregado", in Spanish', async () => {
    const shop = addShop(world, 'entregas', 'es');
    const tab = await world.openTab(shop);
    const { app, page, open: openPage, openAdmin, screenshot } = tab;
    await completeSettings(world, shop);
    const order = world.shopify.enterOrder(shop, goods());
    await openAdmin('/orders');
    await page.getByLabel(`Select ${order.name}`).check();
    await page.getByRole('button', { name: 'Fulfill orders' }).click();
    await page.getByText('Fulfilled', { exact: true }).first().waitFor();

    await openPage('/app/deliveries');
    await app.getByRole('heading', { name: 'Entregas', exact: true }).waitFor();
    await app.getByText('Entregada', { exact: true }).first().waitFor();
    await app.getByText('Día siguiente', { exact: true }).waitFor();
    await app.getByText(/^Actualizada (ahora|hace)/).waitFor();
    await screenshot('deliveries');

    const [delivery] = await world.database.delivery.findMany({ where: { shopDomain: shop } });
    const link = app.getByRole('link', { name: `Seguir ${delivery?.orderNumber ?? ''} (se abre en otra pestaña)` });
    await expect.poll(() => link.getAttribute('href')).toBe(delivery?.trackingUrl);
    await expect.poll(() => link.getAttribute('rel')).toContain('noopener');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), link.click()]);
    await opened.getByText('entregado').first().waitFor();

    const html = await app.locator('html').innerHTML();
    for (const mark of MARKED) expect(html).not.toMatch(mark);
    expect(html).not.toContain(OPERATOR_TOKEN);
  });

  it('names the problem, links to the delivery, and sends it again after the fix', async () => {
    const shop = addShop(world, 'problems', 'en');
    const tab = await world.openTab(shop);
    await completeSettings(world, shop);
    const { app, page, open: openPage, screenshot } = tab;
    const { shippingAddress } = limaOrder();
    const withoutPhone = world.shopify.enterOrder(
      shop,
      goods({ shippingAddress: { ...shippingAddress, phone: null } }),
    );
    const testOrder = world.shopify.enterOrder(shop, goods({ test: true }));
    for (const { id } of [withoutPhone, testOrder]) world.shopify.fulfill(shop, id);
    // a list in which nothing is under way does not look for more
    await until(
      'both deliveries',
      async () => (await world.database.delivery.count({ where: { shopDomain: shop } })) === 2,
    );
    await openPage('/app/deliveries?tab=all');
    const [problem, skip] = [withoutPhone, testOrder].map(({ name }) => app.getByRole('row').filter({ hasText: name }));
    await problem?.getByText('The order has no phone number.').waitFor();
    await skip?.getByText('This is a test order.').waitFor();
    await screenshot('deliveries-problems');
    const orderLink = problem?.getByRole('link', { name: withoutPhone.name, exact: true });
    await expect.poll(() => orderLink?.getAttribute('href')).toMatch(/^\/app\/deliveries\/[0-9a-f-]{36}\?/);

    world.shopify.changeOrder(shop, withoutPhone.id, { shippingAddress: { phone: '987 654 321' } });
    await problem?.getByRole('button', { name: 'Retry delivery' }).click();
    await skip?.getByRole('button', { name: 'Send anyway' }).click();
    await problem?.getByText('entregado').waitFor();
    await skip?.getByText('entregado').waitFor();
    expect(world.operator.orders().filter(({ orderNumber }) => orderNumber.startsWith('problems-'))).toHaveLength(2);
    await page.close();
  });

  it('says why deliveries are on hold, and links to the settings', async () => {
    const shop = addShop(world, 'banners', 'en');
    const tab = await world.openTab(shop);
    await completeSettings(world, shop);
    const { app, open: openPage, screenshot } = tab;
    await world.database.shop.update({ where: { domain: shop }, data: { handOverOn: false } });
    const { id } = world.shopify.enterOrder(shop, goods());
    world.shopify.fulfill(shop, id);
    await openPage('/app/deliveries');
    await app.getByText('Sending is turned off').waitFor();
    await app.getByText(/^On hold since .* until you turn on sending in settings\.$/).waitFor();
    await screenshot('deliveries-switched-off');
    await app.getByRole('link', { name: 'Open settings' }).click();
    await app.getByRole('checkbox', { name: 'Send fulfillments to the operator' }).check();
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await until('the delivery that waited', () =>
      world.database.delivery.findFirst({ where: { shopDomain: shop, phase: 'delivered' } }),
    );
  });

  it('can be paged', async () => {
    const shop = addShop(world, 'pages', 'en');
    const tab = await world.openTab(shop);
    await tab.open('/app/deliveries');
    await tab.app.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor();
    await world.database.delivery.createMany({
      data: Array.from({ length: 30 }, (_, index) => ({
        shopDomain: shop,
        fulfillmentId: `gid://shopify/Fulfillment/${index}`,
        orderId: `gid://shopify/Order/${index}`,
        orderName: `#${2000 + index}`,
        phase: 'cancelled',
        createdAt: new Date(Date.UTC(2026, 0, 1, 0, index)),
      })),
    });
    await tab.reload();
    await tab.app.getByRole('row').filter({ hasText: '#2029' }).waitFor();
    await expect.poll(() => tab.app.getByText(/^#20\d\d$/).count()).toBe(25);
    await tab.app.getByRole('button', { name: 'Next page' }).click();
    await tab.app.getByText('#2000', { exact: true }).waitFor();
    await expect.poll(() => tab.app.getByText(/^#20\d\d$/).count()).toBe(5);
    await tab.app.getByRole('button', { name: 'Previous page' }).click();
    await tab.app.getByText('#2029', { exact: true }).waitFor();
  });
});

describe('the frame', () => {
  it('reloads at the same address, and follows the navigation of the admin', async () => {
    const { app, page, open: openPage, reloadFrame } = await world.openTab(addShop(world, 'frame', 'es'));
    await openPage();
    await page.getByRole('navigation').getByRole('link', { name: 'Configuración' }).click();
    await app.getByLabel('Token').waitFor();
    await expect.poll(() => page.url()).toMatch(/\/apps\/handoff\/app\/settings$/);
    await reloadFrame();
    await app.getByRole('heading', { name: 'Configuración', exact: true }).waitFor();
    await app.getByRole('heading', { name: 'Cuenta con el operador' }).waitFor();
  });

  it('asks before unsaved changes are left', async () => {
    const { app, page, open: openPage } = await world.openTab(addShop(world, 'unsaved', 'en'));
    await openPage('/app/deliveries');
    await app.getByRole('link', { name: 'Open settings' }).click();
    await app.getByLabel('Branch number').fill('102');
    const asked = page.waitForEvent('dialog');
    const back = app.locator('html').evaluate(() => history.back());
    await (await asked).dismiss();
    await back;
    await expect.poll(() => app.getByLabel('Branch number').inputValue()).toBe('102');
  });

  it.each(['en', 'es', 'pt-BR'])('shows everything on a phone, in %s', async (locale) => {
    const shop = addShop(world, `phone-${locale.toLowerCase()}`, locale);
    const tab = await world.openTab(shop, { width: 390 });
    const { app, open: openPage, screenshot } = tab;
    await openPage('/app/settings');
    await app.locator('input[name=token]').waitFor();
    await screenshot(`settings-${locale}`);
    await world.database.delivery.create({
      data: {
        shopDomain: shop,
        fulfillmentId: 'f',
        fulfillmentName: '#1-F1',
        orderId: 'o',
        orderName: '#1',
        phase: 'needs-attention',
        state: 'un estado que nadie conoce '.repeat(4),
        stateGroup: 'unknown',
        orderNumber: `${shop}-${'1'.repeat(60)}`,
        service: 'NextdayWithWindow',
        promisedDate: '2026-11-23',
        problems: [{ code: 'phone-missing', field: null, details: {} }],
      },
    });
    await openPage('/app/deliveries');
    await app.getByText('#1-F1').waitFor();
    await screenshot(`deliveries-${locale}`);
    const overflow = await app.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
    expect(overflow).toBe(0);
  });
});
