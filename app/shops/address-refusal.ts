import type { Logger } from '../logging.ts';
import type { Pace } from '../pace.ts';
import type { Database } from '../persistence/database.ts';
import type { AdminApi } from '../shopify/admin-api/admin-api.ts';
import { grantedScopes } from '../shopify/admin-api/operations.ts';
import { ForbiddenError, ShopifyError } from '../shopify/admin-api/shopify-error.ts';

/** How many other shops are asked whether a 403 is about one shop. */
const OTHERS = 3;

interface Given {
  readonly database: Database;
  readonly logger: Logger;
  readonly now: () => Date;
  readonly pace: Pace;
}

/**
 * The Admin API, with the two meanings of a 403 told apart: Shopify closed the shop to the app, or it refuses the address
 * of this server. It is the address if some other shops are asked and answered alike. Then nothing goes out, as if Shopify
 * had throttled all shops, and after a pause one call tries again. The pauses grow. Each process finds that out for
 * itself, because each can have an address of its own; the table tells merchants and alerts.
 */
export function watchAddress(adminApi: AdminApi, { database, logger, now, pace }: Given): AdminApi {
  const { firstMs, limitMs } = pace.shopify.refusedAddress;
  /** Null while Shopify accepts the address. */
  let rest: { readonly until: number; readonly pauseMs: number; isTrying: boolean } | null = null;
  /** What an earlier process may have left in the table is removed with the first call that Shopify accepts. */
  let isKnownGood = false;
  let asked: Promise<ReadonlyMap<string, boolean>> | null = null;

  const accepted = async () => {
    if (isKnownGood && !rest) return;
    if (rest) logger.info('Shopify accepts the address of this server again');
    rest = null;
    isKnownGood = true;
    await database.addressRefusal.deleteMany();
  };
  const refused = async () => {
    const at = now();
    const pauseMs = rest ? Math.min(2 * rest.pauseMs, limitMs) : firstMs;
    rest = { until: at.getTime() + pauseMs, pauseMs, isTrying: false };
    isKnownGood = false;
    logger.error({ pauseMs }, 'Shopify refuses the address of this server: is it on the IP allowlist of the app?');
    const until = new Date(rest.until + limitMs);
    await database.$executeRaw`
      INSERT INTO "AddressRefusal" AS r ("since", "until") VALUES (${at}, ${until})
      ON CONFLICT ("id") DO UPDATE SET "until" = greatest(r."until", excluded."until"),
        "since" = CASE WHEN r."until" < ${at} THEN excluded."since" ELSE r."since" END`;
  };
  /** Of some shops that answer: whether with 403. */
  const askOthers = async (): Promise<ReadonlyMap<string, boolean>> => {
    const others = await database.$queryRaw<{ domain: string }[]>`
      SELECT "domain" FROM "Shop" WHERE "installedAt" IS NOT NULL AND "uninstalledAt" IS NULL
      ORDER BY random() LIMIT ${OTHERS + 1}`;
    const answers = await Promise.all(
      others.map(async ({ domain }) => [domain, await isForbidden(adminApi, domain)] as const),
    );
    return new Map(answers.filter((answer): answer is [string, boolean] => answer[1] !== null));
  };
  const isOfAddress = async (shop: string): Promise<boolean> => {
    asked ??= askOthers().finally(() => (asked = null));
    const others = [...(await asked)].filter(([domain]) => domain !== shop);
    return others.length > 0 ? others.every(([, isRefused]) => isRefused) : rest !== null;
  };
  const held = (until: number) =>
    new ShopifyError('throttled', 'Shopify refuses the address of this server', Math.max(until - now().getTime(), 1));

  return {
    async request(shop, operation, variables) {
      const current = rest;
      if (current && (current.isTrying || now().getTime() < current.until)) {
        throw held(Math.max(current.until, now().getTime() + firstMs));
      }
      if (current) current.isTrying = true;
      try {
        const answer = await adminApi.request(shop, operation, variables);
        await accepted();
        return answer;
      } catch (error) {
        if (!(error instanceof ForbiddenError)) throw error;
        if (!(await isOfAddress(shop))) {
          await accepted();
          throw error;
        }
        if (rest === current) await refused(); // of several calls that were under way, the first one
        throw held(rest?.until ?? now().getTime());
      } finally {
        if (current) current.isTrying = false;
      }
    },
  };
}

/** Null when the shop's answer tells nothing: there was none, or its token was refused. */
async function isForbidden(adminApi: AdminApi, shop: string): Promise<boolean | null> {
  try {
    await adminApi.request(shop, grantedScopes, {});
    return false;
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    return error instanceof ForbiddenError ? true : null;
  }
}

/** In SQL, because a merchant's request may use only tables with rows of its shop otherwise. */
export async function isAddressRefused(database: Database, now: Date): Promise<boolean> {
  const rows = await database.$queryRaw<object[]>`SELECT 1 FROM "AddressRefusal" WHERE "until" > ${now} LIMIT 1`;
  return rows.length > 0;
}
