import { z } from 'zod';
import { FLOW_KINDS, FLOW_TRIGGERS, flowFactsSchema, flowPayload } from '../domain/flow/flow.ts';
import { backOffMs, TRY_LIMIT } from '../domain/calendar/back-off.ts';
import { createClaimLoop, type ClaimLoop } from '../scheduling/claim-loop.ts';
import { flowMark, sendFlowTrigger } from '../shopify/admin-api/operations.ts';
import { ShopifyError, type ShopifyFailure } from '../shopify/admin-api/shopify-error.ts';
import { claimDueTriggers, putTriggerOff, settleTrigger, type ClaimedTrigger } from '../persistence/trigger-outbox.ts';
import type { AppContext } from '../app-context.ts';
import { BOUNDS } from '../bounds.ts';
import type { TriggerUse } from '../shopify/flow-requests.ts';

const AT_ONCE = 20;
/** Remembered gids of installations. With more shops they are read again now and then. */
const INSTALLATION_LIMIT = 10_000;
const kindSchema = z.enum(FLOW_KINDS);

/**
 * Sends the triggers of deliveries to Shopify Flow, the lanes of all shops side by side.
 *
 * @param share from 0 to 1: the part of this process's places that they may use now
 */
export function createFlowSender(app: AppContext, share: () => number = () => 1): ClaimLoop {
  const { database, logger, pace } = app;
  const installations = new Map<string, string>();
  return createClaimLoop<ClaimedTrigger>({
    pace: pace.claims,
    atOnce: () => Math.ceil(AT_ONCE * share()),
    async claim(limit) {
      const rows = await claimDueTriggers(database, { leaseMs: pace.flow.leaseMs, limit });
      return { rows, hasMore: rows.length > 0 };
    },
    work: (trigger) => sendTrigger(app, trigger, installations),
    failed: ({ id, shopDomain: shop, kind }, error) => logger.error({ error, id, shop, kind }, 'trigger not sent'),
  });
}

/** Faults of the whole shop or of Shopify. A trigger waits for their end, until it is too old. */
const PASSING: ReadonlySet<ShopifyFailure> = new Set<ShopifyFailure>([
  'throttled',
  'unreachable',
  'not-installed',
  'access-denied',
]);

/**
 * Sends one trigger. A repeated trigger starts the merchant's workflows again, so after an unknown outcome the mark of
 * its lane is read first: it names the last trigger of the lane that arrived.
 *
 * @param installations the gid of the app's installation, by shop
 */
async function sendTrigger(
  app: AppContext,
  trigger: ClaimedTrigger,
  installations: Map<string, string>,
): Promise<void> {
  const { adminApi, now } = app;
  const { id, shopDomain: shop, lane, orderId, tries, ageMs, mayHaveArrived } = trigger;
  const kind = kindSchema.parse(trigger.kind);
  const log = app.logger.child({ shop, kind, orderId, trigger: String(id) });
  const settle = async (outcome: 'sent' | 'refused' | 'given-up', message: string | null) => {
    await settleTrigger(app.database, { id, outcome, message, now: now() });
    app.metrics.publications.inc({ kind: 'flow-trigger', outcome });
  };
  // without a call, so that what has piled up while Shopify was away is gone through at once
  if (ageMs > app.pace.flow.waitLimitMs) {
    log.error('trigger abandoned: it is too old');
    return settle('given-up', 'too old');
  }
  /** Whether a failure of the present call leaves open that it took effect. */
  let isSending = false;
  try {
    const key = `flow-lane-${lane}`;
    if (mayHaveArrived || !installations.has(shop)) {
      const { currentAppInstallation: installation } = await adminApi.request(shop, flowMark, { key });
      if (installations.size >= INSTALLATION_LIMIT) installations.clear();
      installations.set(shop, installation.id);
      if (mayHaveArrived && installation.metafield?.value === String(id)) {
        return await settle('sent', 'found after an unknown outcome');
      }
    }
    isSending = true;
    const answer = await adminApi.request(shop, sendFlowTrigger, {
      handle: FLOW_TRIGGERS[kind].handle,
      payload: flowPayload(kind, orderId, flowFactsSchema.parse(trigger.facts), {
        operator: app.environment.OPERATOR_NAME,
        now: now(),
      }),
      marks: [{ ownerId: installations.get(shop) ?? '', key, type: 'single_line_text_field', value: String(id) }],
    });
    if (!answer.flowTriggerReceive)
      throw new ShopifyError('unreadable', 'Shopify returned an empty answer to the trigger');
    if (answer.metafieldsSet?.userErrors.length !== 0) installations.delete(shop); // the app was installed again since
    const refusals = answer.flowTriggerReceive.userErrors;
    if (refusals.length === 0) return await settle('sent', null);
    const message = refusals.map((refusal) => refusal.message).join('; ');
    log.warn({ message }, 'Shopify Flow refuses the trigger');
    await settle('refused', message);
  } catch (error) {
    if (!(error instanceof ShopifyError)) throw error;
    const { failure } = error;
    if (failure === 'refused') {
      log.warn({ error }, 'Shopify refuses the trigger');
      return settle('refused', error.message);
    }
    const isOpen =
      (isSending && (failure === 'unreachable' || failure === 'unreadable')) || (mayHaveArrived && !isSending);
    if (tries >= TRY_LIMIT && !PASSING.has(failure)) {
      log.error({ error, tries }, 'trigger abandoned');
      return settle('given-up', error.message);
    }
    log.info({ failure, tries }, 'trigger postponed');
    const backOff = backOffMs(app.pace.backOff, tries, app.random());
    await putTriggerOff(app.database, {
      id,
      delayMs: Math.max(error.retryAfterMs ?? 0, failure === 'throttled' ? app.pace.shopify.shortestRestMs : backOff),
      mayHaveArrived: isOpen,
      isTry: failure !== 'throttled',
    });
  }
}

/**
 * Notes whether a shop has an enabled workflow that begins with a trigger of the app. Messages can arrive in another
 * order than they were sent: the newest one counts.
 *
 * @returns false when the shop is not known
 */
export async function noteUse({ database }: Pick<AppContext, 'database'>, use: TriggerUse): Promise<boolean> {
  const { shop, definitionId, isEnabled, at } = use;
  const [row] = await database.$queryRaw<{ isKnown: boolean }[]>`
    WITH known AS (
      SELECT s."domain" FROM "Shop" s WHERE s."domain" = ${shop} AND s."uninstalledAt" IS NULL
    ), noted AS (
      INSERT INTO "FlowUse" ("shopDomain", "definitionId", "isEnabled", "at")
      SELECT "domain", ${definitionId}, ${isEnabled}, ${at} FROM known
      WHERE EXISTS (SELECT 1 FROM "FlowUse" u WHERE u."shopDomain" = ${shop} AND u."definitionId" = ${definitionId})
        OR (SELECT count(*) FROM "FlowUse" u WHERE u."shopDomain" = ${shop}) < ${BOUNDS.flowDefinitions}
      ON CONFLICT ("shopDomain", "definitionId")
      DO UPDATE SET "isEnabled" = excluded."isEnabled", "at" = excluded."at" WHERE "FlowUse"."at" <= excluded."at"
    )
    SELECT EXISTS (SELECT 1 FROM known) AS "isKnown"`;
  return row?.isKnown ?? false;
}
