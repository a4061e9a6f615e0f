import os from 'node:os';

/** The machine on which the figures were measured. */
export function describeMachine(): string {
  const cpus = os.cpus();
  const memory = `${Math.round(os.totalmem() / 2 ** 30)} GiB`;
  const load = os
    .loadavg()
    .map((value) => value.toFixed(2))
    .join(', ');
  return (
    `${cpus.length} × ${cpus[0]?.model.trim() ?? 'unknown processor'}, ${memory}, ${os.type()} ${os.release()}, ` +
    `Node ${process.version}, load before ${load}`
  );
}
