import { setTimeout as pause } from 'node:timers/promises';

/** Tells whether anything moves while a test waits. */
export interface Witness {
  /**
   * Another text whenever something has moved; what goes on for ever, such as a read without news, is no part of it. What
   * is away for a while, such as a database that is restarted, is a text as well: an error ends the test.
   */
  snapshot(): Promise<string>;
  /** What stands still, for whoever must find out why. */
  describe(): Promise<string>;
}

const witnesses = new Set<Witness>();

/** @returns ends it */
export function addWitness(witness: Witness): () => void {
  witnesses.add(witness);
  return () => witnesses.delete(witness);
}

const ASK_EVERY_MS = 25;
const LOOK_EVERY_MS = 500;
/** Both must have passed without anything moving: on a busy machine the questions themselves take longer. */
const STILL = { ms: 40_000, questions: 500 };

/**
 * Waits for a state: asks until the answer is there, for as long as something moves. When nothing has moved for a while, it
 * fails with what was waited for and what was seen last.
 *
 * @param ask the answer, or null, undefined or false as long as it is not there
 * @param options.moving what changes as long as things go on, beside what the witnesses of the test see
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  { moving }: { moving?: () => unknown } = {},
): Promise<T> {
  const look = async () => [await sights(), JSON.stringify(await moving?.())].join('\n');
  let seen: string | null = null;
  let movedAt = performance.now();
  let lookedAt = movedAt;
  for (let questions = 0; ; questions += 1) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    const now = performance.now();
    if (now - lookedAt > LOOK_EVERY_MS) {
      lookedAt = now;
      const found = await look();
      if (found !== seen) {
        seen = found;
        movedAt = now;
        questions = 0;
      }
    }
    if (now - movedAt > STILL.ms && questions > STILL.questions) {
      const seconds = Math.round((now - movedAt) / 1000);
      throw new Error(`nothing has moved for ${seconds} s, waiting for: ${what}\n${await describe()}`);
    }
    await pause(ASK_EVERY_MS);
  }
}

async function sights(): Promise<string> {
  return (await Promise.all([...witnesses].map((witness) => witness.snapshot()))).join('\n');
}

async function describe(): Promise<string> {
  const told = [...witnesses].map((witness) => witness.describe().catch((error: unknown) => String(error)));
  return (await Promise.all(told)).join('\n');
}
