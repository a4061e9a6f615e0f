/** How many cases the slow tests try for each case of a unit test. */
const FULL_RUN_PER_UNIT_RUN = 40;

/**
 * The number of cases for a property: all of them in the slow tests, and a fortieth in the unit tests, which should
 * take only seconds.
 */
export function propertyRuns(all: number): { numRuns: number } {
  return { numRuns: process.env.PROPERTY_RUNS === 'few' ? Math.ceil(all / FULL_RUN_PER_UNIT_RUN) : all };
}
