import fc from 'fast-check';

const { PROPERTY_RUNS, PROPERTY_SEED } = process.env;

/** Every run of the tests tries the same cases, so that a failure comes from a change. `npm run properties` tries others. */
const SEED = 20_261_122;
if (PROPERTY_SEED !== 'random') fc.configureGlobal({ seed: Number(PROPERTY_SEED ?? SEED) });

const TIMES = { few: 1 / 40, all: 1, many: 20 };
type Runs = keyof typeof TIMES;
const isRuns = (text: string): text is Runs => Object.hasOwn(TIMES, text);

/**
 * The number of cases for a property: all of them in the slow tests, a fortieth in the unit tests, which should take
 * only seconds, and twenty times as many in `npm run properties`.
 */
export function propertyRuns(all: number): { numRuns: number } {
  const runs = PROPERTY_RUNS ?? 'all';
  if (!isRuns(runs)) throw new Error(`PROPERTY_RUNS=${runs}: write ${Object.keys(TIMES).join(', ')}.`);
  return { numRuns: Math.ceil(all * TIMES[runs]) };
}

/** Any code point, lone surrogates too. The unit `binary` of a string needs a second of processor, and has none of these. */
export const anyCharacter = fc.integer({ min: 0, max: 0x10ffff }).map((code) => String.fromCodePoint(code));

export { fc };
