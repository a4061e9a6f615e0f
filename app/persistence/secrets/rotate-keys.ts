import type { Database } from '../database.ts';
import { placeInSession, placeOfToken, type Encrypted, type Encryption, type Place } from './encryption.ts';

const BATCH = 100;

export interface Rotation {
  /** How many secrets were encrypted again. */
  readonly rotated: number;
  /** The secrets that stay under a former key, and why; empty when the former keys are no longer needed. */
  readonly left: readonly string[];
}

/**
 * Encrypts again, under the present key and bound to its place, what is encrypted under a former key or not bound.
 * The program may be running: a secret that it replaces at the same moment stays as the program wrote it. It may be
 * interrupted and run again, and does nothing twice.
 */
export async function rotateKeys(database: Database, encryption: Encryption): Promise<Rotation> {
  const left: string[] = [];
  let rotated = 0;
  const afresh = (
    what: string,
    encrypted: Encrypted,
    place: Place,
  ): { secret: string; encrypted: Encrypted } | null => {
    try {
      const secret = encryption.decrypt(encrypted, place);
      return { secret, encrypted: encryption.encrypt(secret, place) };
    } catch (error) {
      left.push(`${what}: ${error instanceof Error ? error.message : 'cannot be decrypted'}`);
      return null;
    }
  };
  const isFormer = { not: { startsWith: encryption.presentPrefix } } as const;

  await inBatches(
    (after) =>
      database.operatorAccount.findMany({
        where: { tokenEncrypted: { ...isFormer, gt: '' }, ...(after ? { id: { gt: after } } : {}) },
        orderBy: { id: 'asc' },
        take: BATCH,
      }),
    async ({ id, tokenEncrypted }) => {
      const token = afresh(`operator account ${id}`, tokenEncrypted, placeOfToken(id));
      if (!token) return;
      const [tokenFingerprint] = encryption.fingerprints(token.secret);
      const { count } = await database.operatorAccount.updateMany({
        where: { id, tokenEncrypted },
        data: { tokenEncrypted: token.encrypted, tokenFingerprint },
      });
      rotated += count;
    },
  );
  for (const column of ['accessToken', 'refreshToken'] as const) {
    await inBatches(
      (after) =>
        database.session.findMany({
          where: { [column]: isFormer, ...(after ? { id: { gt: after } } : {}) },
          orderBy: { id: 'asc' },
          take: BATCH,
        }),
      async (session) => {
        const present = session[column];
        const token = present
          ? afresh(`${column} of ${session.shop}`, present, placeInSession(column, session.id))
          : null;
        if (!token) return;
        const { count } = await database.session.updateMany({
          where: { id: session.id, [column]: present },
          data: { [column]: token.encrypted },
        });
        rotated += count;
      },
    );
  }
  return { rotated, left };
}

async function inBatches<Row extends { readonly id: string }>(
  read: (after: string | null) => Promise<Row[]>,
  handle: (row: Row) => Promise<void>,
): Promise<void> {
  for (let rows = await read(null); rows.length > 0; rows = await read(rows.at(-1)?.id ?? null)) {
    for (const row of rows) await handle(row);
  }
}
