import { statfs } from 'node:fs/promises';
import { Gauge, type Registry } from 'prom-client';

/** Measures the disk of the embedded database. That of another database is its provider's to measure. */
export function measureDisk(registry: Registry, directory: string): void {
  const registers = [registry];
  new Gauge({
    name: 'handoff_disk_bytes',
    help: 'Size of the disk that DATA_DIR is on.',
    registers,
    async collect() {
      const { blocks, bsize } = await statfs(directory);
      this.set(blocks * bsize);
    },
  });
  new Gauge({
    name: 'handoff_disk_free_bytes',
    help: 'What is free of it for this user.',
    registers,
    async collect() {
      const { bavail, bsize } = await statfs(directory);
      this.set(bavail * bsize);
    },
  });
}
