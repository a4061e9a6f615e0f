/**
 * `npm run keys:rotate` encrypts every secret again with ENCRYPTION_KEY, while the program runs. Afterwards the keys in
 * ENCRYPTION_KEYS_OLD are no longer needed, unless a printed line says otherwise.
 */
import { readEnvironment } from '../app/environment.ts';
import { STANDARD_PACE } from '../app/pace.ts';
import { openDatabase } from '../app/persistence/database.ts';
import { startEmbeddedPostgres } from '../app/persistence/embedded-postgres/server.ts';
import { createEncryption } from '../app/persistence/secrets/encryption.ts';
import { rotateKeys } from '../app/persistence/secrets/rotate-keys.ts';

const { DATABASE_URL, DATA_DIR, ENCRYPTION_KEY, ENCRYPTION_KEYS_OLD } = readEnvironment();
const server = DATABASE_URL
  ? null
  : await startEmbeddedPostgres({ dataDir: DATA_DIR, pace: STANDARD_PACE.embeddedPostgres });
const database = openDatabase(DATABASE_URL ?? server?.url ?? '', STANDARD_PACE.database);
const { rotated, left } = await rotateKeys(database, createEncryption(ENCRYPTION_KEY, ENCRYPTION_KEYS_OLD));
await database.$disconnect();
await server?.stop();

console.log(`${rotated} secrets encrypted under the present key, ${left.length} left under a former one`);
for (const line of left) console.error(line);
process.exitCode = left.length > 0 ? 1 : 0;
