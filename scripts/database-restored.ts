/**
 * `npm run database:restored` tells the program that its database is a restored backup. From then on, the program looks
 * each unsent order up at the operator before it sends it. This is needed where the server shows no sign of the
 * restore; docs/operating.md says when.
 */
import { readEnvironment } from '../app/environment.ts';
import { STANDARD_PACE } from '../app/pace.ts';
import { beginDatabaseLife } from '../app/persistence/connection/database-life.ts';
import { openDatabase } from '../app/persistence/database.ts';
import { startEmbeddedPostgres } from '../app/persistence/embedded-postgres/server.ts';

const { DATABASE_URL, DATA_DIR } = readEnvironment();
const server = DATABASE_URL
  ? null
  : await startEmbeddedPostgres({ dataDir: DATA_DIR, pace: STANDARD_PACE.embeddedPostgres });
const database = openDatabase(DATABASE_URL ?? server?.url ?? '', STANDARD_PACE.database);
await beginDatabaseLife(database);
await database.$disconnect();
await server?.stop();

console.log('the database counts as restored: what is sent from now on is looked up first');
