/**
 * `npm run demo` starts a sandbox shop, a sandbox operator and the app. It plays one order from the fulfillment to
 * "entregado", prints each step, and stays up. With `--once` it then exits: with code 0 when shop and operator have the
 * right result, otherwise with 1.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { DEFAULT_BRANCHES, DEMO_TOKEN, startSandboxOperator } from '../operator/server.ts';
import { startSandboxShopify, type SandboxShopify } from '../shopify/server.ts';
import { startApp } from './app-process.ts';
import { startCleaner } from './cleaner.ts';
import { checkOutcome } from './check-outcome.ts';
import { createMerchant } from './merchant.ts';
import { narrate } from './narrate.ts';

/** In Spanish, and set up by the demo. */
const SHOP = 'tienda-lima.myshopify.com';
/** In English, with the app installed and nothing set up yet. */
const NEW_SHOP = 'libreria-barranco.myshopify.com';
const TEST_TOKEN = 'sandbox-test-token';
const DISTRICTS = path.join(import.meta.dirname, 'served-districts.json');
const DELIVERED_WITHIN_MS = 90_000;
const STATE_MS = 2_000;
/** After this time without a step the demo says what it waits for. */
const SLOW_MS = 8_000;
/** How often it looks whether the npm that started it is still there. */
const PARENT_MS = 500;
const APP = { apiKey: 'handoff-demo-key', apiSecret: 'handoff-demo-secret' };

const start = Date.now();
let saidAt = start;
const say = (text: string) => {
  saidAt = Date.now();
  console.log(`${((saidAt - start) / 1000).toFixed(1).padStart(6)} s  ${text}`);
};
const isOnce = process.argv.includes('--once');
/** What the demo waits for, as its reader would put it. */
let waitingFor = 'the pages to be built: only the first time';
const reminder = setInterval(() => {
  if (waitingFor !== '' && Date.now() - saidAt > SLOW_MS) say(`still waiting for ${waitingFor}`);
}, PARENT_MS);

const cleaner = startCleaner();
const ended = endOfDemo();
try {
  await Promise.race([play().then(() => (isOnce ? undefined : ended)), ended]);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
clearInterval(reminder);
await cleaner.finish();
process.exit();

async function play(): Promise<void> {
  await buildPages();
  waitingFor = 'the sandbox to start';
  const timeline = {
    ingresado: STATE_MS,
    'asignación aceptada': STATE_MS,
    'en punto de retiro': STATE_MS,
    'en despacho': STATE_MS,
    'en camino entrega': STATE_MS,
  };
  const operator = await startSandboxOperator({ port: await portNear(4010), timeline });
  const testOperator = await startSandboxOperator({ port: await portNear(4011), timeline, tokens: [TEST_TOKEN] });
  const port = await portNear(3000);
  const appUrl = `http://localhost:${port}`;
  const shopify = await startSandboxShopify({
    ...APP,
    appUrl,
    browserHost: 'localhost',
    port: await portNear(4001),
  });
  const { adminOrigin } = shopify;
  say(`sandbox Shopify at ${adminOrigin}`);
  say(`sandbox operator at ${operator.url}, its test environment at ${testOperator.url}`);

  waitingFor = 'the app to start: it makes a database of its own first';
  await startApp({
    ...APP,
    port,
    cleaner,
    adminOrigin,
    shopifyUrl: shopify.url,
    operatorUrl: operator.url,
    testOperatorUrl: testOperator.url,
    districtsFile: DISTRICTS,
    onLog(line) {
      const sentence = narrate(line);
      if (sentence) say(sentence);
    },
  });
  say(`the app answers at ${appUrl}`);

  waitingFor = 'the merchant to install the app and to save the settings';
  const merchant = createMerchant(shopify, appUrl, SHOP);
  shopify.installApp(SHOP);
  await merchant.openApp();
  say(`installed in ${SHOP}`);
  await merchant.saveSettings({
    version: 1,
    part: {
      account: { environment: 'production', token: DEMO_TOKEN },
      'pickup.default': { kind: 'branch', id: String(DEFAULT_BRANCHES[0]) },
      'service.default': 'Nextday',
      handOverOn: true,
    },
  });
  say('settings saved: token, pickup branch, delivery service; hand-over switched on');

  const order = [...(shopify.store.get(SHOP)?.orders.values() ?? [])].find((candidate) => isPlain(candidate));
  if (!order) throw new Error('the demo shop has no order to fulfill');
  const fulfillment = shopify.fulfill(SHOP, order.id);
  say(`order ${order.name} fulfilled as ${fulfillment.name}`);

  const given = { shop: SHOP, fulfillmentId: fulfillment.id };
  const giveUpAt = Date.now() + DELIVERED_WITHIN_MS;
  let wrong = checkOutcome(operator, shopify, given);
  while (wrong.length > 0) {
    [waitingFor = ''] = wrong.map((each) => `both sides to be right: ${each}`);
    if (Date.now() > giveUpAt) throw new Error(slowly(wrong));
    await pause(250);
    wrong = checkOutcome(operator, shopify, given);
  }
  waitingFor = '';
  say('delivered: both sides hold what they should');
  if (isOnce) return;
  await openNewShop(shopify, appUrl);
  say(`installed in ${NEW_SHOP}, where fulfillments wait for the set-up`);
  console.log(places({ adminOrigin, appUrl, orderPath: `orders/${order.id.split('/').at(-1) ?? ''}` }));
}

/** Builds the pages, unless they were already built from the same sources. */
async function buildPages(): Promise<void> {
  const program = path.resolve(import.meta.dirname, '../../scripts/pages/build-pages.ts');
  const child = cleaner.start(() => spawn(process.execPath, [program], { stdio: ['ignore', 'ignore', 'inherit'] }));
  await once(child, 'exit');
  if (child.exitCode !== 0) throw new Error('the pages could not be built: the lines above say why');
}

function slowly(wrong: readonly string[]): string {
  return [
    `not as it should be after ${DELIVERED_WITHIN_MS / 1000} s:`,
    ...wrong.map((each) => `  ${each}`),
    'The lines above say what happened last. On a very busy machine, try again; otherwise this is a fault of Handoff.',
  ].join('\n');
}

/** A shop as it is right after the installation: its first fulfillments wait, and no block is pinned. */
async function openNewShop(shopify: SandboxShopify, appUrl: string): Promise<void> {
  shopify.installApp(NEW_SHOP);
  await createMerchant(shopify, appUrl, NEW_SHOP).openApp();
  for (const { id } of shopify.store.get(NEW_SHOP)?.orders.values() ?? []) shopify.fulfill(NEW_SHOP, id);
}

/** Where to look, for whoever runs the demo. */
function places(given: { adminOrigin: string; appUrl: string; orderPath: string }): string {
  const { adminOrigin, appUrl, orderPath } = given;
  const [setUp, fresh] = [SHOP, NEW_SHOP].map((shop) => shop.replace('.myshopify.com', ''));
  return `
  Tienda Lima: in Spanish, set up
    its orders           ${adminOrigin}/store/${setUp}/orders
    the app              ${adminOrigin}/store/${setUp}/apps/handoff
    the delivered order  ${adminOrigin}/store/${setUp}/${orderPath}
    as its buyer sees it ${adminOrigin}/account/${setUp}/${orderPath}

  Librería Barranco: in English, new
    the app              ${adminOrigin}/store/${fresh}/apps/handoff
    its orders           ${adminOrigin}/store/${fresh}/orders, where the block is not pinned yet
    what the set-up asks for: the token ${DEMO_TOKEN} in production or ${TEST_TOKEN} in test,
    and a branch of ${DEFAULT_BRANCHES.join(', ')}

  The guide for merchants  ${appUrl}/help

  Fulfill another order and watch it here. Ctrl-C ends the demo.
`;
}

/** An ordinary order, which every shop has: shipped, paid, without special cases. */
function isPlain(order: {
  test: boolean;
  cancelledAt: string | null;
  shippingAddress: unknown;
  name: string;
}): boolean {
  return !order.test && order.cancelledAt === null && order.shippingAddress !== null;
}

/** Ctrl-C, a closed terminal, or the end of the npm that started the demo, at any moment. */
async function endOfDemo(): Promise<void> {
  const parent = process.ppid;
  let watch: NodeJS.Timeout | undefined;
  const orphaned = new Promise<void>((resolve) => {
    watch = setInterval(() => {
      if (process.ppid !== parent || hasLostNpm()) resolve();
    }, PARENT_MS);
  });
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'].map((signal) => once(process, signal));
  await Promise.race([...signals, orphaned]);
  clearInterval(watch);
}

/**
 * Whether npm started the demo and is gone, perhaps before the demo first looked. Between the two stands a shell, which
 * may outlive npm and names the script in its command. npm names the demo, and who takes over its children does not.
 */
function hasLostNpm(): boolean {
  const { npm_lifecycle_event: event, npm_lifecycle_script: script = '' } = process.env;
  if (event !== 'demo' || !existsSync('/proc/self/stat')) return false;
  try {
    const of = (pid: number | string, file: string) => readFileSync(`/proc/${pid}/${file}`, 'utf8');
    const [, grandparent = ''] = /^.*\) \S (\d+)/s.exec(of(process.ppid, 'stat')) ?? [];
    return ![process.ppid, grandparent].some((pid) => {
      const command = of(pid, 'cmdline');
      return command.includes('demo') && !command.includes(script);
    });
  } catch {
    return true; // a process that is gone cannot be read
  }
}

/** The usual port, or any free one when it is taken. */
async function portNear(wanted: number): Promise<number> {
  const probe = net.createServer();
  const isFree = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false)).listen(wanted, '127.0.0.1', () => resolve(true));
  });
  if (!isFree) return wanted === 0 ? 0 : portNear(0);
  const address = probe.address();
  probe.close();
  await once(probe, 'close');
  return typeof address === 'object' && address ? address.port : wanted;
}
