import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Reporter, TestModule } from 'vitest/node';
import { z } from 'zod';

const RECORD = path.join(import.meta.dirname, 'durations.json');
const ROOT = path.resolve(import.meta.dirname, '../../..');

/**
 * `npm run test:durations` records how long each test file took, to order later runs. Files that did not run keep their
 * figure, and deleted files lose it.
 */
export default class DurationReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const known = z.record(z.string(), z.number()).parse(JSON.parse(readFileSync(RECORD, 'utf8')));
    const all = new Map(Object.entries(known));
    for (const module of modules) {
      const { environmentSetupDuration, prepareDuration, setupDuration, collectDuration, duration } =
        module.diagnostic();
      const total = environmentSetupDuration + prepareDuration + setupDuration + collectDuration + duration;
      all.set(path.relative(ROOT, module.moduleId), Math.round(total));
    }
    const there = [...all].filter(([file]) => existsSync(path.join(ROOT, file))).sort(([a], [b]) => (a < b ? -1 : 1));
    writeFileSync(RECORD, `${JSON.stringify(Object.fromEntries(there), null, 2)}\n`);
  }
}
