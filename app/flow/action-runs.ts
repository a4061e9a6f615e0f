import type { FlowAction } from '../domain/flow/flow-action.ts';
import type { Database } from '../persistence/database.ts';
import type { ActionRun } from '../shopify/flow-requests.ts';
import type { AppContext } from '../app-context.ts';

type OfRun = Pick<ActionRun, 'shop' | 'runId'>;

/**
 * Claims a run for this request. The claim of a killed process ends by itself, and the run is taken up again: the
 * actions are safe to repeat. The column rounds to milliseconds, perhaps to a later one.
 *
 * @returns the result of a run that has taken effect
 */
export async function beginRun(
  { database, pace }: Pick<AppContext, 'database' | 'pace'>,
  action: FlowAction,
  { shop, runId }: OfRun,
): Promise<{ kind: 'begun' } | { kind: 'under-way' } | { kind: 'done'; changed: number }> {
  const begun = await database.$executeRaw`
    INSERT INTO "FlowActionRun" ("shopDomain", "runId", "action", "leasedUntil")
    VALUES (${shop}, ${runId}, ${action}, now() + ${pace.flow.runMs} * interval '1 millisecond')
    ON CONFLICT ("shopDomain", "runId") DO UPDATE SET "leasedUntil" = excluded."leasedUntil"
    WHERE "FlowActionRun"."endedAt" IS NULL AND "FlowActionRun"."leasedUntil" <= now() + interval '1 millisecond'`;
  if (begun === 1) return { kind: 'begun' };
  const present = await database.flowActionRun.findUnique({ where: { shopDomain_runId: { shopDomain: shop, runId } } });
  return present?.endedAt ? { kind: 'done', changed: present.changed ?? 0 } : { kind: 'under-way' };
}

export async function endRun(
  database: Database,
  { shop, runId }: OfRun,
  { changed, now }: { changed: number; now: Date },
): Promise<void> {
  await database.flowActionRun.update({
    where: { shopDomain_runId: { shopDomain: shop, runId } },
    data: { endedAt: now, changed },
  });
}

/** A run that failed can be repeated at once. */
export async function giveRunBack(database: Database, { shop, runId }: OfRun): Promise<void> {
  await database.$executeRaw`
    UPDATE "FlowActionRun" SET "leasedUntil" = now() WHERE "shopDomain" = ${shop} AND "runId" = ${runId} AND "endedAt" IS NULL`;
}
