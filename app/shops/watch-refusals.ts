import type { Logger } from '../logging.ts';
import { OperatorError } from '../operator/operator-error.ts';
import type { Pace } from '../pace.ts';
import type { Database } from '../persistence/database.ts';
import { recordAcceptance, recordRefusal } from './account-trust.ts';

/**
 * Makes calls for operator accounts, and notes of each whether its token was taken. That an account is paused stands in
 * its row, so that every process leaves it alone.
 *
 * @returns makes a call for the account of that id; what the call answers or throws is passed on
 */
export function createRefusalWatch(given: {
  database: Database;
  logger: Logger;
  pace: Pace['suspicion'];
  now: () => Date;
}): <Answer>(id: string, call: () => Promise<Answer>) => Promise<Answer> {
  const { database, logger, pace, now } = given;
  /** When an acceptance of each account was last noted, in milliseconds of the epoch. */
  const notedAt = new Map<string, number>();

  const accepted = async (id: string) => {
    const at = now().getTime();
    if (at - (notedAt.get(id) ?? 0) < pace.noteEveryMs) return;
    notedAt.set(id, at);
    await recordAcceptance(database, id, now());
  };
  const refused = async (id: string, { httpStatus }: OperatorError, startedAt: Date) => {
    notedAt.delete(id); // the next acceptance counts at once
    const { pauseAfterMs, firstMs: probeAfterMs } = pace;
    const refusal = { id, httpStatus, startedAt, now: now(), pauseAfterMs, probeAfterMs };
    const isPaused = await recordRefusal(database, refusal);
    if (isPaused) logger.warn({ operatorAccountId: id, httpStatus }, 'the operator account is paused');
  };

  return async (id, call) => {
    const startedAt = now();
    /** The answer counts whatever becomes of the note. */
    const note = (noting: Promise<void>) =>
      noting.catch((error: unknown) => logger.error({ error, operatorAccountId: id }, 'not noted'));
    try {
      const answer = await call();
      await note(accepted(id));
      return answer;
    } catch (error) {
      if (error instanceof OperatorError && error.failure === 'account-refused') {
        await note(refused(id, error, startedAt));
      }
      throw error;
    }
  };
}
