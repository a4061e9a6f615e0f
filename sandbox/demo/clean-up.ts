/**
 * Ends what the demo has started, however the demo ends. The demo starts this program first, and writes to it which
 * process the app is. When the demo is gone, even killed, its end of the pipe closes: then the app is stopped, its
 * PostgreSQL and whatever else works in the data folder, and the folder is removed.
 *
 * `node sandbox/demo/clean-up.ts DATA_DIR`
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';

/** The app finishes its requests, and PostgreSQL its sessions. */
const IN_ORDER_MS = 20_000;
const KILLED_AFTER_MS = 30_000;
const LOOK_MS = 50;
/** A process that is about to start another one is seen by then. */
const QUIET_LOOKS = 6;

const [, , dataDir] = process.argv;
if (!dataDir) throw new Error('name the data folder');
// a terminal sends these to all of its processes, and this one ends last
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

const pids = new Set<number>();
for await (const line of createInterface(process.stdin)) pids.add(Number(line));
await endAll();
rmSync(dataDir, { recursive: true, force: true });

async function endAll(): Promise<void> {
  const started = Date.now();
  let quiet = 0;
  for (const pid of pids) signal(pid, 'SIGTERM');
  while (quiet < QUIET_LOOKS) {
    const passed = Date.now() - started;
    const apps = [...pids].filter(isRunning);
    const others = processesIn(dataDir ?? '').filter((pid) => !pids.has(pid));
    quiet = apps.length + others.length === 0 ? quiet + 1 : 0;
    if (passed > KILLED_AFTER_MS) for (const pid of [...apps, ...others]) signal(pid, 'SIGKILL');
    // while the app is there it stops its PostgreSQL itself; SIGINT is PostgreSQL's fast shutdown
    else if (apps.length === 0 || passed > IN_ORDER_MS) for (const pid of others) signal(pid, 'SIGINT');
    await pause(LOOK_MS);
  }
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // it has ended
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch {
    return false;
  }
}

/** Where nobody collects the processes that have ended, as in a container without an init. */
function isZombie(pid: number): boolean {
  try {
    return / Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/\(.*\)/, ''));
  } catch {
    return false;
  }
}

/** The processes whose command names the folder: PostgreSQL, and the programs that set it up. */
function processesIn(folder: string): number[] {
  const commands = existsSync('/proc/self/cmdline')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map((pid) => ({ pid: Number(pid), command: commandOf(pid) }))
    : execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' })
        .split('\n')
        .map((line) => ({ pid: Number.parseInt(line), command: line }));
  return commands.filter(({ pid, command }) => pid !== process.pid && command.includes(folder)).map(({ pid }) => pid);
}

function commandOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return ''; // it has ended
  }
}
