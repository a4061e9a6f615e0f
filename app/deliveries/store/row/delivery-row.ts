import type { Delivery, OperatorAccount, Shop } from '@prisma/client';
import { z } from 'zod';
import { PHASES, type Phase } from '../../../domain/lifecycle/delivery-phase.ts';
import type { Transaction } from '../../../persistence/database.ts';

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

/** Deliveries of one shop share its row object, and what is computed from it. */
export async function withShops(
  transaction: Transaction,
  deliveries: readonly Delivery[],
): Promise<DeliveryWithShop[]> {
  const shops = await transaction.shop.findMany({
    where: { domain: { in: [...new Set(deliveries.map(({ shopDomain }) => shopDomain))] } },
    include: { operatorAccount: true },
    take: deliveries.length,
  });
  const shopOf = new Map(shops.map((shop) => [shop.domain, shop]));
  const accountOf = new Map(shops.flatMap(({ operatorAccount: account }) => (account ? [[account.id, account]] : [])));
  const former = deliveries.flatMap(({ operatorAccountId: id }) => (id && !accountOf.has(id) ? id : []));
  if (former.length > 0) {
    const accounts = await transaction.operatorAccount.findMany({
      where: { id: { in: [...new Set(former)] } },
      take: former.length,
    });
    for (const account of accounts) accountOf.set(account.id, account);
  }
  return deliveries.flatMap((delivery) => {
    const shop = shopOf.get(delivery.shopDomain);
    return shop ? { ...delivery, shop, operatorAccount: accountOf.get(delivery.operatorAccountId ?? '') ?? null } : [];
  });
}

/** Locks the delivery until the transaction ends, after waiting for any process that is changing it. */
export async function lockDelivery(transaction: Transaction, id: string): Promise<Delivery | null> {
  const [row] = await transaction.$queryRaw<Delivery[]>`SELECT * FROM "Delivery" WHERE "id" = ${id}::uuid FOR UPDATE`;
  return row ?? null;
}
