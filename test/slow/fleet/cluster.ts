import { urlOf } from '../../set-up/database/database-server.ts';
import { until } from '../../set-up/time/until.ts';
import { startAddressSwitch } from '../../set-up/database/address-switch.ts';
import type { Installed } from './installed.ts';
import { startPooler } from './pooler.ts';
import { startPrimary, startStandby, SUPERUSER, type PostgresNode } from './postgres-node.ts';

const DATABASE = 'handoff';

/** A primary with a synchronous standby, an address that follows the primary, and PgBouncer before that address. */
export interface Cluster {
  /** Through the pooler. */
  readonly url: string;
  /** The primary, at the address that follows it. */
  readonly directUrl: string;
  primary(): PostgresNode;
  standby(): PostgresNode;
  /**
   * Kills the primary with -9 and promotes its standby, which then is the primary. Resolves when the new primary takes
   * writes.
   */
  failOver(): Promise<void>;
  /** Gives the primary a standby again. From then on a commit waits for it. */
  protect(): Promise<void>;
  end(): Promise<void>;
}

export async function startCluster(
  programs: Installed,
  { mode = 'transaction' }: { mode?: 'transaction' | 'session' } = {},
): Promise<Cluster> {
  let primary = await startPrimary(programs);
  let standby: PostgresNode | null = null;
  await primary.query(`CREATE DATABASE ${DATABASE}`);
  const address = await startAddressSwitch();
  address.leadTo(primary.port);
  const pooler = await startPooler(programs, { serverPort: address.port, mode });
  const urlAt = (port: number) => urlOf(`postgresql://${SUPERUSER}@127.0.0.1:${port}/`, DATABASE);
  return {
    url: urlAt(pooler.port),
    directUrl: urlAt(address.port),
    primary: () => primary,
    standby() {
      if (!standby) throw new Error('there is no standby');
      return standby;
    },
    async failOver() {
      if (!standby) throw new Error('there is no standby');
      const former = primary;
      await former.kill();
      address.cut();
      await standby.query('SELECT pg_promote()');
      address.leadTo(standby.port);
      primary = standby;
      standby = null;
      await former.remove();
      await primary.query('CHECKPOINT');
    },
    async protect() {
      standby = await startStandby(programs, primary);
      await primary.query("ALTER SYSTEM SET synchronous_standby_names = '*'");
      await primary.query('SELECT pg_reload_conf()');
      await until('a synchronous standby', async () => {
        const rows = await primary.query("SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'");
        return rows.length > 0;
      });
    },
    async end() {
      await pooler.stop();
      await address.close();
      await standby?.remove();
      await primary.remove();
    },
  };
}
