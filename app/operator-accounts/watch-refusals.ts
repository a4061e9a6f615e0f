import type { Logger } from '../logging.ts';
import { OperatorError } from '../operator/operator-error.ts';
import type { Pace } from '../pace.ts';
import type { Database } from '../persistence/database.ts';
import { recordAcceptance, recordRefusal } from './account-trust.ts';

/**
 * Makes calls for operator accounts, and records whether the operator accepted their token. A pause is stored in the
 * account's row, so that every process observes it.
 *
 * @returns a function that makes a call for the account with that id, and passes on what the call returns or throws
 */
export function createRefusalWatch(given: {
  database: Database;
  logger: Logger;
  pace: Pace['suspicion'];
  now: () => Date;
}): <Answer>(id: string, call: () => Promise<Answer>) => Promise<Answer> {
  const { database, logger, pace, now } = given;
  /** When an acceptance of each account was last recorded, in milliseconds since 1970. */
  const notedAt = new Map<string, number>();

  const accepted = async (id: string) => {
    const at = now().getTime();
    if (at - (notedAt.get(id) ?? 0) < pace.noteEveryMs) return;
    notedAt.set(id, at);
    await recordAcceptance(database, id, now());
  };
  const refused = async (id: string, { httpStatus }: OperatorError, startedAt: Date) => {
    notedAt.delete(id); // the next acceptance is recorded at once
    const { pauseAfterMs, firstMs: probeAfterMs } = pace;
    const refusal = { id, httpStatus, startedAt, now: now(), pauseAfterMs, probeAfterMs };
    const isPaused = await recordRefusal(database, refusal);
    if (isPaused) logger.warn({ operatorAccountId: id, httpStatus }, 'the operator account is paused');
  };

  return async (id, call) => {
    const startedAt = now();
    /** The call's answer counts even if recording it fails. */
    const note = (noting: Promise<void>) =>
      noting.catch((error: unknown) =>
        logger.error({ error, operatorAccountId: id }, 'the answer to the token was not recorded'),
      );
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
