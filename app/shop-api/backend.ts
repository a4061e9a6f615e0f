import type { PageTexts } from '../texts/catalogue.ts';
import type { Compiled } from '../texts/compile.ts';
import type { Locale } from '../texts/locale.ts';
import type { AnsweredClient } from './answered-client.ts';
import type { ShopApi } from './shop-api.ts';

/**
 * The way from a route to the server. Routes are built into a bundle of their own; they have the backend from Remix's load
 * context and import no server code, so the program exists once in a process.
 */
export interface Backend {
  readonly document: DocumentFacts;
  /** The texts of the pages, parsed and not yet filled in. */
  pageTexts(locale: Locale): Compiled<PageTexts>;
  /**
   * What the shop that the request's session token names may ask for.
   *
   * @throws Response that leads to a fresh session token, or 401, or 429 when the shop has acted too often in a minute
   */
  authenticate(request: Request, cost?: Cost): Promise<ShopApi>;
  /** Answers a request of an extension with JSON; 404 when `answer` gives null, 400 when it throws a `ZodError`. */
  answerExtension(
    request: Request,
    answer: (shopApi: ShopApi) => Promise<object | null>,
    cost?: Cost,
  ): Promise<Response>;
  /** Answers any other request at an address of the extensions that accepts only POST. */
  answerOptionsAlone(request: Request): Promise<Response>;
  /** Answers with a printed document, for extensions and pages; see print-request.ts. */
  answerPrint(request: Request, given: { document: string | undefined; client: AnsweredClient }): Promise<Response>;
  /** Logs the error of a page that failed. */
  report(error: unknown, request: Request): void;
}

/** Requests that cost more of a shop's points for a minute than others. */
export type Cost = 'dry-run' | 'export';

/** What the app's HTML documents contain on every page. */
export interface DocumentFacts {
  readonly apiKey: string;
  readonly appBridgeUrl: string;
  /** Where "contact support" leads; null when the deployer named nobody. */
  readonly supportUrl: string | null;
  /** Origins of the Shopify admin, besides the shop's own host. */
  readonly adminOrigins: readonly string[];
}
