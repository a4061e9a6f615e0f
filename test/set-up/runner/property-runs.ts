/** Cases of a full run for each one that a unit test tries. */
const FULL_RUN_PER_UNIT_RUN = 40;

/**
 * How many cases a property is tried with: all of them in the slow tests, a fortieth in the unit tests, so that those
 * answer in seconds.
 */
export function propertyRuns(all: number): { numRuns: number } {
  return { numRuns: process.env.PROPERTY_RUNS === 'few' ? Math.ceil(all / FULL_RUN_PER_UNIT_RUN) : all };
}
