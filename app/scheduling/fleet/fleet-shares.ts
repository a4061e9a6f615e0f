import { randomUUID } from 'node:crypto';
import type { Logger } from '../../logging.ts';
import type { Pace } from '../../pace.ts';
import type { Database } from '../../persistence/database.ts';
import { readLimits, writeLimits, type LimitRow } from './limit-rows.ts';
import { exchangeWith, type Exchange, type SharedLane } from './shared-lane.ts';

/** The part that this process has of the calls to each operator account. The rest belongs to other processes. */
export interface FleetShares {
  /** From now on the accounts of these lanes are shared. */
  share(lanes: ReadonlyMap<string, SharedLane>, changed: (key: string) => void): void;
  /**
   * Takes this process's part of one account, tells the others what it has learnt, and hears what they have.
   *
   * @throws when the database does not answer
   */
  exchange(key: string): Promise<void>;
  /** Gives all shares back. */
  close(): Promise<void>;
}

const TRY_LIMIT = 4;

/** A lease lasts so many times as long as its last renewal took, or else no call could begin before it ends. */
const SLOW_RENEWAL = 3;

/**
 * Each process renews its shares with one statement for all of its accounts. No call waits for it, except the first one
 * of an account. A process that dies stops renewing, and the others take its places when its lease has ended. A process
 * that cannot renew stops calling before that.
 *
 * @param given.limit the largest number of simultaneous calls of all processes for one account
 */
export function createFleetShares(given: {
  database: Database;
  logger: Logger;
  pace: Pace;
  now: () => Date;
  limit: number;
}): FleetShares {
  const { database, logger, pace, now, limit } = given;
  const id = randomUUID();
  let lanes: ReadonlyMap<string, SharedLane> = new Map();
  let changed: (key: string) => void = () => undefined;
  /** The database's clock less `performance.now()`. */
  let offset = 0;
  let last: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;
  /** How long the last renewal took. On a busy machine that is mostly the wait for this thread. */
  let renewalMs = 0;

  const leaseNow = () => {
    const { leaseMarginMs, leaseMarginLimitMs } = pace.fleet;
    return pace.operator.timeoutMs + Math.max(leaseMarginMs, Math.min(SLOW_RENEWAL * renewalMs, leaseMarginLimitMs));
  };

  const hear = (databaseNow: number) => (offset = databaseNow - performance.now());

  const read = async (keys: readonly string[]): Promise<Map<string, LimitRow>> => {
    const { rows, databaseNow } = await readLimits(database, keys);
    hear(databaseNow);
    return new Map(rows.map((row) => [row.key, row]));
  };

  const propose = (key: string, lane: SharedLane, found: LimitRow | null): Proposal => {
    const begunAt = performance.now();
    const leaseMs = leaseNow();
    const moment = { id, databaseNow: begunAt + offset, leaseMs, limit, times: pace.calls };
    const exchange = exchangeWith(lane, key, found, moment);
    // what is written from here on is what the others count on
    lane.places = Math.min(lane.places, exchange.row.shares[id]?.places ?? 0);
    return { key, lane, begunAt, leaseMs, exchange };
  };

  const settle = ({ key, lane, begunAt, leaseMs, exchange }: Proposal, databaseNow: number) => {
    renewalMs = performance.now() - begunAt;
    const { row, usable, spread, othersSlowed, told } = exchange;
    if (row.pace !== lane.pace && (told.hasSlowed || !lane.hasSlowed)) lane.pace = row.pace;
    lane.answers -= told.answers;
    if (told.hasSlowed) lane.hasSlowed = false;
    if (othersSlowed) lane.heardAt = now().getTime();
    lane.restUntil = later(lane.restUntil, row.restUntil);
    lane.places = usable;
    lane.spread = spread;
    // The others end the lease by the database's clock. An answer that came late made ours seem to be behind it.
    lane.heldUntil = begunAt + Math.min(leaseMs, (row.shares[id]?.until ?? databaseNow) - databaseNow);
    lane.wants = lane.demand();
    lane.isAway = !(id in row.shares);
    lane.row = { ...row, version: (row.version ?? 0) + 1 };
    if (!lane.isAway) beatLater(); // who has a share renews it, and gives it back
    changed(key);
  };

  const run = async (keys: readonly string[]): Promise<void> => {
    let open = keys.filter((key) => lanes.has(key));
    // alone, a process knows the row; others write theirs at every beat
    const isAlone = ({ shares }: LimitRow) => Object.keys(shares).every((holder) => holder === id);
    const unread = open.filter((key) => {
      const row = lanes.get(key)?.row;
      return !row || !isAlone(row);
    });
    let found = unread.length > 0 ? await read(unread) : new Map<string, LimitRow>();
    for (let tries = 0; open.length > 0 && tries < TRY_LIMIT; tries += 1) {
      if (tries > 0) found = await read(open);
      const known = (key: string, lane: SharedLane) => found.get(key) ?? (tries === 0 ? lane.row : null);
      const proposals = open.flatMap((key) => {
        const lane = lanes.get(key);
        return lane ? [propose(key, lane, known(key, lane))] : [];
      });
      const rows = proposals.map(({ exchange }) => exchange.row);
      const { written, databaseNow } = await writeLimits(database, rows);
      hear(databaseNow);
      for (const proposal of proposals) if (written.has(proposal.key)) settle(proposal, databaseNow);
      open = open.filter((key) => !written.has(key));
    }
  };

  /** One after the other, so that a lane is never in two exchanges. */
  const exchange = (keys: readonly string[]): Promise<void> => {
    const done = last.then(() => run(keys));
    last = done.catch(() => undefined);
    return done;
  };

  const beat = async (): Promise<void> => {
    const present = [...lanes].filter(([, lane]) => !lane.isAway).map(([key]) => key);
    if (present.length > 0) {
      await exchange(present).catch((error: unknown) =>
        logger.warn({ error }, 'the call limits were not shared with the other processes'),
      );
    }
    timer = null;
    if (present.length > 0) beatLater();
  };
  const beatLater = () => {
    if (isClosed || timer) return;
    timer = setTimeout(() => void beat(), pace.fleet.beatMs);
    timer.unref();
  };

  return {
    share(given, whenChanged) {
      lanes = given;
      changed = whenChanged;
    },
    exchange: (key) => exchange([key]),
    async close() {
      isClosed = true;
      if (timer) clearTimeout(timer);
      const present = [...lanes].filter(([, lane]) => !lane.isAway);
      for (const [, lane] of present) lane.wants = 0;
      await exchange(present.map(([key]) => key)).catch(() => undefined); // the shares end by themselves
    },
  };
}

interface Proposal {
  readonly key: string;
  readonly lane: SharedLane;
  readonly begunAt: number;
  readonly leaseMs: number;
  readonly exchange: Exchange;
}

function later(one: Date | null, other: Date | null): Date | null {
  return (one?.getTime() ?? 0) >= (other?.getTime() ?? 0) ? one : other;
}
