/**
 * Runs a command against the database that the app would use: `DIRECT_DATABASE_URL`, `DATABASE_URL`, or the embedded one.
 * `node scripts/with-database.ts prisma migrate dev --name add-x`
 */
import { spawnSync } from 'node:child_process';
import { startEmbeddedPostgres } from '../app/persistence/embedded-postgres/server.ts';
import { STANDARD_PACE } from '../app/pace.ts';
import { applyMigrations } from '../app/persistence/migrations.ts';

const [command, ...args] = process.argv.slice(2);
if (!command) throw new Error('usage: node scripts/with-database.ts COMMAND [ARGUMENT ...]');
const { DATA_DIR: dataDir, DIRECT_DATABASE_URL, DATABASE_URL = DIRECT_DATABASE_URL } = process.env;
const pace = STANDARD_PACE.embeddedPostgres;
const server = DATABASE_URL ? null : await startEmbeddedPostgres({ dataDir, pace });
const url = DIRECT_DATABASE_URL ?? DATABASE_URL ?? server?.superuserUrl ?? '';
await applyMigrations(url); // `migrate dev` of the JavaScript engine fails if migrations are still pending
const { status } = spawnSync(command, args, { env: { ...process.env, DATABASE_URL: url }, stdio: 'inherit' });
await server?.stop();
process.exitCode = status ?? 1;
