/** The usual alternative, as in Shopify's template: a Remix route with `authenticate.webhook` and a Prisma insert. */
import { createRequestHandler } from '@remix-run/express';
import type { ActionFunctionArgs, ServerBuild } from '@remix-run/node';
import { Session } from '@shopify/shopify-api';
import { PrismaSessionStorage } from '@shopify/shopify-app-session-storage-prisma';
import express from 'express';
import { readEnvironment } from '../../app/environment.ts';
import { createLogger } from '../../app/logging.ts';
import { STANDARD_PACE } from '../../app/pace.ts';
import { openDatabase } from '../../app/persistence/database.ts';
import { createShopifyApp } from '../../app/shopify/access/shopify.server.ts';
import { BENCH_SHOP } from './signed-webhook.ts';

const environment = readEnvironment();
const database = openDatabase(environment.DATABASE_URL ?? '', STANDARD_PACE.database);
const sessionStorage = new PrismaSessionStorage(database);
const inADay = new Date(Date.now() + 86_400_000);
await sessionStorage.storeSession(
  new Session({
    id: `offline_${BENCH_SHOP}`,
    shop: BENCH_SHOP,
    state: '',
    isOnline: false,
    accessToken: 'token',
    expires: inADay,
    refreshToken: 'refresh',
    refreshTokenExpires: inADay,
  }),
);
const shopify = createShopifyApp({
  apiKey: environment.SHOPIFY_API_KEY,
  apiSecret: environment.SHOPIFY_API_SECRET,
  appUrl: environment.SHOPIFY_APP_URL,
  sessionStorage,
  logger: createLogger('silent'),
  afterAuth: async () => {},
});

async function action({ request }: ActionFunctionArgs) {
  const { shop, topic, webhookId } = await shopify.authenticate.webhook(request);
  await database.webhookReceipt.create({ data: { shop, topic, webhookId, receivedAt: new Date(), dueAt: null } });
  return new Response();
}

const build = {
  entry: { module: { default: () => new Response(null, { status: 500 }) } },
  routes: { webhooks: { id: 'webhooks', path: 'webhooks', module: { action, default: undefined } } },
  assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '1' },
  publicPath: '/',
  assetsBuildDirectory: '',
  basename: '/',
  mode: 'production',
  isSpaMode: false,
  future: {
    v3_fetcherPersist: true,
    v3_relativeSplatPath: true,
    v3_throwAbortReason: true,
    v3_singleFetch: true,
    v3_lazyRouteDiscovery: false,
  },
} satisfies ServerBuild;

const app = express();
const answer = createRequestHandler({ build, mode: 'production' });
app.all('*', (request, response, next) => void answer(request, response, next));
const server = app.listen(0, () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' && address ? address.port : 0}\n`);
});
