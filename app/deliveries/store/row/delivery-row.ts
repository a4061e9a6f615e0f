import type { Delivery, OperatorAccount, Shop } from '@prisma/client';
import { z } from 'zod';
import { PHASES, type Phase } from '../../../domain/lifecycle/delivery-phase.ts';
import type { Transaction } from '../../../persistence/database.ts';
import type { Statements } from '../../../persistence/statements.ts';

export type DeliveryWithShop = Delivery & {
  /** The account that the delivery was or will be handed over with. The shop may use another one by now. */
  operatorAccount: OperatorAccount | null;
  shop: Shop & { operatorAccount: OperatorAccount | null };
};

const phaseSchema = z.enum(PHASES);

export function phaseOf({ phase }: Pick<Delivery, 'phase'>): Phase {
  return phaseSchema.parse(phase);
}

export async function findDeliveryWithShop(transaction: Transaction, id: string): Promise<DeliveryWithShop | null> {
  const delivery = await transaction.delivery.findUnique({ where: { id } });
  if (!delivery) return null;
  const [withShop] = await withShops(transaction, [delivery]);
  return withShop ?? null;
}

export async function withShops(transaction: Statements, deliveries: readonly Delivery[]): Promise<DeliveryWithShop[]> {
  const domains = [...new Set(deliveries.map(({ shopDomain }) => shopDomain))];
  const shops = await transaction.$queryRaw<Shop[]>`SELECT * FROM "Shop" WHERE "domain" = ANY (${domains})`;
  const accountIds = [...shops, ...deliveries].flatMap(({ operatorAccountId: id }) => id ?? []);
  const accounts = await transaction.$queryRaw<OperatorAccount[]>`
    SELECT * FROM "OperatorAccount" WHERE "id" = ANY (${[...new Set(accountIds)]}::uuid[])`;
  const known = new Map<string | null, OperatorAccount>(accounts.map((account) => [account.id, account]));
  const accountOf = ({ operatorAccountId: id }: Pick<Delivery, 'operatorAccountId'>) => known.get(id) ?? null;
  const shopOf = new Map(shops.map((shop) => [shop.domain, { ...shop, operatorAccount: accountOf(shop) }]));
  return deliveries.flatMap((delivery) => {
    const shop = shopOf.get(delivery.shopDomain);
    return shop ? { ...delivery, shop, operatorAccount: accountOf(delivery) } : [];
  });
}

/** Locks the delivery until the transaction ends, after waiting for any process that is changing it. */
export async function lockDelivery(transaction: Statements, id: string): Promise<Delivery | null> {
  return (await lockDeliveries(transaction, [id])).get(id) ?? null;
}

/** Locks several deliveries in the order of their ids, so that two processes cannot wait for each other. */
export async function lockDeliveries(
  transaction: Statements,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Delivery>> {
  const rows = await transaction.$queryRaw<Delivery[]>`
    SELECT * FROM "Delivery" WHERE "id" = ANY (${[...ids]}::uuid[]) ORDER BY "id" FOR UPDATE`;
  return new Map(rows.map((row) => [row.id, row]));
}
