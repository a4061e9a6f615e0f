import { DateTime } from 'luxon';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addShop } from '../../set-up/browser/embedded-app.ts';
import { startBrowserWorld, STILL_TIMELINE, type BrowserWorld } from '../../set-up/browser/browser-world.ts';
import { completeSettings } from '../../set-up/browser/complete-settings.ts';
import { until } from '../../set-up/time/until.ts';
import { limaOrder } from '../../set-up/world/demo-order.ts';
import { accessibilityFaults } from '../accessibility.ts';

let world: BrowserWorld;

beforeAll(async () => {
  world = await startBrowserWorld({ timeline: STILL_TIMELINE });
  await world.startProcess();
});

afterAll(() => world.stop());

const WORDS = {
  en: {
    phone: /^New phone of /,
    unusable: 'Write a value that can be used.',
    sent: 'sent to the operator',
    retry: 'Retry 2 deliveries',
    same: 'the same problem again',
    asks: 'Which number can they call?',
  },
  es: {
    phone: /^Nuevo teléfono de /,
    unusable: 'Escriba un valor que se pueda usar.',
    sent: 'enviada al operador',
    retry: 'Reintentar 2 entregas',
    same: 'el mismo problema otra vez',
    asks: '¿A qué número puede llamar?',
  },
  pt: {
    phone: /^Novo telefone de /,
    unusable: 'Escreva um valor que possa ser usado.',
    sent: 'enviada ao operador',
    retry: 'Tentar 2 entregas de novo',
    same: 'o mesmo problema de novo',
    asks: 'Para qual número ele pode ligar?',
  },
};

it.each(['en', 'es', 'pt'] as const)(
  'two phones are corrected in six steps where they stand, in %s',
  async (locale) => {
    const words = WORDS[locale];
    const shop = addShop(world, `desk-${locale}`, locale);
    const tab = await world.openTab(shop);
    const { app, open: openPage, page, screenshot } = tab;
    await completeSettings(world, shop);
    const address = { ...limaOrder().shippingAddress, phone: null };
    const orders = ['+51 987 654 001', '987654002'].map((phone) => {
      const order = world.shopify.enterOrder(shop, limaOrder({ shippingAddress: address, customerLocale: locale }));
      world.shopify.fulfill(shop, order.id);
      return { order, phone };
    });
    const count = (phase: string) => world.database.delivery.count({ where: { shopDomain: shop, phase } });
    await until('both need a person', async () => (await count('needs-attention')) === 2);
    const addresses: string[] = [];
    page.on('request', (request) => void addresses.push(request.url()));

    await openPage('/app/review');
    await app.getByText('Marked-Íñigo Marked-Ñahui').nth(1).waitFor();
    await app.getByText('Marked-Calle Los Ñandúes 345, Marked-dpto 402, Miraflores, Lima').first().waitFor();
    const mail = app.getByRole('link', { name: /^(Email|Correo|E-mail):/ }).first();
    expect(decodeURIComponent((await mail.getAttribute('href')) ?? '')).toContain(words.asks);
    await screenshot(`desk-${locale}`);
    expect(await accessibilityFaults(app)).toEqual([]);

    // a retry without a correction tells its failure in each row
    await app.getByRole('button', { name: words.retry }).click();
    await app.getByText(words.same, { exact: true }).nth(1).waitFor();
    await screenshot(`desk-same-${locale}`);

    // by keyboard: what is typed is saved by Enter
    const field = () => app.getByRole('textbox', { name: words.phone }).first();
    await field().fill('12');
    await field().press('Enter');
    await app.getByText(words.unusable).waitFor();
    for (const [index, { phone }] of orders.toReversed().entries()) {
      await field().fill(phone); // one, four
      await field().press('Enter'); // two, five
      await until('it is sent', async () => (await count('in-delivery')) === index + 1);
      await app.getByText(words.sent).first().waitFor();
      if (index === 0) {
        await screenshot(`desk-sent-${locale}`);
        await expect.poll(() => app.getByRole('textbox', { name: words.phone }).count()).toBe(1);
      }
    }
    for (const { order } of orders) expect(order.shippingAddress).toMatchObject({ city: 'Miraflores', zip: '15074' });
    const phones = orders.map(({ order }) => order.shippingAddress?.phone);
    expect(phones.toSorted()).toEqual(['+51987654001', '+51987654002']);
    expect(addresses.filter((url) => /marked|9876540/i.test(url))).toEqual([]);
  },
);

/** Open wherever a test runs: a Sunday is closed. */
const WEDNESDAY = 3;

it('a date that has passed is corrected where it stands', async () => {
  const shop = addShop(world, 'desk-date', 'es');
  const tab = await world.openTab(shop);
  await completeSettings(world, shop, { service: { default: 'NextdayWithWindow' } });
  const time = { key: 'Hora de entrega', value: '10:00-12:00' };
  const customAttributes = [{ key: 'Fecha de entrega', value: '2024-01-02' }, time];
  const order = world.shopify.enterOrder(shop, limaOrder({ customAttributes }));
  const { id: fulfillmentId } = world.shopify.fulfill(shop, order.id);
  const inPhase = (phase: string) =>
    until(`the delivery ${phase}`, () => world.database.delivery.findFirst({ where: { fulfillmentId, phase } }));
  await inPhase('needs-attention');
  await tab.open('/app/review');
  const field = tab.app.getByLabel(/^Nueva fecha de entrega de /);
  await tab.app.getByText('Marked-Íñigo Marked-Ñahui').first().waitFor();
  await tab.screenshot('desk-date');
  expect(await accessibilityFaults(tab.app)).toEqual([]);
  const now = DateTime.fromJSDate(world.clock.now(), { zone: 'utc' });
  const day = now.plus({ weeks: 2 }).set({ weekday: WEDNESDAY }).toISODate() ?? '';
  await field.fill(day);
  await field.press('Enter');
  await tab.app.getByText(WORDS.es.sent).first().waitFor();
  await inPhase('in-delivery');
  expect(order.customAttributes).toEqual([{ key: 'Fecha de entrega', value: day }, time]);
});

it('a phone shows the desk without scrolling sideways', async () => {
  const shop = addShop(world, 'desk-narrow', 'es');
  const tab = await world.openTab(shop, { width: 390 });
  await completeSettings(world, shop);
  const address = { ...limaOrder().shippingAddress, phone: null };
  world.shopify.fulfill(shop, world.shopify.enterOrder(shop, limaOrder({ shippingAddress: address })).id);
  await tab.open('/app/review');
  await tab.app.getByText('Marked-Íñigo Marked-Ñahui').first().waitFor();
  await tab.screenshot('desk-narrow');
  const width = await tab.app.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth);
  expect(width).toBe(0);
  expect(await accessibilityFaults(tab.app)).toEqual([]);
});

it('a call that could not be noted is told', async () => {
  const shop = addShop(world, 'desk-offline', 'en');
  const tab = await world.openTab(shop, { isExpected: (complaint) => /ERR_FAILED|Failed to fetch/.test(complaint) });
  await completeSettings(world, shop);
  const address = { ...limaOrder().shippingAddress, phone: null };
  world.shopify.fulfill(shop, world.shopify.enterOrder(shop, limaOrder({ shippingAddress: address })).id);
  await tab.open('/app/review');
  const called = tab.app.getByRole('button', { name: /^Called: back in 2 hours/ });
  await called.waitFor();
  await tab.page.route('**/*.data?*', (route) => route.abort());
  await called.click();
  await tab.app.getByRole('alert').getByText('Handoff did not answer. Check your connection').waitFor();
});
