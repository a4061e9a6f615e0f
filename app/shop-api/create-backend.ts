import { BOUNDS } from '../bounds.ts';
import type { Handoff } from '../app-context.ts';
import { pageCatalogueIn } from '../texts/choose-texts.ts';
import { localeOf } from '../texts/locale.ts';
import type { AnsweredClient } from './answered-client.ts';
import { createShopApi, type ShopApi } from './shop-api.ts';
import { answerExtension, answerOptionsAlone } from './extension-request.ts';
import { authenticateMerchant } from './merchant-request.ts';
import { openShopContext } from './shop-context.ts';
import { answerPrint } from './printing/print-request.ts';

/**
 * The way from a route to the server. Routes are built into a bundle of their own; they have the backend from Remix's load
 * context and import no server code, so the program exists once in a process.
 */
export type Backend = ReturnType<typeof createBackend>;

export function createBackend(handoff: Handoff) {
  const { app } = handoff;
  const { SHOPIFY_API_KEY, APP_BRIDGE_URL, SHOPIFY_ADMIN_ORIGINS, SUPPORT_URL } = app.environment;
  return {
    /** What the app's HTML documents contain on every page. */
    document: {
      apiKey: SHOPIFY_API_KEY,
      appBridgeUrl: APP_BRIDGE_URL,
      /** Where "contact support" leads; null when the deployer named nobody. */
      supportUrl: SUPPORT_URL ?? null,
      /** Origins of the Shopify admin, besides the shop's own host. */
      adminOrigins: SHOPIFY_ADMIN_ORIGINS,
    },
    /** The texts of the pages, parsed and not yet filled in. */
    pageTexts: pageCatalogueIn,
    /**
     * What the shop that the request's session token names may ask for.
     *
     * @throws Response that leads to a fresh session token, or 401, or 429 when the shop has acted too often in a minute
     */
    async authenticate(request: Request, cost?: Cost): Promise<ShopApi> {
      const merchant = await authenticateMerchant(handoff, request, pointsOf(cost));
      return createShopApi(openShopContext(handoff, merchant, localeOf(new URL(request.url).search)), app);
    },
    /** Answers a request of an extension with JSON; 404 when `answer` gives null, 400 when it throws a `ZodError`. */
    answerExtension: (request: Request, answer: (shopApi: ShopApi) => Promise<object | null>, cost?: Cost) =>
      answerExtension(handoff, request, answer, pointsOf(cost)),
    /** Answers any other request at an address of the extensions that accepts only POST. */
    answerOptionsAlone: (request: Request) => answerOptionsAlone(handoff, request),
    /** Answers with a printed document, for extensions and pages; see print-request.ts. */
    answerPrint: (request: Request, given: { document: string | undefined; client: AnsweredClient }) =>
      answerPrint(handoff, request, given),
    /** Logs the error of a page that failed. */
    report(error: unknown, request: Request): void {
      app.logger.error({ error, path: new URL(request.url).pathname }, 'a page failed');
    },
  };
}

/** Requests that cost more of a shop's points for a minute than others. */
type Cost = 'dry-run' | 'export';

const POINTS: Readonly<Record<Cost, number>> = { 'dry-run': BOUNDS.dryRunCost, export: BOUNDS.exportCost };

const pointsOf = (cost: Cost | undefined) => (cost ? POINTS[cost] : undefined);
