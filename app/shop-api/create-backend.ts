import { BOUNDS } from '../bounds.ts';
import type { Handoff } from '../app-context.ts';
import { pageCatalogueIn } from '../texts/choose-texts.ts';
import { localeOf } from '../texts/locale.ts';
import type { AnsweredClient } from './answered-client.ts';
import { createShopApi, type ShopApi } from './shop-api.ts';
import { openShopContext } from './shop-context.ts';
import { answerPrint } from './printing/print-request.ts';
import { z } from 'zod';
import type { Refusal } from '../extension-api/extension-answers.ts';
import { ShopifyError } from '../shopify/admin-api/shopify-error.ts';
import { authenticateMerchant, isUnsigned, notSignedIn, type MerchantRequest } from './merchant-request.ts';

/**
 * The way from a route to the server. Routes are built into a bundle of their own; they have the backend from Remix's load
 * context and import no server code, so the program exists once in a process.
 */
export type Backend = ReturnType<typeof createBackend>;

export function createBackend(handoff: Handoff) {
  const { app } = handoff;
  const { SHOPIFY_API_KEY, APP_BRIDGE_URL, SHOPIFY_ADMIN_ORIGINS, SUPPORT_URL } = app.environment;
  const open = (merchant: MerchantRequest, request: Request) =>
    createShopApi(openShopContext(handoff, merchant, localeOf(new URL(request.url).search)), app);
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
      return open(await authenticateMerchant(handoff, request, cost && POINTS[cost]), request);
    },
    /**
     * Answers a request of an extension with JSON, across origins. The status is 401 without a valid session token of
     * this app, 404 when `answer` gives null, as it does for records of another shop, 400 when it throws a `ZodError`,
     * and 503 when Shopify could not be asked. Every answer has the headers that let an extension read it.
     */
    async answerExtension(
      request: Request,
      answer: (shopApi: ShopApi) => Promise<object | null>,
      cost?: Cost,
    ): Promise<Response> {
      if (isUnsigned(request)) return notSignedIn();
      const merchant = await authenticateMerchant(handoff, request, cost && POINTS[cost]);
      const { shop, cors } = merchant;
      try {
        const body = await answer(open(merchant, request));
        return cors(body ? Response.json(body) : refuse(404, 'not-found'));
      } catch (error) {
        if (error instanceof z.ZodError || error instanceof SyntaxError) return cors(refuse(400, 'bad-request'));
        if (error instanceof ShopifyError) {
          app.logger.warn({ shop, failure: error.failure }, 'Shopify could not be asked for an extension');
          return cors(refuse(503, 'shopify-unreachable'));
        }
        app.logger.error({ error, shop }, "an extension's request failed");
        return cors(refuse(500, 'failed'));
      }
    },
    /**
     * Answers any other request at an address of the extensions that accepts only POST. Browsers send an OPTIONS request
     * first, which Remix passes to the loader.
     */
    async answerOptionsAlone(request: Request): Promise<Response> {
      if (isUnsigned(request)) return notSignedIn();
      const { cors } = await authenticateMerchant(handoff, request);
      return cors(new Response(null, { status: 405, headers: { Allow: 'POST' } }));
    },
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

function refuse(status: number, error: Refusal['error']): Response {
  return Response.json({ error } satisfies Refusal, { status });
}
