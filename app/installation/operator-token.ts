import { randomUUID } from 'node:crypto';
import type { Delivery } from '@prisma/client';
import { BOUNDS } from '../bounds.ts';
import { addProblem, moveToAccount } from '../deliveries/delivery-store.ts';
import type { Transaction } from '../persistence/database.ts';
import { holdName } from '../persistence/exclusive.ts';
import { placeOfToken, type Encryption } from '../persistence/secrets/encryption.ts';
import { UNSUSPECTED } from '../operator-accounts/account-trust.ts';
import type { ShopWithAccount } from '../shops/shop-store.ts';

/**
 * Gives the shop the operator account of a token. If the token is known in that environment, the shop gets the account
 * that has it. Otherwise the account that only this shop uses gets the new token, even if its token was removed before.
 * If the shop shares its account, or has none, it gets a new one. The shop's deliveries in that environment move to the
 * account, so that they are still read. Deliveries of other shops never move.
 *
 * @returns the account's id
 */
export async function setOperatorToken(
  transaction: Transaction,
  encryption: Encryption,
  given: { shop: ShopWithAccount; environment: string; token: string; now: Date },
): Promise<string> {
  const { shop, environment, token, now } = given;
  const { domain, operatorAccount: before } = shop;
  const [tokenFingerprint, ...older] = encryption.fingerprints(token);
  // shops that save the same new token at the same moment share one account
  await holdName(transaction, tokenFingerprint);
  const known = await transaction.operatorAccount.findFirst({
    where: { environment, tokenFingerprint: { in: [tokenFingerprint, ...older] } },
  });
  const id = known?.id ?? (await ownAccount(transaction, shop, environment)) ?? randomUUID();
  const secrets = {
    tokenEncrypted: encryption.encrypt(token, placeOfToken(id)),
    tokenFingerprint,
    tokenLastFour: token.slice(-4),
    restUntil: null,
    restReason: null,
    ...UNSUSPECTED,
    ...(known ? {} : { tokenSetAt: now, provenAt: null }),
  };
  await transaction.operatorAccount.upsert({ where: { id }, create: { id, environment, ...secrets }, update: secrets });
  await transaction.shop.update({ where: { domain }, data: { operatorAccountId: id } });
  const moved = await moveDeliveries(transaction, { shop: domain, environment, to: id });
  if (known && known.id === before?.id) return id;
  const detail = { environment, from: before?.id ?? null, to: id, ...moved };
  await transaction.auditEntry.create({ data: { at: now, shop: domain, action: 'operator-token-replaced', detail } });
  return id;
}

/** The account that only this shop uses: its present one, or the one whose token it removed. */
async function ownAccount(
  transaction: Transaction,
  { domain, operatorAccountId }: ShopWithAccount,
  environment: string,
): Promise<string | null> {
  const own = await transaction.operatorAccount.findFirst({
    where: {
      environment,
      shops: { none: { NOT: { domain } } },
      ...(operatorAccountId
        ? { id: operatorAccountId }
        : { tokenEncrypted: NO_TOKEN, deliveries: { some: { shopDomain: domain }, every: { shopDomain: domain } } }),
    },
    select: { id: true },
  });
  return own?.id ?? null;
}

const NO_TOKEN = '';

/**
 * Removes the token of the shop's operator account. An account that other shops share keeps it for them. If only this
 * shop used it, nothing of the token is left. The account stays while deliveries have its order numbers.
 */
export async function removeOperatorToken(
  transaction: Transaction,
  { shop: { domain, operatorAccountId: id }, now }: { shop: ShopWithAccount; now: Date },
): Promise<void> {
  if (!id) return;
  await transaction.shop.update({ where: { domain }, data: { operatorAccountId: null } });
  const unused = { id, shops: { none: {} } };
  await transaction.operatorAccount.deleteMany({ where: { ...unused, deliveries: { none: {} } } });
  await transaction.operatorAccount.updateMany({
    where: unused,
    data: {
      tokenEncrypted: NO_TOKEN,
      tokenFingerprint: `removed ${id}`,
      tokenLastFour: '',
      ...UNSUSPECTED,
      pausedAt: now,
    },
  });
}

/** The largest number of deliveries that could not be moved and are named in an audit record. */
const NUMBER_LIMIT = 50;

type Left = Pick<Delivery, 'id' | 'orderNumber' | 'endedAt'>;

/**
 * Moves every delivery of the shop in that environment to one account. One whose order number another delivery of the
 * account has stays where it is; while it is under way, its problem says so.
 *
 * @returns how many were moved, and the order numbers of those that stay
 */
export async function moveDeliveries(
  transaction: Transaction,
  { shop, environment, to }: { shop: string; environment: string; to: string },
): Promise<{ moved: number; kept: string[] }> {
  const moved = await moveToAccount(transaction, { shop, environment, to });
  const stays = { shopDomain: shop, operatorAccount: { environment, NOT: { id: to } }, orderNumber: { not: null } };
  const kept: string[] = [];
  let after: string | null = null;
  do {
    const page: Left[] = await transaction.delivery.findMany({
      where: { ...stays, ...(after ? { id: { gt: after } } : {}) },
      select: { id: true, orderNumber: true, endedAt: true },
      orderBy: { id: 'asc' },
      take: BOUNDS.deliveryPage,
    });
    for (const { id, orderNumber, endedAt } of page) {
      if (kept.length < NUMBER_LIMIT) kept.push(orderNumber ?? '');
      if (endedAt) continue;
      const details = { orderNumber: orderNumber ?? '' };
      await addProblem(transaction, { id }, { code: 'order-number-taken', field: 'order_number', details });
    }
    after = page.length < BOUNDS.deliveryPage ? null : (page.at(-1)?.id ?? null);
  } while (after);
  return { moved, kept };
}
