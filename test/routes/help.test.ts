import { afterAll, beforeAll, expect, it } from 'vitest';
import { HELP_TOPICS } from '../../app/pages/help/help-topics.ts';
import { LOCALES } from '../../app/texts/locale.ts';
import { SETTINGS_GROUPS } from '../../app/domain/settings/settings-groups.ts';
import { fulfilledOrder } from '../extension-api/fulfilled-order.ts';
import { SHOP, TEST_SHOP } from '../set-up/world/demo-order.ts';
import { startOfflineWorld, type OfflineWorld } from '../set-up/world/offline-world.ts';
import type { Program } from '../set-up/world/program.ts';
import { until } from '../set-up/time/until.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';

let world: OfflineWorld;
let program: Program;
let deliveryId: string;

beforeAll(async () => {
  world = await startOfflineWorld();
  program = await world.start();
  await world.setUpShop(program, { gracePeriodMinutes: 60 });
  const { id: fulfillmentId } = fulfilledOrder(world);
  const delivery = await until('the delivery', () => world.database.delivery.findFirst({ where: { fulfillmentId } }));
  deliveryId = delivery.id;
});

afterAll(() => world.stop());

/** The markup of a page of the app, as the admin opens it. */
async function appPage(link: string, locale: string, shop = SHOP): Promise<{ status: number; html: string }> {
  const url = new URL(link, program.url);
  const host = Buffer.from(`admin.shopify.com/store/${shop.split('.')[0] ?? ''}`).toString('base64');
  const asked = { shop, host, embedded: '1', id_token: world.shopify.idToken(shop), locale };
  for (const [name, value] of Object.entries(asked)) url.searchParams.set(name, value);
  const answer = await fetch(url, { headers: { 'User-Agent': BROWSER } });
  return { status: answer.status, html: await answer.text() };
}

/** Links within the text of a page. Those in its script are no links. */
function linksIn(html: string): string[] {
  return Array.from(html.matchAll(/<a [^>]*href="([^"]+)"/g), ([, href = '']) => href.replaceAll('&amp;', '&'));
}

function picturesIn(html: string): string[] {
  return Array.from(html.matchAll(/<img [^>]*src="([^"]+)"/g), ([, src = '']) => src);
}

async function expectPicture(src: string): Promise<void> {
  const answer = await fetch(new URL(src, program.url));
  expect([src, answer.status, answer.headers.get('Content-Type')]).toEqual([src, 200, 'image/webp']);
  expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
}

/** A link leads to a page, and its anchor to a section of it. */
async function expectLeads(link: string, open: (link: string) => Promise<{ status: number; html: string }>) {
  const { status, html } = await open(link);
  expect([link, status]).toEqual([link, 200]);
  const [, anchor] = link.split('#');
  if (anchor) expect(html, link).toContain(`id="${anchor}"`);
}

it('every page of the app leads to the guide', async () => {
  const pages = [
    ...['/app', '/app/deliveries', '/app/review', '/app/backfill', '/app/settings'],
    ...Object.keys(SETTINGS_GROUPS).map((group) => `/app/settings/${group}`),
    `/app/deliveries/${deliveryId}`,
  ];
  for (const path of pages) {
    const { html } = await appPage(path, 'es');
    const toGuide = linksIn(html).filter((link) => /^\/app\/help\/[\w-]+/.test(link));
    expect(toGuide, path).not.toEqual([]);
    for (const link of new Set(toGuide)) await expectLeads(link, (each) => appPage(each, 'es'));
  }
});

it('the set-up of a new shop shows where the block is pinned', async () => {
  const domain = 'tienda-nueva.myshopify.com';
  world.shopify.addShop({ ...TEST_SHOP, domain, installed: true });
  for (const locale of LOCALES) {
    const { html } = await appPage('/app', locale, domain);
    const [picture] = picturesIn(html).filter((src) => src.includes('order-page-pin'));
    await expectPicture(picture ?? 'no picture');
    expect(linksIn(html).some((link) => link.endsWith('#pin-the-block'))).toBe(true);
  }
});

it.each(LOCALES)('every link and picture of the guide in the app leads somewhere, in %s', async (locale) => {
  const index = await appPage('/app/help', locale);
  const links = new Set<string>();
  for (const topic of HELP_TOPICS) {
    expect(linksIn(index.html).some((link) => link.startsWith(`/app/help/${topic}?`))).toBe(true);
    const { status, html } = await appPage(`/app/help/${topic}`, locale);
    expect([topic, status]).toEqual([topic, 200]);
    for (const link of linksIn(html)) if (link.startsWith('/app')) links.add(link);
    for (const src of picturesIn(html)) await expectPicture(src);
  }
  expect(links.size).toBeGreaterThan(HELP_TOPICS.length);
  for (const link of links) await expectLeads(link, (each) => appPage(each, locale));
});

it.each(LOCALES)('the guide can be read without the admin, in %s', async (locale) => {
  const open = async (link: string) => {
    const answer = await fetch(new URL(link, program.url), { headers: { 'Accept-Language': locale } });
    const policy = answer.headers.get('Content-Security-Policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    return { status: answer.status, html: await answer.text() };
  };
  const index = await open('/help');
  expect(index.html).toContain(`<html lang="${locale}">`);
  for (const topic of HELP_TOPICS) {
    const { html } = await open(`/help/${topic}`);
    expect(html).toContain(`<html lang="${locale}">`);
    expect(html).not.toContain('<script');
    expect(linksIn(html).filter((link) => !link.startsWith('/help'))).toEqual([]);
    for (const link of new Set([...linksIn(index.html), ...linksIn(html)])) await expectLeads(link, open);
    for (const src of picturesIn(html)) await expectPicture(src);
    const [style] = Array.from(html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g), ([, href = '']) => href);
    expect((await fetch(new URL(style ?? 'none', program.url))).status).toBe(200);
  }
});

it('a page that the guide does not have is not found', async () => {
  expect((await fetch(`${program.url}/help/nowhere`)).status).toBe(404);
  expect((await appPage('/app/help/nowhere', 'en')).status).toBe(404);
});
