import { readFileSync } from 'node:fs';
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { z } from 'zod';

const RECORD = path.join(import.meta.dirname, 'durations.json');
const ROOT = path.resolve(import.meta.dirname, '../../..');

/** Milliseconds of each file by its path, as `npm run test:durations` recorded them. */
const durationsSchema = z.record(z.string(), z.number());

/**
 * Starts the file that takes longest first, so that no worker is left with a long file at the end. A file that has no
 * duration yet comes before all others. Files of projects that share their workers come last, project by project, and
 * the short unit tests at the end: a worker is reused only by the file that follows.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const durations = durationsSchema.parse(JSON.parse(readFileSync(RECORD, 'utf8')));
    const duration = ({ moduleId }: TestSpecification) => durations[path.relative(ROOT, moduleId)] ?? Infinity;
    return files.toSorted((a, b) => {
      const [configA, configB] = [a.project.config, b.project.config];
      return (
        configA.sequence.groupOrder - configB.sequence.groupOrder ||
        Number(!configA.isolate) - Number(!configB.isolate) ||
        (configA.isolate ? 0 : a.project.name.localeCompare(b.project.name)) ||
        descending(duration(a), duration(b))
      );
    });
  }
}

function descending(a: number, b: number): number {
  return a === b ? 0 : a < b ? 1 : -1;
}
