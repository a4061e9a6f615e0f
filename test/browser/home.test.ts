import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Locator } from 'playwright-core';
import { findShop, settingsOf } from '../../app/shops/shop-store.ts';
import { limaOrder } from '../set-up/world/demo-order.ts';
import { OPERATOR_TOKEN } from '../set-up/world/offline-world.ts';
import { QUICK_TIMELINE, startBrowserWorld, type BrowserWorld } from '../set-up/browser/browser-world.ts';
import { until } from '../set-up/time/until.ts';
import { accessibilityFaults } from './accessibility.ts';
import { completeSettings, saveSettings } from '../set-up/browser/complete-settings.ts';
import { layOutMonth } from './lay-out-month.ts';
import { addShop } from '../set-up/browser/embedded-app.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: QUICK_TIMELINE });
  await world.startProcess();
});

afterAll(() => world.stop());

const theShop = (domain: string) => until('the shop', () => findShop(world.database, domain));

const goods = () => limaOrder({ lineItems: [{ title: 'Té verde', sku: 'TE-100', quantity: 2, price: '20.00' }] });

const NOT_ANSWERED = 'Handoff did not answer. Check your connection and try again.';
const isExpected = (complaint: string) => /429|ERR_FAILED|Failed to fetch/.test(complaint);

const WORDS = {
  en: {
    guide: 'Send your first delivery',
    save: 'Save',
    branch: 'Branch number',
    run: 'Preview delivery',
    would: /Would be sent: Next day/,
    switchStep: /\d\. Turn on sending/,
    switchOn: 'Turn on sending',
    today: /^Today, /,
    delivered: 'Delivered today',
    pickup: /Set the pickup point/,
    service: /Choose the delivery service/,
    dryRun: /Preview a delivery/,
  },
  es: {
    guide: 'Envíe su primera entrega',
    save: 'Guardar',
    branch: 'Número del punto registrado',
    run: 'Previsualizar entrega',
    would: /Se enviaría: Día siguiente/,
    switchStep: /Active el envío/,
    switchOn: 'Activar envío',
    today: /^Hoy, /,
    delivered: 'Entregadas hoy',
    pickup: /Indique el punto de retiro/,
    service: /Elija el servicio de entrega/,
    dryRun: /Previsualice una entrega/,
  },
};

/** The second click of a double click whose first one has led to what is here now. */
const secondClickOn = (target: Locator) =>
  target.evaluate((element) => {
    const event = new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true });
    if (element.dispatchEvent(event)) throw new Error('the page took the second click for a first one');
  });

describe('from the install to the first delivery', () => {
  it.each(['en', 'es'] as const)('step by step on the home page, in %s', async (locale) => {
    const words = WORDS[locale];
    const shop = addShop(world, `first-${locale}`, locale);
    const tab = await world.openTab(shop);
    const { app, page, open: openPage, openAdmin, screenshot } = tab;
    const expanded = (name: RegExp) => app.getByRole('button', { name, expanded: true });
    const earlier = world.shopify.enterOrder(shop, goods());
    await openPage();
    await app.getByRole('heading', { name: words.guide }).waitFor();
    world.shopify.fulfill(shop, earlier.id);
    await screenshot(`home-first-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);

    await app.getByRole('button', { name: words.save, exact: true }).click();
    await app.locator('input[name=token][aria-invalid=true]').waitFor();
    await app.locator('input[name=token]').fill(OPERATOR_TOKEN);
    await app.getByRole('button', { name: words.save, exact: true }).click();
    await expanded(words.pickup).waitFor();
    await expanded(words.pickup).dblclick(); // closed and opened again: nothing else came under the pointer
    await expanded(words.pickup).waitFor();
    await app.getByLabel(words.branch).fill('101');
    await app.getByRole('button', { name: words.save, exact: true }).dblclick();
    await expanded(words.service).waitFor();
    await secondClickOn(app.getByRole('button', { name: words.save, exact: true }));
    await app.getByRole('button', { name: words.save, exact: true }).click();
    await expanded(words.dryRun).waitFor();
    await app.getByRole('button', { name: words.run }).click();
    await app.getByText(words.would).waitFor();
    expect((await theShop(shop)).dryRunAt).not.toBeNull();
    expect(world.operator.orders().filter(({ orderNumber }) => orderNumber.startsWith(`first-${locale}`))).toEqual([]);
    await screenshot(`home-dry-run-${locale}`);
    await app.getByRole('button', { name: words.switchStep }).click();
    await app.getByRole('button', { name: words.switchOn, exact: true }).click();
    await until('hand-over switched on', async () => (await theShop(shop)).handOverOn);

    const order = world.shopify.enterOrder(shop, goods());
    await openAdmin('/orders');
    await page.getByLabel(`Select ${order.name}`).check();
    await page.getByRole('button', { name: 'Fulfill orders' }).click();
    await until(
      'both delivered',
      async () => (await world.database.delivery.count({ where: { shopDomain: shop, phase: 'delivered' } })) === 2,
    );
    await openPage();
    await app.getByRole('heading', { name: words.today }).waitFor();
    await screenshot(`home-delivered-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('link', { name: words.delivered, exact: true }).click();
    await app.getByText({ en: 'entregado', es: 'Entregada' }[locale], { exact: true }).first().waitFor();
    await expect.poll(() => page.url()).toContain('tab=delivered');
  });
});

describe('the home page of a working shop', () => {
  it('counts, warns and charts', async () => {
    const shop = addShop(world, 'working', 'en');
    const tab = await world.openTab(shop);
    const { app, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    const now = Date.now();
    const flags = [{ code: 'late', since: new Date(now - 7_200_000).toISOString() }];
    const shared = { shopDomain: shop, handedOverAt: new Date(now - 3 * 86_400_000) };
    await world.database.delivery.createMany({
      data: Array.from({ length: 60 }, (_, index) => ({
        ...shared,
        fulfillmentId: `f${index}`,
        orderId: `o${index}`,
        orderName: `#${3000 + index}`,
        ...(index < 3
          ? { phase: 'in-delivery', flags }
          : { phase: index % 9 === 0 ? 'failed' : 'delivered', endedAt: new Date(now - (index % 29) * 86_400_000) }),
      })),
    });
    await openPage();
    await app.getByRole('heading', { name: '3 deliveries to check' }).waitFor();
    await app.getByText('The promised time passed 2 hours ago').first().waitFor();
    await app.getByRole('img', { name: /51 delivered, 6 not delivered/ }).waitFor();
    await app.getByRole('button', { name: 'Show table' }).click();
    await app.getByRole('columnheader', { name: 'Median time to delivery' }).waitFor();
    await app.getByText('Working', { exact: true }).waitFor();
    await screenshot('home-working');
    expect(await accessibilityFaults(app)).toEqual([]);
  });
});

describe('what Shopify says of the app in this shop', () => {
  it('whether the block is pinned, in the set-up and afterwards, and that Shopify refuses the server', async () => {
    const shop = addShop(world, 'pinning', 'en');
    const { app, open: openPage, screenshot } = await world.openTab(shop);
    const record = world.shopify.store.get(shop);
    if (!record) throw new Error('no such shop');
    record.hasPinnedBlocks = false;
    await openPage();
    await app.getByText('The block is not pinned yet.').waitFor();
    await screenshot('home-set-up-not-pinned');
    await completeSettings(world, shop);
    await openPage();
    await app.getByText('The block is not pinned yet.').waitFor();
    await app.getByRole('link', { name: 'How to pin the block' }).waitFor();
    record.hasPinnedBlocks = true;
    await openPage();
    await app.getByRole('link', { name: 'Delivered today', exact: true }).waitFor();
    await expect.poll(() => app.getByRole('link', { name: 'How to pin the block' }).count()).toBe(0);

    await world.database.addressRefusal.create({ data: { since: new Date(), until: new Date(Date.now() + 600_000) } });
    await openPage();
    await app.getByText('Handoff cannot reach Shopify at the moment').waitFor();
    await screenshot('home-server-refused');
    expect(await accessibilityFaults(app)).toEqual([]);
    await world.database.addressRefusal.deleteMany();
  });
});

describe('the count of yesterday', () => {
  it('names what does not add up, and shows a late delivery in the list and on its page', async () => {
    const shop = addShop(world, 'counted', 'en');
    const tab = await world.openTab(shop);
    const { app, open: openPage, page, screenshot } = tab;
    await completeSettings(world, shop);
    await layOutMonth(world.database, shop, new Date());
    await openPage();
    await app.getByRole('heading', { name: /^Yesterday, / }).waitFor();
    await app.getByText('Fulfilled in Shopify').waitFor();
    await app.getByText('1 fulfillment is missing at the operator').waitFor();
    await app.getByText('1 delivery is under way without a fulfillment').waitFor();
    const link = app.getByRole('link', { name: '#2007', exact: true });
    await expect.poll(() => link.getAttribute('href')).toBe('shopify://admin/orders/7');
    await screenshot('home-counted');
    expect(await accessibilityFaults(app)).toEqual([]);

    await openPage('/app/deliveries?tab=all&flag=any');
    await app.getByText('Warning: Any warning').waitFor();
    await app.getByText('Late', { exact: true }).first().waitFor();
    await screenshot('deliveries-flagged');
    await expect.poll(() => app.getByRole('link', { name: /^#20/ }).count()).toBe(1);
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('link', { name: '#2000', exact: true }).click();
    await app.getByText('Ask the operator when it arrives, and tell the customer.').waitFor();
    await expect.poll(() => page.url()).toContain('/app/deliveries/');
    expect(await accessibilityFaults(app)).toEqual([]);
  });
});

const GROUPS = ['locations', 'rules', 'dates', 'mapping', 'eligibility', 'updates'] as const;

describe('the pages of settings', () => {
  it.each(GROUPS)('%s opens, fits a phone and is accessible', async (group) => {
    const tab = await world.openTab(addShop(world, `group-${group}`, 'es'), { width: 390 });
    await tab.open(`/app/settings/${group}`);
    await tab.app.getByRole('button', { name: 'Guardar', exact: true }).waitFor();
    await tab.screenshot(`settings-${group}-es`);
    expect(await accessibilityFaults(tab.app)).toEqual([]);
    const html = tab.app.locator('html');
    expect(await html.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  });

  it('shows an error at each wrong field, loses nothing, and saves the rest', async () => {
    const shop = addShop(world, 'bad-input', 'en');
    const { app, open: openPage, page, screenshot } = await world.openTab(shop);
    await openPage('/app/settings/mapping');
    const phone = app.getByLabel('Phone');
    await phone.fill('12');
    await app.getByLabel('Email').fill('nobody');
    await app.getByLabel('Prefix').fill('<script>alert(1)</script>');
    await app.getByLabel('Saved names').fill('Mirafores');
    await app.getByLabel('Tags').fill(`note = ${'x'.repeat(5000)}`);
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    for (const complaint of [
      'Enter an international number with its country code.',
      'Enter an email address.',
      'The characters < and > are not allowed.',
      'Enter one per line: what customers write = the district.',
      'Enter at most 200 characters.',
    ]) {
      await app.getByText(complaint).waitFor();
    }
    await screenshot('settings-mapping-errors');
    await expect.poll(() => phone.inputValue()).toBe('12');
    await expect.poll(() => app.getByLabel('Saved names').inputValue()).toBe('Mirafores');
    expect((await theShop(shop)).settingsVersion).toBe(1);

    await phone.fill('+51987654321');
    await app.getByLabel('Email').fill('tienda@example.com');
    await app.getByLabel('Prefix').fill('TL');
    await app.getByLabel('Saved names').fill('Mirafores = Miraflores\n');
    await app.getByLabel('Tags').fill('note = {order}');
    await page.getByRole('region', { name: 'Unsaved changes' }).getByRole('button', { name: 'Save' }).click();
    await app.getByText('Settings saved').first().waitFor();
    expect((await theShop(shop)).settings).toEqual({
      mapping: {
        phoneFallback: '+51987654321',
        emailFallback: 'tienda@example.com',
        districtAliases: { Mirafores: 'Miraflores' },
        tags: { note: '{order}' },
      },
      orderNumber: { prefix: 'TL' },
    });
  });

  it('tries rules on a recent order before they are saved, and tells which one fired', async () => {
    const shop = addShop(world, 'rules', 'en');
    const tab = await world.openTab(shop);
    const { app, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    const { id } = world.shopify.enterOrder(shop, goods());
    world.shopify.fulfill(shop, id);
    await openPage('/app/settings/rules');
    for (const [index, [name, use]] of [
      ['Express first', 'Express'] as const,
      ['Same day', 'Sameday'] as const,
    ].entries()) {
      await app.getByRole('button', { name: 'Add rule' }).click();
      await app.getByLabel('Rule name').nth(index).fill(name);
      await app.getByLabel('Then use').nth(index).selectOption(use);
    }
    const method = app.getByLabel('Shipping method is').first();
    await method.fill('Nada, desp');
    await app.getByRole('option', { name: 'Despacho a domicilio' }).click();
    await expect.poll(() => method.inputValue()).toBe('Nada, Despacho a domicilio');
    await method.press('Escape');
    await app.getByRole('button', { name: 'Preview delivery' }).click();
    await app.getByText('Matched the rule “Express first”.').waitFor();
    await app.getByRole('button', { name: 'Move Same day up' }).click();
    await app.getByRole('button', { name: 'Preview delivery' }).click();
    await app.getByText('Matched the rule “Same day”.').waitFor();
    await screenshot('settings-rules');
    expect(settingsOf(await theShop(shop)).service.rules).toEqual([]);
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Settings saved').first().waitFor();
    expect(settingsOf(await theShop(shop)).service.rules.map(({ name }) => name)).toEqual([
      'Same day',
      'Express first',
    ]);
  });

  it('keeps rules that are not saved when they cannot be tried, and says why', async () => {
    const shop = addShop(world, 'rules-untried', 'en');
    const tab = await world.openTab(shop, { isExpected });
    const { app, page, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    world.shopify.enterOrder(shop, goods());
    await openPage('/app/settings/rules');
    await app.getByRole('button', { name: 'Add rule' }).click();
    await app.getByLabel('Rule name').fill('Express first');
    await app.getByLabel('Then use').selectOption('Express');
    const preview = app.getByRole('button', { name: 'Preview delivery' });
    await preview.waitFor();
    await page.route(/\/app\/dry-run/, (route) => route.abort());
    await preview.click();
    await app.getByRole('status').getByText(NOT_ANSWERED).waitFor();
    await screenshot('settings-rules-untried');
    await expect.poll(() => app.getByLabel('Rule name').inputValue()).toBe('Express first');
    await page.unroute(/\/app\/dry-run/);
    await preview.click();
    await app.getByText('Matched the rule “Express first”.').waitFor();
  });

  it('keeps rules that are not saved when the shop asks too often, and says when to try again', async () => {
    const shop = addShop(world, 'rules-too-often', 'en');
    const tab = await world.openTab(shop, { isExpected });
    const { app, open: openPage } = tab;
    await completeSettings(world, shop);
    world.shopify.enterOrder(shop, goods());
    await openPage('/app/settings/rules');
    await app.getByRole('button', { name: 'Add rule' }).click();
    await app.getByLabel('Rule name').fill('Express first');
    const preview = app.getByRole('button', { name: 'Preview delivery' });
    await preview.waitFor();
    const spent = { points: 1_000, expire: BigInt(Date.now() + 50_000) };
    await world.database.actionBudget.upsert({ where: { key: shop }, create: { key: shop, ...spent }, update: spent });
    await preview.click();
    await app.getByText(/^Too many requests in one minute\. Try again in \d+ seconds?\.$/).waitFor();
    await expect.poll(() => app.getByLabel('Rule name').inputValue()).toBe('Express first');
  });

  it('keeps what is typed in the set-up when the connection is lost before the first save', async () => {
    const { app, page, open: openPage } = await world.openTab(addShop(world, 'set-up-offline', 'en'), { isExpected });
    await openPage();
    const token = app.locator('input[name=token]');
    await token.fill(OPERATOR_TOKEN);
    const fromHere = /\/(app|app\.data|assets|__manifest)\b/;
    await page.route(fromHere, (route) => route.abort());
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByText('Nothing was saved: Handoff did not answer').waitFor();
    await expect.poll(() => token.inputValue()).toBe(OPERATOR_TOKEN);
    await page.unroute(fromHere);
    await app.getByRole('button', { name: 'Test connection' }).click();
    await app.getByText('The operator accepted the token.').waitFor();
  });

  it('uses the chosen language, whatever the language of the admin', async () => {
    const tab = await world.openTab(addShop(world, 'language', 'en'));
    const { app, open: openPage } = tab;
    await saveSettings(tab);
    await app.locator('select[name=language]').selectOption('pt');
    await app.getByRole('button', { name: 'Save', exact: true }).click();
    await app.getByRole('heading', { name: 'Configurações', exact: true }).waitFor();
    await openPage();
    await app.getByRole('heading', { name: 'Início', exact: true }).waitFor();
  });

  it('offers a link at an address that does not exist', async () => {
    const { app, open: openPage } = await world.openTab(addShop(world, 'nowhere', 'en'), {
      isExpected: (complaint) => complaint.includes('404'),
    });
    await openPage('/app/settings/nothing');
    await app.getByRole('heading', { name: 'This page did not load' }).waitFor();
    await openPage('/app/nothing');
    await app.getByRole('heading', { name: 'This page did not load' }).waitFor();
    await app.getByRole('link', { name: 'View deliveries' }).click();
    await app.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor();
  });
});
