import type { FrameLocator } from 'playwright-core';
import { expect } from 'vitest';
import buyerTexts from '../../../extensions/delivery-status/locales/en.default.json' with { type: 'json' };
import type { Problem, ProblemCode } from '../../../app/domain/problems/problem.ts';
import type { Flag } from '../../../app/domain/tracking/promise-watch.ts';
import { describeProblem } from '../../../app/texts/describe-problem.ts';
import { textsIn } from '../../../app/texts/choose-texts.ts';
import { accessibilityFaults } from '../accessibility.ts';
import { SHOP } from '../../set-up/world/demo-order.ts';
import { until } from '../../set-up/time/until.ts';
import type { BrowserWorld } from '../../set-up/browser/browser-world.ts';
import type { EmbeddedApp } from '../../set-up/browser/embedded-app.ts';

/** A fulfillment that needs a person. */
export interface Laid {
  /** Of the problem or the early warning. */
  readonly code: string;
  /** Of the fulfillment. */
  readonly id: string;
  readonly orderId: string;
  readonly name: string;
}

/** What `exceptions-of-the-shop.test.ts` brings about; `exceptions.test.ts` brings about the rest. */
export const OF_THE_SHOP: readonly ProblemCode[] = [
  'customer-data-withheld',
  'time-zone-unknown',
  'email-missing',
  'email-unusable',
  'order-number-too-long',
  'order-number-unreadable',
  'text-too-long',
  'packages-too-many',
  'price-unreadable',
  'pickup-missing',
  'closed-today',
  'order-number-taken',
  'order-out-of-reach',
  'operator-unreachable',
  'outcome-unknown',
  'unexpected-failure',
  'shopify-unreachable',
  'shopify-access-missing',
  'shopify-write-refused',
];

/** Waits until each needs a person for its reason, and everything about that is written to Shopify. */
export async function allNeedPerson({ database, clock }: BrowserWorld, all: readonly Laid[]): Promise<void> {
  await until('all of them', async () => {
    const rows = await database.delivery.findMany({
      where: { attentionSince: { not: null }, publications: { every: { settledAt: { not: null } } } },
    });
    await database.delivery.updateMany({
      where: { attentionSince: null, nextReadAt: { gt: clock.now() } },
      data: { nextReadAt: clock.now() },
    });
    const found = new Map(rows.map((row) => [row.fulfillmentId, codesOf(row)]));
    return all.every(({ id, code }) => found.get(id)?.includes(code));
  });
}

const codesOf = ({ problems, flags }: { problems: unknown; flags: unknown }) =>
  [...(problems as { code: string }[]), ...(flags as { code: string }[])].map(({ code }) => code);

async function sentenceOf({ database }: BrowserWorld, { id: fulfillmentId }: Laid): Promise<string> {
  const { problems, flags } = await database.delivery.findFirstOrThrow({ where: { fulfillmentId } });
  const [problem] = problems as unknown as Problem[];
  const [flag] = flags as unknown as Flag[];
  return problem ? describeProblem(problem, 'en').sentence : textsIn('en').flags[flag?.code ?? 'late'].sentence;
}

/** How the order says an early warning, with the time that it was due. */
const WARNED = /^(The promised time passed|Collection was due|News was due)/;

const attentionOnHome = (app: FrameLocator) =>
  app.locator('div', { has: app.getByRole('link', { name: 'Need attention', exact: true }) }).last();

/** Each is counted on Home, in its tab, at the desk, on its order and in Flow; and what its buyer reads next agrees. */
export async function expectEverywhere(world: BrowserWorld, tab: EmbeddedApp, all: readonly Laid[]): Promise<void> {
  const { app, page } = tab;
  await tab.open('/app');
  await attentionOnHome(app).getByText(String(all.length), { exact: true }).waitFor();

  await tab.open('/app/review');
  for (const laid of all) {
    const name = await sentenceOf(world, laid);
    await app.getByRole('heading', { name, exact: true }).first().waitFor();
    await app.getByRole('link', { name: laid.name, exact: true }).waitFor();
  }
  await tab.screenshot('exceptions-desk');
  expect(await accessibilityFaults(app)).toEqual([]);

  await tab.open('/app/deliveries?tab=attention');
  await app.getByRole('tab', { name: new RegExp(`^Needs attention\\D*${all.length}$`) }).waitFor({ timeout: 20_000 });

  for (const { code, ...laid } of all) {
    const { id, orderId } = laid;
    const sentence = await sentenceOf(world, { code, ...laid });
    await tab.openAdmin(`/orders/${numberOf(orderId)}`);
    await page
      .frameLocator('iframe[data-extension="delivery-block"]')
      .getByText(code in textsIn('en').flags ? WARNED : sentence)
      .first()
      .waitFor();
    const fields = world.shopify.metafields(SHOP, orderId).map(({ value }) => value);
    expect(fields.join(), code).toContain(`"code":"${code}"`);
    expect(world.shopify.store.get(SHOP)?.order(orderId).tags, code).toContain('handoff:needs-attention');
    const told = world.shopify.flowTriggers(SHOP).filter(({ payload }) => payload['Fulfillment ID'] === id);
    expect(told.map(({ payload }) => payload.Problem).join(), code).toContain(code);
  }
}

const NEXT: Readonly<Record<string, string>> = buyerTexts.next;

/** The buyer's page says what comes next, where it says so of this code. */
export async function expectOnBuyersPage(world: BrowserWorld, laid: Laid, code = laid.code): Promise<void> {
  const next = NEXT[code];
  if (!next) return;
  const page = await world.openPage();
  const shop = SHOP.split('.')[0] ?? '';
  await page.goto(`${world.shopify.url}/account/${shop}/orders/${numberOf(laid.orderId)}?locale=en`);
  await page.frameLocator('iframe[data-extension="delivery-status"]').getByText(next).waitFor();
  await page.close();
}

/** The order has no tag any more that says so, and Home counts none. */
export async function expectNowhere(world: BrowserWorld, tab: EmbeddedApp, all: readonly Laid[]): Promise<void> {
  for (const { code, orderId } of all) {
    expect(world.shopify.store.get(SHOP)?.order(orderId).tags, code).not.toContain('handoff:needs-attention');
  }
  await tab.open('/app');
  await attentionOnHome(tab.app).getByText('0', { exact: true }).waitFor();
}

const numberOf = (orderId: string) => orderId.split('/').at(-1) ?? '';
