import { BOUNDS } from '../bounds.ts';
import { accessOf, stepLimitMs } from '../operator-accounts/operator-access.ts';
import { releaseHeld } from '../deliveries/holds.ts';
import { checkToken } from '../operator/client.ts';
import { OperatorError } from '../operator/operator-error.ts';
import { recheckMs } from '../domain/calendar/back-off.ts';
import { claimDueProbes, putProbeOff, resumeAccount, type PausedAccount } from '../operator-accounts/account-trust.ts';
import { moveDeliveries } from './operator-token.ts';
import type { AppContext } from '../app-context.ts';

const AT_ONCE = 10;

/**
 * Tries at growing intervals whether the operator accepts the token of a paused account again, by reading an order
 * number that cannot exist. If it does, every shop of the account continues.
 *
 * @returns whether there may be more to try now
 */
export async function probePausedAccounts(app: AppContext): Promise<boolean> {
  const accounts = await claimDueProbes(app.database, {
    now: app.now(),
    leaseMs: stepLimitMs(app.pace),
    limit: AT_ONCE,
  });
  await Promise.all(accounts.map((account) => probe(app, account)));
  return accounts.length === AT_ONCE;
}

async function probe(app: AppContext, account: PausedAccount): Promise<void> {
  const { id, tokenEncrypted, pausedAt } = account;
  if (await takesToken(app, account)) {
    const shops = await app.database.$transaction(async (transaction) => {
      const domains = await resumeAccount(transaction, { id, tokenEncrypted, now: app.now() });
      for (const domain of domains) await releaseHeld(app, transaction, domain);
      return domains;
    });
    app.logger.info({ operatorAccountId: id, shops, pausedAt }, 'the operator accepts the token again');
    return;
  }
  if (!(await settleUnused(app, account))) return;
  const delayMs = recheckMs(app.pace.suspicion, pausedAt, app.now());
  await putProbeOff(app.database, id, new Date(app.now().getTime() + delayMs));
}

/**
 * Moves deliveries of shops that have another account by now to that account. A call that was under way when the token
 * was replaced can have left some behind. An account that no shop uses is not tried again.
 *
 * @returns whether a shop still uses the account
 */
async function settleUnused(app: AppContext, { id, environment }: PausedAccount): Promise<boolean> {
  return app.database.$transaction(async (transaction) => {
    const strays = await transaction.shop.findMany({
      where: {
        deliveries: { some: { operatorAccountId: id } },
        operatorAccount: { environment, NOT: { id } },
      },
      select: { domain: true, operatorAccountId: true },
      take: BOUNDS.accountShops, // the next probe finds the rest
    });
    for (const { domain, operatorAccountId: to } of strays) {
      if (to) await moveDeliveries(transaction, { shop: domain, environment, to });
    }
    const isUsed =
      strays.length === BOUNDS.accountShops ||
      (await transaction.shop.count({ where: { operatorAccountId: id } })) > 0 ||
      (await transaction.delivery.count({ where: { operatorAccountId: id, endedAt: null } })) > 0;
    if (!isUsed) await transaction.operatorAccount.updateMany({ where: { id }, data: { probeAt: null } });
    return isUsed;
  });
}

async function takesToken(app: AppContext, account: PausedAccount): Promise<boolean> {
  try {
    const access = accessOf(app, account);
    const { kind } = await app.metrics.operatorCall('probe', () => checkToken(access));
    return kind === 'accepted';
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    app.logger.info(
      { operatorAccountId: account.id, failure: error.failure },
      'the token of a paused account could not be tested',
    );
    return false;
  }
}
