import { readFile } from 'node:fs/promises';
import type { Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inBatches } from '../set-up/database/in-batches.ts';
import { limaOrder, MARKED } from '../set-up/world/demo-order.ts';
import { QUICK_TIMELINE, startBrowserWorld, type BrowserWorld } from '../set-up/browser/browser-world.ts';
import { until } from '../set-up/time/until.ts';
import { accessibilityFaults } from './accessibility.ts';
import { addShop } from '../set-up/browser/embedded-app.ts';
import { completeSettings, saveSettings } from '../set-up/browser/complete-settings.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({
    timeline: QUICK_TIMELINE,
    districts: ['Miraflores', 'San Isidro', 'Surquillo', 'Barranco'],
  });
  await world.startProcess(world.variables);
});

afterAll(() => world.stop());

const lineItems = [{ title: 'Té verde', sku: 'TE-100', quantity: 2, price: '20.00' }];
const orderTo = (city: string) => limaOrder({ lineItems, shippingAddress: { ...limaOrder().shippingAddress, city } });

function fulfillOrderTo(shop: string, city: string) {
  const order = world.shopify.enterOrder(shop, orderTo(city));
  world.shopify.fulfill(shop, order.id);
  return order;
}

const WORDS = {
  en: {
    attention: 'Needs attention',
    review: 'Review problems',
    written: /Customers wrote “mirafores centro”/i,
    choose: 'Choose a district',
    use: /^Use Miraflores for mirafores centro and retry 2 deliveries$/i,
    used: /is used for “mirafores centro” from now on\. 2 deliveries are being sent again\./i,
    names: 'Saved district names',
    undo: 'Undo',
    undone: /was removed/,
    empty: 'Nothing needs attention',
  },
  es: {
    attention: 'Requieren atención',
    review: 'Revisar problemas',
    written: /Los clientes escribieron «mirafores centro»/i,
    choose: 'Elija un distrito',
    use: /^Usar Miraflores para mirafores centro y reintentar 2 entregas$/i,
    used: /se usa para «mirafores centro» desde ahora\. Se están enviando de nuevo 2 entregas\./i,
    names: 'Nombres de distritos guardados',
    undo: 'Deshacer',
    undone: /se quitó/,
    empty: 'Nada requiere atención',
  },
};

describe('an unknown district', () => {
  it.each(['en', 'es'] as const)('is fixed in place, and all its deliveries resume, in %s', async (locale) => {
    const words = WORDS[locale];
    const shop = addShop(world, `district-${locale}`, locale);
    const tab = await world.openTab(shop);
    const { app, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    const orders = [fulfillOrderTo(shop, 'Mirafores Centro'), fulfillOrderTo(shop, 'mirafores centro')];
    await until('both in need of attention', async () => {
      const count = await world.database.delivery.count({ where: { shopDomain: shop, phase: 'needs-attention' } });
      return count === 2;
    });

    await openPage('/app/deliveries');
    for (const { name } of orders) await app.getByRole('row').filter({ hasText: name }).waitFor();
    await expect.poll(() => app.getByRole('tab', { name: words.attention }).getAttribute('aria-selected')).toBe('true');
    await screenshot(`deliveries-attention-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);

    await app.getByRole('link', { name: words.review }).click();
    await app.getByText(words.written).waitFor();
    await screenshot(`review-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);
    await expect.poll(() => app.getByRole('button', { name: words.choose, exact: true }).isDisabled()).toBe(true);
    await app.getByRole('button', { name: 'Miraflores', exact: true }).click();
    await screenshot(`review-chosen-${locale}`);
    await app.getByRole('button', { name: words.use }).dblclick();
    await app.locator(':focus').getByText(words.used).waitFor();
    expect(await world.database.shop.findUnique({ where: { domain: shop } })).toMatchObject({
      settings: { mapping: { districtAliases: { 'mirafores centro': 'Miraflores' } } },
    });
    await app.getByText(words.empty).waitFor();
    await app.getByRole('heading', { name: words.names }).waitFor();
    await screenshot(`review-empty-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);

    // a list in which everything has ended is not loaded again
    const delivered = { where: { shopDomain: shop, phase: 'delivered' } };
    await until('both delivered', async () => (await world.database.delivery.count(delivered)) === orders.length);
    await openPage('/app/deliveries?tab=delivered');
    for (const { name } of orders) {
      const row = app.getByRole('row').filter({ hasText: name });
      await row.getByText({ en: 'entregado', es: 'Entregada' }[locale]).first().waitFor();
    }
    const sent = world.operator.orders().filter(({ orderNumber }) => orderNumber.startsWith(`district-${locale}-`));
    expect(sent).toHaveLength(2);
  });

  it('that was read in what the buyer wrote nearly right can be undone, and that can be taken back', async () => {
    const shop = addShop(world, 'reading', 'en');
    const tab = await world.openTab(shop);
    const { app, open: openPage, screenshot } = tab;
    const aliases = async () =>
      (await world.database.shop.findUniqueOrThrow({ where: { domain: shop } })).settings as unknown;
    await completeSettings(world, shop);
    fulfillOrderTo(shop, 'Mirafllores');
    const sent = { shopDomain: shop, phase: 'delivered' };
    const { id } = await until('the delivery', () => world.database.delivery.findFirst({ where: sent }));
    await openPage(`/app/deliveries/${id}`);
    await app.getByText('City: typing error corrected').waitFor();
    await app.getByRole('button', { name: 'Preview delivery' }).click();
    await app.getByText('Read “mirafllores” as Miraflores').waitFor();
    await app.getByRole('button', { name: 'Ask about this from now on' }).click();
    await app.getByText('“mirafllores” is no longer read as Miraflores.').waitFor();
    await screenshot('reading-undone');
    expect(await accessibilityFaults(app)).toEqual([]);
    expect(await aliases()).toMatchObject({ mapping: { districtAliases: { mirafllores: '?' } } });

    fulfillOrderTo(shop, 'Mirafllores');
    await openPage('/app/review');
    await app.getByText(/Customers wrote “mirafllores”/i).waitFor();
    await app.getByRole('cell', { name: 'Asked about' }).waitFor();
    await screenshot('review-reading-undone');

    await openPage(`/app/deliveries/${id}`);
    await app.getByRole('button', { name: 'Ask about this from now on' }).click();
    await app.getByText('The district of this order is not read by a rule any more.').waitFor();
    await openPage('/app/review');
    await app.getByRole('button', { name: 'Remove mirafllores' }).click();
    await until('it is read again', async () => JSON.stringify(await aliases()).includes('"districtAliases":{}'));
  });

  it('can be taken back', async () => {
    const words = WORDS.en;
    const shop = addShop(world, 'district-undone', 'en');
    const tab = await world.openTab(shop);
    const { app, open: openPage } = tab;
    await completeSettings(world, shop);
    fulfillOrderTo(shop, 'Mirafores Centro');
    await openPage('/app/review');
    // what was told before makes room for the choice and its undo
    await app.getByRole('button', { name: 'Retry 1 delivery' }).click();
    await app.getByText('1 delivery was retried, 0 sent').waitFor();
    await app.getByRole('button', { name: 'Miraflores', exact: true }).click();
    await app.getByRole('button', { name: /and retry 1 delivery/ }).click();
    await app.getByRole('button', { name: words.undo }).click();
    await app.locator(':focus').getByText(words.undone).waitFor();
    expect(await world.database.shop.findUnique({ where: { domain: shop } })).toMatchObject({
      settings: { mapping: { districtAliases: {} } },
    });
  });

  it('is refused when the operator does not serve it, or the settings have changed meanwhile', async () => {
    const shop = addShop(world, 'district-refused', 'en');
    const tab = await world.openTab(shop);
    const { app, page, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    fulfillOrderTo(shop, 'Atlantis');
    await openPage('/app/review');
    await app.getByText(/Customers wrote “atlantis”/i).waitFor();
    const field = app.getByRole('combobox', { name: 'Operator’s district' });
    await field.fill('Atlantis Sur');
    await expect
      .poll(() => app.getByRole('button', { name: 'Choose a district', exact: true }).isDisabled())
      .toBe(true);
    await field.fill('barr');
    await app.getByRole('option', { name: 'Barranco' }).click();
    // the settings change while the choice is on its way: the page, which looks for news, cannot know of it
    let isChanged = false;
    await page.route('**/app/review*', async (route) => {
      if (route.request().method() === 'POST' && !isChanged) {
        isChanged = true;
        await world.database.shop.update({ where: { domain: shop }, data: { settingsVersion: { increment: 1 } } });
      }
      await route.fallback();
    });
    await app.getByRole('button', { name: /^Use Barranco for/ }).click();
    await app.getByText('The settings have changed in the meantime. Try again.').waitFor();
    await screenshot('review-refused');
    await app.getByRole('button', { name: /^Use Barranco for/ }).click();
    await app.getByText(/Barranco is used for “atlantis”/i).waitFor();
    expect(await world.database.shop.findUnique({ where: { domain: shop } })).toMatchObject({
      settings: { mapping: { districtAliases: { atlantis: 'Barranco' } } },
    });
  });
});

it('a page whose news is on its way lets it arrive, however often it would look for more', async () => {
  const shop = addShop(world, 'slow-news', 'en');
  const tab = await world.openTab(shop);
  const { app, open: openPage, page } = tab;
  await completeSettings(world, shop);
  await openPage('/app/review');
  await app.getByText('Nothing needs attention').waitFor();
  const held: (() => void)[] = [];
  await page.route('**/app/review.data*', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.fallback();
  });
  const lookAgain = () =>
    app.locator('body').evaluate(async (body) => {
      body.ownerDocument.dispatchEvent(new Event('visibilitychange'));
      await fetch('/readyz'); // what the page asks before it loads anything has been answered by then
    });
  await until('a request for news', async () => {
    await lookAgain();
    return held.length > 0;
  });
  for (let again = 0; again < 5; again += 1) await lookAgain();
  expect(held).toHaveLength(1);
  fulfillOrderTo(shop, 'Atlantis');
  await until('the delivery that needs attention', () =>
    world.database.delivery.findFirst({ where: { shopDomain: shop, phase: 'needs-attention' } }),
  );
  for (const release of held) release();
  await app.getByText(/Customers wrote “atlantis”/i).waitFor(); // of that one: any later request is held
});

describe('a delivery', () => {
  it.each(['en', 'es'] as const)(
    "shows its whole history, and the buyer's data only on request, in %s",
    async (locale) => {
      const shop = addShop(world, `story-${locale}`, locale);
      const tab = await world.openTab(shop);
      const { app, open: openPage, screenshot } = tab;
      await completeSettings(world, shop);
      const order = fulfillOrderTo(shop, 'Miraflores');
      const { id } = await until('the delivered one', () =>
        world.database.delivery.findFirst({ where: { shopDomain: shop, phase: 'delivered' } }),
      );
      await openPage('/app/deliveries');
      await app.getByRole('link', { name: order.name, exact: true }).click();
      await app.getByText('ingresado', { exact: true }).waitFor();
      await app.getByText({ en: 'Default pickup point', es: 'Punto de retiro predeterminado' }[locale]).waitFor();
      // the operator's word is shown where it says more than ours
      await app.getByText({ en: 'entregado', es: 'Entregada' }[locale], { exact: true }).first().waitFor();
      await screenshot(`delivery-${locale}`);
      expect(await accessibilityFaults(app)).toEqual([]);
      const html = await app.locator('html').innerHTML();
      for (const mark of MARKED) expect(html).not.toMatch(mark);
      expect(html).toContain(id);

      await app.getByRole('button', { name: locale === 'en' ? 'Preview delivery' : 'Previsualizar entrega' }).click();
      await app.getByRole('cell', { name: locale === 'en' ? 'Recipient' : 'Destinatario' }).waitFor();
      expect(await app.getByText(/dropoff/).count()).toBe(0);
      await app.getByRole('cell', { name: 'Marked-Íñigo Marked-Ñahui' }).waitFor();
      await app.getByRole('button', { name: locale === 'en' ? 'Show the request' : 'Ver la solicitud' }).click();
      await app.getByText(/"dropoff"/).waitFor();
      await screenshot(`delivery-sent-${locale}`);
      const link = app.getByRole('link', {
        name: locale === 'en' ? 'Open order in Shopify' : 'Abrir pedido en Shopify',
      });
      await expect
        .poll(() => link.getAttribute('href'))
        .toBe(`shopify://admin/orders/${order.id.split('/').at(-1) ?? ''}`);
    },
  );

  const NOT_ANSWERED = 'Handoff did not answer. Check your connection and try again.';
  const OPERATOR_RECORD = /^The operator has no notes|^Operator’s notes/;

  it('is previewed and read from the operator only when the merchant asks, however often the page is refreshed', async () => {
    const shop = addShop(world, 'only-asked', 'en');
    const tab = await world.openTab(shop);
    const { app, open: openPage, page } = tab;
    await completeSettings(world, shop);
    fulfillOrderTo(shop, 'Miraflores');
    const { id } = await until('the delivered one', () =>
      world.database.delivery.findFirst({ where: { shopDomain: shop, phase: 'delivered' } }),
    );
    await openPage(`/app/deliveries/${id}`);
    const asked: string[] = [];
    let refreshes = 0;
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      const [, what] = /\/(preview|record)(?:\.data)?$/.exec(pathname) ?? [];
      if (what !== undefined) asked.push(what);
    });
    page.on('response', (response) => {
      if (new URL(response.url()).pathname === `/app/deliveries/${id}.data`) refreshes += 1;
    });
    await app.getByRole('button', { name: 'Preview delivery' }).click();
    await app.getByRole('cell', { name: 'Recipient' }).waitFor();
    await app.getByRole('button', { name: 'Show operator’s record' }).click();
    await app.getByText(OPERATOR_RECORD).waitFor();
    expect(asked).toEqual(['preview', 'record']);
    await until('two refreshes of the page', async () => {
      await app.locator('body').evaluate((body) => body.ownerDocument.dispatchEvent(new Event('visibilitychange')));
      return refreshes >= 2;
    });
    expect(asked).toEqual(['preview', 'record']);
    await app.getByRole('cell', { name: 'Recipient' }).waitFor();
    await app.getByRole('button', { name: 'Reload preview' }).click();
    await until('the preview that was asked for again', () => asked.length > 2);
    expect(asked).toEqual(['preview', 'record', 'preview']);
  });

  it('says beside the button why it was not previewed or read from the operator, and stays', async () => {
    const shop = addShop(world, 'not-answered', 'en');
    const isExpected = (complaint: string) => /429|ERR_FAILED|Failed to fetch/.test(complaint);
    const tab = await world.openTab(shop, { isExpected });
    const { app, open: openPage, page, screenshot } = tab;
    await completeSettings(world, shop);
    fulfillOrderTo(shop, 'Miraflores');
    const { id } = await until('the delivered one', () =>
      world.database.delivery.findFirst({ where: { shopDomain: shop, phase: 'delivered' } }),
    );
    await openPage(`/app/deliveries/${id}`);
    const fromHere = /\/(app|assets|__manifest)\b/;
    await page.route(fromHere, (route) => route.abort());
    await app.getByRole('button', { name: 'Preview delivery' }).click();
    await app.getByText(NOT_ANSWERED).waitFor();
    await page.unroute(fromHere);
    await app.getByRole('button', { name: 'Preview delivery' }).click();
    await app.getByRole('cell', { name: 'Recipient' }).waitFor();
    expect(await app.getByText(NOT_ANSWERED).count()).toBe(0);

    const spent = { points: 1_000, expire: BigInt(Date.now() + 50_000) };
    await world.database.actionBudget.upsert({ where: { key: shop }, create: { key: shop, ...spent }, update: spent });
    await app.getByRole('button', { name: 'Show operator’s record' }).click();
    await app.getByText(/^Too many requests in one minute\. Try again in \d+ seconds?\.$/).waitFor();
    await screenshot('delivery-too-often');
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('cell', { name: 'Recipient' }).waitFor();
  });

  it('can be stopped in its grace period, and sent afterwards', async () => {
    const shop = addShop(world, 'stop-and-go', 'en');
    const tab = await world.openTab(shop);
    const { app, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    const { settings } = await world.database.shop.findUniqueOrThrow({ where: { domain: shop } });
    await world.database.shop.update({
      where: { domain: shop },
      data: { settings: { ...Object(settings), gracePeriodMinutes: 60 } },
    });
    const order = fulfillOrderTo(shop, 'Miraflores');
    const { id } = await until('the delivery that waits', () =>
      world.database.delivery.findFirst({ where: { shopDomain: shop, phase: 'waiting' } }),
    );
    await openPage(`/app/deliveries/${id}`);
    await app.getByText(/^Sends at/).waitFor();
    await screenshot('delivery-waiting');
    // the result has the focus, and without one the button has it again
    const hasFocus = (target: Locator) => target.evaluate((element) => element.contains(document.activeElement));
    const doNotSend = app.getByRole('button', { name: 'Do not send', exact: true });
    await doNotSend.press('Enter');
    await app.getByRole('dialog').press('Escape');
    await expect.poll(() => hasFocus(doNotSend)).toBe(true);
    const leaveUnsent = async () => {
      await doNotSend.click();
      await app.getByRole('button', { name: 'Do not send 1 delivery' }).click();
      await app.getByText('Someone on your team stopped it before it was sent.').waitFor();
      await app.getByRole('dialog').waitFor({ state: 'detached' });
    };
    await leaveUnsent();
    const result = app.locator('[data-page-banner=result]');
    await expect.poll(() => hasFocus(result)).toBe(true);
    await app.getByRole('button', { name: 'Undo' }).click();
    await result.getByText('1 delivery will be sent after all').waitFor();
    await expect.poll(() => hasFocus(result)).toBe(true);
    await leaveUnsent();
    await app.getByRole('button', { name: 'Send anyway' }).dblclick();
    await app.getByText('entregado', { exact: true }).first().waitFor();
    expect(order.name).toMatch(/^#/);
    expect(world.operator.orders().filter(({ orderNumber }) => orderNumber.startsWith('stop-and-go-'))).toHaveLength(1);
  });

  it('of another shop is not found', async () => {
    const isExpected = (complaint: string) => /404/.test(complaint);
    const other = addShop(world, 'somebody-else', 'en');
    const shop = addShop(world, 'nosy', 'en');
    const tab = await world.openTab(other);
    await tab.open('/app/deliveries');
    await tab.app.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor();
    const { id } = await world.database.delivery.create({
      data: {
        shopDomain: other,
        fulfillmentId: 'f',
        orderId: 'gid://shopify/Order/1',
        orderName: '#9',
        phase: 'skipped',
      },
    });
    const { app, open: openPage, screenshot } = await world.openTab(shop, { isExpected });
    await openPage(`/app/deliveries/${id}`);
    await app.getByText('Delivery not found').waitFor();
    await screenshot('delivery-not-found');
    for (const address of [`/app/deliveries/${id}`, `/app/deliveries/${id}/preview`]) {
      const status = await app
        .locator('html')
        .evaluate(async (_, to) => (await fetch(`${to}.data${location.search}`)).status, address);
      expect(status).toBe(404);
    }
    await openPage('/app/deliveries/not-an-id');
    await app.getByText('Delivery not found').waitFor();
  });
});

describe('thousands of deliveries', () => {
  const shop = 'many.myshopify.com';
  const COUNT = 3_000;

  beforeAll(async () => {
    addShop(world, 'many', 'en');
    await completeSettings(world, shop);
    await world.database.shop.update({ where: { domain: shop }, data: { timeZone: 'America/Lima' } });
    const phases = ['delivered', 'delivered', 'delivered', 'failed', 'needs-attention', 'skipped'];
    const rows = Array.from({ length: COUNT }, (_, index) => {
      const phase = phases[index % phases.length] ?? 'delivered';
      return {
        shopDomain: shop,
        fulfillmentId: `gid://shopify/Fulfillment/${index}`,
        phase,
        orderId: `gid://shopify/Order/${index}`,
        orderName: `#${10_000 + index}`,
        fulfillmentName: `#${10_000 + index}-F1`,
        orderNumber: `many-${10_000 + index}-F1`,
        ...(phase === 'delivered' && {
          state: 'entregado',
          stateGroup: 'delivered',
          service: 'Nextday',
          pickup: '101',
        }),
        ...(phase === 'failed' && {
          state: '=HYPERLINK("http://evil")',
          stateGroup: 'ended-badly',
          service: 'Sameday',
        }),
        ...(phase === 'skipped' && { skipReason: { code: 'test-order' } }),
        ...(phase === 'needs-attention' && { problems: [{ code: 'phone-missing', field: null, details: {} }] }),
        createdAt: new Date(Date.UTC(2026, 0, 1, 12, index)),
      };
    });
    await inBatches(rows, (data) => world.database.delivery.createMany({ data }));
  });

  it('are found by tab, search and filter, and the address keeps all of it', async () => {
    const { app, page, open: openPage, reloadFrame, screenshot } = await world.openTab(shop);
    await openPage('/app/deliveries');
    await app
      .getByRole('tab', { name: /Needs attention/ })
      .getByText('99+')
      .waitFor();
    await app.getByText('#12998', { exact: true }).waitFor();
    await screenshot('deliveries-many');
    expect(await accessibilityFaults(app)).toEqual([]);

    await app.getByRole('tab', { name: 'Not delivered' }).click();
    await app.getByText('#12997', { exact: true }).waitFor();
    await app.getByRole('tab', { name: 'All', exact: true }).click();
    await app.getByText('#12999', { exact: true }).waitFor();
    await app.getByRole('button', { name: 'Search and filter results' }).click();
    await app.getByPlaceholder('Order, operator no., or customer’s name, email or phone').first().fill('#1234');
    await app.getByText('#12349', { exact: true }).waitFor();
    await app.getByText('#12999', { exact: true }).waitFor({ state: 'detached' });
    await expect.poll(() => app.getByRole('row').count()).toBe(11);
    await screenshot('deliveries-search');
    await until('the address with the search', () => page.url().includes('orders=') && page.url().includes('tab=all'));
    await reloadFrame();
    await app.getByText('#12349', { exact: true }).waitFor();
    await expect.poll(() => app.getByRole('row').count()).toBe(11);

    await openPage('/app/deliveries?tab=all&service=Sameday&sort=oldest&from=2026-01-02&to=2026-01-02');
    // 05:00 UTC is midnight in Lima: 1020 minutes after the first
    await app.getByText('#11023', { exact: true }).waitFor();
    await app.getByText('Service: Same day').waitFor();
    await screenshot('deliveries-filters');
    expect(await accessibilityFaults(app)).toEqual([]);
    await openPage('/app/deliveries?tab=waiting');
    await app.getByText('Nothing is waiting').waitFor();
    await screenshot('deliveries-empty-tab');
    await openPage('/app/deliveries?tab=all&q=zzz');
    await app.getByText('No deliveries found').waitFor();
  });

  it('can be paged forward and back', async () => {
    const { app, open: openPage } = await world.openTab(shop);
    await openPage('/app/deliveries?tab=all&state=delivered');
    const first = app.getByText('#12996', { exact: true });
    await first.waitFor();
    await app.getByRole('button', { name: 'Next page' }).click();
    await first.waitFor({ state: 'detached' });
    await app.getByText('#12946', { exact: true }).waitFor();
    await app.getByRole('button', { name: 'Next page' }).click();
    await app.getByText('#12946', { exact: true }).waitFor({ state: 'detached' });
    await app.getByRole('button', { name: 'Previous page' }).click();
    await app.getByText('#12946', { exact: true }).waitFor();
    await app.getByRole('button', { name: 'Previous page' }).click();
    await first.waitFor();
    await expect.poll(() => app.getByRole('button', { name: 'Previous page' }).isDisabled()).toBe(true);
  });

  it('are exported as they are filtered, all of them, and no cell is a formula', async () => {
    const { app, page, open: openPage } = await world.openTab(shop);
    await openPage('/app/deliveries?tab=ended-badly');
    await app.getByText('#12997', { exact: true }).waitFor();
    const exported = async (button: string) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        app.getByRole('button', { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('deliveries.csv');
      const text = await readFile(await download.path(), 'utf8');
      const lines = text.trimEnd().split('\r\n');
      expect(lines).toHaveLength(COUNT / 6 + 1);
      return lines;
    };
    const words = await exported('Export list');
    expect(words[0]).toMatch(/^\uFEFFOrder,Fulfillment,Operator no\.,Progress,Operator’s status,Status,/);
    expect(words[1]).toContain(
      '#12997,#12997-F1,many-12997-F1,Not delivered,"\'=HYPERLINK(""http://evil"")",Not delivered,',
    );
    expect(words[1]).toContain(',2026-01-03 08:57,');
    const codes = await exported('Export for other software');
    expect(codes[0]).toMatch(/^\uFEFForder,fulfillment,order_number,phase,state,/);
    expect(codes[1]).toContain('#12997,#12997-F1,many-12997-F1,failed,"\'=HYPERLINK(""http://evil"")",ended-badly,');
    expect(codes[1]).toContain('2026-01-03T08:57:00.000-05:00');
  });

  it('are left unsent where they can be, among others of the selection', async () => {
    const { app, open: openPage, screenshot } = await world.openTab(shop);
    await openPage('/app/deliveries?tab=all&q=1200');
    await app.getByText('#12009', { exact: true }).waitFor();
    await app
      .getByRole('checkbox', { name: /Select all/ })
      .first()
      .check();
    // 12002 and 12008 need attention, and were never sent
    await app.getByRole('button', { name: 'Do not send (2)' }).first().click();
    await app.getByRole('button', { name: 'Do not send 2 deliveries' }).dblclick();
    await app.getByText('2 deliveries will not be sent').waitFor();
    await screenshot('deliveries-bulk');
    const unsent = await world.database.delivery.findMany({
      where: { shopDomain: shop, skipReason: { path: ['code'], equals: 'stopped' } },
      select: { orderName: true },
      orderBy: { orderName: 'asc' },
    });
    expect(unsent).toEqual([{ orderName: '#12002' }, { orderName: '#12008' }]);
  });
});

describe('what was held back', () => {
  it.each([
    ['Send 6 deliveries', 'delivered', 6],
    ['Skip 6 deliveries', 'skipped', 0],
  ] as const)('waits for approval: %s', async (answer, phase, sent) => {
    const name = phase === 'skipped' ? 'held-no' : 'held-yes';
    const shop = addShop(world, name, 'en');
    const tab = await world.openTab(shop);
    const { app, open: openPage, screenshot } = tab;
    await openPage('/app/deliveries');
    await app.getByText('Complete the settings to send your first delivery').waitFor();
    for (let count = 0; count < 6; count += 1) fulfillOrderTo(shop, 'Miraflores');
    await until('all six held back', async () => {
      const held = await world.database.delivery.count({ where: { shopDomain: shop, heldFor: 'set-up' } });
      return held === 6;
    });
    await openPage('/app');
    await app.getByRole('button', { name: /Turn on sending/ }).click();
    await app.getByText(/6 fulfillments are waiting\. .* they need your approval/).waitFor();
    await saveSettings(tab);
    await openPage('/app');
    await app.getByText('6 deliveries need your approval').waitFor();
    await screenshot('home-held');
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('link', { name: 'View 6 deliveries' }).click();
    await app.getByRole('heading', { name: 'Deliveries', exact: true }).waitFor();
    await app.getByText('6 deliveries need your approval').waitFor();
    await app.getByRole('row').filter({ hasText: '#' }).first().waitFor();
    expect(await app.getByText('Order not read yet').count()).toBe(0);
    await screenshot('deliveries-held');
    expect(await accessibilityFaults(app)).toEqual([]);
    expect(world.operator.orders().filter(({ orderNumber }) => orderNumber.startsWith(`${name}-`))).toEqual([]);
    await app.getByRole('button', { name: answer }).dblclick();
    if (phase === 'skipped') await app.getByRole('button', { name: 'Do not send 6 deliveries' }).dblclick();
    await app.getByText('6 deliveries need your approval').waitFor({ state: 'detached' });
    await until('all six settled', async () => {
      return (await world.database.delivery.count({ where: { shopDomain: shop, phase } })) === 6;
    });
    const orders = world.operator.orders().filter(({ orderNumber }) => orderNumber.startsWith(`${name}-`));
    expect(orders).toHaveLength(sent);
  });
});

describe('past orders', () => {
  it.each(['en', 'es'] as const)('are previewed, and then handed over, in %s', async (locale) => {
    const shop = addShop(world, `earlier-${locale}`, locale);
    const tab = await world.openTab(shop);
    const { app, open: openPage, screenshot } = tab;
    await completeSettings(world, shop);
    world.shopify.setWebhookPolicy({ drop: 1_000 });
    for (let count = 0; count < 12; count += 1) fulfillOrderTo(shop, 'Miraflores');
    fulfillOrderTo(shop, 'Atlantis');
    world.shopify.setWebhookPolicy({});
    const words =
      locale === 'en'
        ? {
            look: 'Preview orders',
            more: 'Show more orders',
            send: 'Send orders of these days',
            started: 'Sending started',
            done: 'Past orders were sent',
            planned: /^Will be sent: Next day/,
          }
        : {
            look: 'Previsualizar pedidos',
            more: 'Ver más pedidos',
            send: 'Enviar pedidos de estos días',
            started: 'Envío iniciado',
            done: 'Los pedidos anteriores se enviaron',
            planned: /^Se enviará: Día siguiente/,
          };
    await openPage('/app/backfill');
    await app.getByRole('button', { name: words.look }).click();
    await app.getByText(words.planned).first().waitFor();
    await expect.poll(() => app.getByText(words.planned).count()).toBe(10);
    await screenshot(`backfill-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);
    await app.getByRole('link', { name: words.more }).click();
    await app.getByText(/atlantis/i).waitFor();
    await expect.poll(() => app.getByText(words.planned).count()).toBe(2);
    await app.getByRole('button', { name: words.send }).dblclick();
    await app.locator(':focus').getByText(words.started).waitFor();
    await app.getByText(words.done).waitFor();
    await screenshot(`backfill-done-${locale}`);
    await until('all of them delivered', async () => {
      return (await world.database.delivery.count({ where: { shopDomain: shop, phase: 'delivered' } })) === 12;
    });
    const orders = world.operator.orders().filter(({ orderNumber }) => orderNumber.startsWith(`earlier-${locale}-`));
    expect(orders).toHaveLength(12);
  });

  it('names what is wrong with the dates', async () => {
    const shop = addShop(world, 'earlier-days', 'en');
    const { app, open: openPage, screenshot } = await world.openTab(shop, { width: 320 });
    await openPage('/app/backfill?from=2026-03-02&to=2026-03-01');
    await app.getByText('The last day is before the first.').waitFor();
    const edges = await app
      .locator('input[type=date]')
      .evaluateAll((fields) => fields.map((field) => field.getBoundingClientRect().right));
    expect(Math.max(...edges)).toBeLessThan(320);
    await screenshot('backfill-days');
    await openPage('/app/backfill?from=2199-03-02&to=2199-03-02');
    await app.getByText('This day is in the future.').waitFor();
  });
});

describe('on a phone', () => {
  it.each(['en', 'es', 'pt-BR'])('everything fits, in %s', async (locale) => {
    const shop = addShop(world, `phone-pages-${locale.toLowerCase()}`, locale);
    const tab = await world.openTab(shop, { width: 390 });
    const { app, open: openPage, screenshot } = tab;
    await openPage('/app/deliveries');
    await app.getByRole('button').or(app.getByRole('link')).first().waitFor();
    const problem = {
      code: 'district-not-served',
      field: null,
      details: { district: 'la gran comuna de los llanos', nearest: ['San Isidro', 'Miraflores', 'Barranco'] },
    };
    const { id } = await world.database.delivery.create({
      data: {
        shopDomain: shop,
        fulfillmentId: 'f',
        fulfillmentName: '#1-F1',
        orderId: 'gid://shopify/Order/1',
        orderName: '#1',
        phase: 'needs-attention',
        state: 'un estado que nadie conoce '.repeat(4),
        stateGroup: 'unknown',
        orderNumber: `${shop}-${'1'.repeat(60)}`,
        service: 'NextdayWithWindow',
        promisedDate: '2026-11-23',
        problems: [problem],
        decisions: [{ field: 'delivery_service', source: 'settings.service.rules', rule: 'x'.repeat(120) }],
        attempts: {
          create: {
            verb: 'create',
            startedAt: new Date(),
            outcome: 'refused',
            httpStatus: 422,
            message: 'y'.repeat(300),
          },
        },
      },
    });
    for (const [name, address, text] of [
      ['deliveries', '/app/deliveries', '#1-F1'],
      ['delivery', `/app/deliveries/${id}`, 'x'.repeat(20)],
      ['review', '/app/review', 'San Isidro'],
      ['backfill', '/app/backfill', '60'],
    ] as const) {
      await openPage(address);
      await app.getByText(text).first().waitFor();
      await screenshot(`${name}-${locale}`);
      const overflow = await app.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
      expect(overflow, name).toBe(0);
    }
  });
});
