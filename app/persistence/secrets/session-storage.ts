import type { Session } from '@shopify/shopify-api';
import { Session as ShopifySession } from '@shopify/shopify-api';
import type { SessionStorage } from '@shopify/shopify-app-session-storage';
import { PrismaSessionStorage } from '@shopify/shopify-app-session-storage-prisma';
import type { Database } from '../database.ts';
import { placeInSession, type Encryption, type Place } from './encryption.ts';
import { shareWrites } from '../share-writes.ts';

export interface SessionStore extends SessionStorage {
  /**
   * Stores a session in place of one with the same id, unless that one was deleted or replaced since: after an
   * uninstall no token comes back.
   *
   * @param former the access token that is replaced
   */
  readonly replaceSession: (former: string, session: Session) => Promise<void>;
  /**
   * The session as it was stored at most `keptMs` ago, to be read only. Its token may have been replaced by another
   * process since; Shopify refuses it then. Calls that begin together share the statement, and the session is decrypted
   * once for as long as it stays the same.
   */
  readonly loadForCall: (id: string) => Promise<Session | undefined>;
}

/** Shopify's package looks for its table every 5 s, and when it gives up, the program ends: after 10 s by default. */
const TABLE_TRIES = 720;

/** Decrypted sessions that are remembered. */
const SESSION_LIMIT = 10_000;

/** Shopify's sessions with access and refresh token encrypted at rest. */
export function createSessionStorage(
  database: Database,
  encryption: Encryption,
  { keptMs } = { keptMs: 0 },
): SessionStore {
  const rows = new PrismaSessionStorage(database, { connectionRetries: TABLE_TRIES });
  const withTokens = (session: Session, change: (token: string, place: Place) => string) => {
    const { id, accessToken, refreshToken } = session;
    return new ShopifySession({
      ...session.toObject(),
      ...(accessToken ? { accessToken: change(accessToken, placeInSession('accessToken', id)) } : {}),
      ...(refreshToken ? { refreshToken: change(refreshToken, placeInSession('refreshToken', id)) } : {}),
    });
  };
  const open = (session: Session) => withTokens(session, encryption.decrypt);
  const read = async (id: string) => {
    // needed for every call to Shopify, and the package's own read takes several times as long as this statement
    const [row] = await database.$queryRaw<Row[]>`SELECT * FROM "Session" WHERE "id" = ${id}`;
    return row;
  };
  const known = new Map<string, { readonly stored: string; readonly session: Session; readonly readAt: number }>();
  const openOnce = (id: string, row: Row, readAt: number): Session => {
    const stored = Object.values(row).map(String).join('\n');
    const before = known.get(id);
    const session = before?.stored === stored ? before.session : open(toSession(row));
    if (known.size >= SESSION_LIMIT) known.clear();
    known.set(id, { stored, session, readAt });
    return session;
  };
  /** Each change in this process begins a new time: a read that began before it is not remembered. */
  let changes = 0;
  const changed = async <T>(ids: readonly string[], change: Promise<T>): Promise<T> => {
    const forget = () => {
      changes += 1;
      for (const id of ids) known.delete(id);
    };
    forget();
    return change.finally(forget);
  };
  const readForCall = shareWrites<string, Session | undefined>({
    async write(ids) {
      const [readAt, changesBefore] = [performance.now(), changes];
      const rows = await database.$queryRaw<(Row & { readonly id: string })[]>`
        SELECT * FROM "Session" WHERE "id" = ANY (${[...new Set(ids)]}) LIMIT ${ids.length}`;
      const rowOf = new Map(rows.map((row) => [row.id, row]));
      return ids.map((id) => {
        const row = rowOf.get(id);
        if (!row) known.delete(id);
        return row && openOnce(id, row, changes === changesBefore ? readAt : -Infinity);
      });
    },
    atOnce: 2,
    limit: 100,
  });
  return {
    async loadForCall(id) {
      const last = known.get(id);
      return last && performance.now() - last.readAt < keptMs ? last.session : readForCall(id);
    },
    storeSession: (session) => changed([session.id], rows.storeSession(withTokens(session, encryption.encrypt))),
    loadSession: async (id) => {
      const row = await read(id);
      return row && open(toSession(row));
    },
    async replaceSession(former, session) {
      const row = await read(session.id);
      if (!row || open(toSession(row)).accessToken !== former) return;
      const { accessToken, refreshToken, refreshTokenExpires, expires, scope } = withTokens(
        session,
        encryption.encrypt,
      );
      const replaced = database.session.updateMany({
        where: { id: session.id, accessToken: String(row.accessToken) }, // each encryption of a token is another text
        data: { accessToken, refreshToken, refreshTokenExpires, expires, scope },
      });
      await changed([session.id], replaced);
    },
    deleteSession: (id) => changed([id], rows.deleteSession(id)),
    deleteSessions: (ids) => changed(ids, rows.deleteSessions(ids)),
    findSessionsByShop: async (shop) => (await rows.findSessionsByShop(shop)).map(open),
  };
}

type Row = Readonly<Record<string, string | boolean | bigint | Date | null>>;

function toSession(row: Row): Session {
  const entries = Object.entries(row).flatMap(([column, value]): [string, string | boolean | number][] => {
    if (value === null) return [];
    return [[column, value instanceof Date || typeof value === 'bigint' ? Number(value) : value]];
  });
  return ShopifySession.fromPropertyArray(entries, true);
}
