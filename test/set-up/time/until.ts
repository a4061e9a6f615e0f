import { setTimeout as pause } from 'node:timers/promises';

/** Tells a waiting test whether anything still changes. */
export interface Witness {
  /**
   * Returns a different text whenever something has changed. It leaves out what repeats forever, such as reads without
   * news. A service that is away for a while, such as a database that restarts, must be a text too, because an error
   * ends the test.
   */
  snapshot(): Promise<string>;
  /** Describes what no longer changes, for the person who must find out why. */
  describe(): Promise<string>;
}

const witnesses = new Set<Witness>();

/** @returns a function that removes the witness */
export function addWitness(witness: Witness): () => void {
  witnesses.add(witness);
  return () => witnesses.delete(witness);
}

/**
 * The pause after each question, as a share of the wait so far. A long wait asks seldom: its questions take processor
 * from what it waits for.
 */
const ASK = { share: 0.2, leastMs: 15, mostMs: 300 };
/** The same for the sights of the witnesses, which read whole tables. */
const LOOK = { share: 0.2, leastMs: 2_000, mostMs: 5_000 };
/**
 * A wait fails only after both this time and this many questions without a change, because questions take longer on a
 * busy machine.
 */
const STILL = { ms: 40_000, questions: 200 };
/** Then what moves for ever ends, before the runner's limit, which would not say what was seen last. */
const LONGEST_MS = 840_000;

/**
 * Waits for a state: asks until the answer is there, for as long as anything still changes. When nothing has changed
 * for a while, it fails with what was expected and what was seen last.
 *
 * @param ask the answer, or null, undefined or false as long as there is none
 * @param options.moving something else that changes while there is progress, besides what the witnesses of the test see
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | null | undefined | false> | T | null | undefined | false,
  { moving }: { moving?: () => unknown } = {},
): Promise<T> {
  const look = async () => [await sights(), JSON.stringify(await moving?.())].join('\n');
  let seen: string | null = null;
  const beganAt = performance.now();
  let movedAt = beganAt;
  let lookedAt = beganAt;
  for (let questions = 0; ; questions += 1) {
    const answer = await ask();
    if (answer !== null && answer !== undefined && answer !== false) return answer;
    const now = performance.now();
    if (now - lookedAt > intervalOf(LOOK, now - beganAt)) {
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
      throw new Error(`nothing has moved for ${seconds} s, waiting for: ${what}\n${await describeWorlds()}`);
    }
    if (now - beganAt > LONGEST_MS) {
      throw new Error(`everything moves, except what is waited for: ${what}\n${await describeWorlds()}`);
    }
    await pause(intervalOf(ASK, now - beganAt));
  }
}

const intervalOf = ({ share, leastMs, mostMs }: typeof ASK, waitedMs: number) =>
  Math.min(Math.max(waitedMs * share, leastMs), mostMs);

async function sights(): Promise<string> {
  return (await Promise.all([...witnesses].map((witness) => witness.snapshot()))).join('\n');
}

/** What the witnesses saw last, for the person who must find out why a test failed. */
export async function describeWorlds(): Promise<string> {
  const told = [...witnesses].map((witness) => witness.describe().catch((error: unknown) => String(error)));
  return (await Promise.all(told)).join('\n');
}
