import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { Prisma, type Delivery, type OperatorAccount, type Shop } from '@prisma/client';
import { PHASES, phasesBefore, type Phase } from '../domain/delivery-phase.ts';
import type { Database, Transaction } from './database.ts';

export type DeliveryWithShop = Delivery & {
  /** The one it was handed over with, or should have been; the shop may have another by now. */
  operatorAccount: OperatorAccount | null;
  shop: Shop & { operatorAccount: OperatorAccount | null };
};

const phaseSchema = z.enum(PHASES);

export function phaseOf({ phase }: Pick<Delivery, 'phase'>): Phase {
  return phaseSchema.parse(phase);
}

const WITH_SHOP = { operatorAccount: true, shop: { include: { operatorAccount: true } } } as const;

export async function findDeliveryWithShop(transaction: Transaction, id: string): Promise<DeliveryWithShop | null> {
  return transaction.delivery.findUnique({ where: { id }, include: WITH_SHOP });
}

/** @returns the new delivery's id, or null when the fulfillment already has one */
export async function createDelivery(
  transaction: Transaction,
  given: { shop: string; fulfillmentId: string; orderId: string; now: Date; sendAt: Date; sendAnyway?: boolean },
): Promise<string | null> {
  const { shop: shopDomain, fulfillmentId, orderId, now, sendAt, sendAnyway = false } = given;
  const rows = await transaction.delivery.createManyAndReturn({
    data: { shopDomain, fulfillmentId, orderId, sendAt, sendAnyway, createdAt: now },
    select: { id: true },
    skipDuplicates: true,
  });
  return rows[0]?.id ?? null;
}

/**
 * Takes a delivery for its next step, unless another process has it: one hand-over at a time. The claim ends by itself
 * after `leaseMs`, so that a killed process holds nothing for ever.
 *
 * @returns null when it is taken, held back, or in a phase that has no next step
 */
export async function claimForHandOver(
  database: Database,
  id: string,
  { now, leaseMs }: { now: Date; leaseMs: number },
): Promise<DeliveryWithShop | null> {
  const claimToken = randomUUID();
  const { count } = await database.delivery.updateMany({
    where: {
      id,
      phase: { in: ['waiting', 'handing-over'] },
      heldFor: null,
      sendAt: { lte: now },
      OR: [{ claimedUntil: null }, { claimedUntil: { lte: now } }],
    },
    data: { claimToken, claimedUntil: new Date(now.getTime() + leaseMs) },
  });
  if (count === 0) return null;
  return database.delivery.findFirst({ where: { id, claimToken }, include: WITH_SHOP });
}

export type DeliveryChange = Omit<Prisma.DeliveryUncheckedUpdateManyInput, 'id' | 'phase'>;

/**
 * Changes a delivery that we hold the claim of, and its phase along the transition table; both are part of the WHERE.
 *
 * @returns false when the claim was lost or the phase has moved on: then nothing has changed
 */
export async function changeClaimed(
  transaction: Transaction,
  claimed: Pick<Delivery, 'id' | 'claimToken' | 'phase'>,
  to: Phase,
  change: DeliveryChange,
): Promise<boolean> {
  const from: string[] = claimed.phase === to ? [to] : phasesBefore(to);
  const { count } = await transaction.delivery.updateMany({
    where: { id: claimed.id, claimToken: claimed.claimToken, phase: { in: from } },
    data: { ...change, phase: to },
  });
  return count === 1;
}

/** The claim's end is part of the change: the next step is free for anybody. */
export const RELEASE = { claimToken: null, claimedUntil: null } as const;

/**
 * The ids of deliveries whose hand-over step is overdue, because its job was lost or its process was killed. Each is
 * put off by `againAfterMs`, so that it is swept up once in that time.
 */
export async function sweepOverdueHandOvers(
  database: Database,
  given: { now: Date; overdueMs: number; limit: number },
): Promise<string[]> {
  const { now, overdueMs, limit } = given;
  const before = new Date(now.getTime() - overdueMs);
  const rows = await database.$queryRaw<{ id: string }[]>`
    UPDATE "Delivery" SET "sendAt" = ${now}
    WHERE "id" IN (
      SELECT "id" FROM "Delivery"
      WHERE "phase" IN ('waiting', 'handing-over') AND "heldFor" IS NULL AND "sendAt" <= ${before}
        AND ("claimedUntil" IS NULL OR "claimedUntil" <= ${now})
      ORDER BY "sendAt" LIMIT ${limit} FOR UPDATE SKIP LOCKED
    ) RETURNING "id"`;
  return rows.map(({ id }) => id);
}

/**
 * Takes the deliveries that are due to be read, for this process alone: their next read is put off by `leaseMs`, so that
 * a killed process's share comes back. Deliveries of paused accounts and of shops that uninstalled rest.
 */
export async function claimDueReads(
  database: Database,
  given: { now: Date; leaseMs: number; limit: number },
): Promise<DeliveryWithShop[]> {
  const { now, leaseMs, limit } = given;
  const leasedUntil = new Date(now.getTime() + leaseMs);
  const rows = await database.$queryRaw<{ id: string }[]>`
    UPDATE "Delivery" SET "nextReadAt" = ${leasedUntil}
    WHERE "id" IN (
      SELECT d."id" FROM "Delivery" d
      JOIN "Shop" s ON s."domain" = d."shopDomain"
      JOIN "OperatorAccount" a ON a."id" = d."operatorAccountId"
      WHERE d."nextReadAt" <= ${now} AND s."uninstalledAt" IS NULL AND a."pausedAt" IS NULL
      ORDER BY d."nextReadAt" LIMIT ${limit} FOR UPDATE OF d SKIP LOCKED
    ) RETURNING "id"`;
  if (rows.length === 0) return [];
  return database.delivery.findMany({ where: { id: { in: rows.map(({ id }) => id) } }, include: WITH_SHOP });
}

/** Waits for whoever changes the delivery now, and keeps others out until the transaction ends. */
export async function lockDelivery(transaction: Transaction, id: string): Promise<Delivery | null> {
  await transaction.$queryRaw`SELECT 1 FROM "Delivery" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return transaction.delivery.findUnique({ where: { id } });
}

/** Whether the error says that a unique index of this name refused the row. */
export function isUniqueViolation(error: unknown, column: string): boolean {
  return (
    error instanceof Prisma.PrismaClientKnownRequestError &&
    error.code === 'P2002' &&
    JSON.stringify(error.meta ?? {}).includes(column)
  );
}
