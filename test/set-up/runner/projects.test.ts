import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { DATABASE_FILES, DEMO_FILES, JOURNEY_FILES, SLOW_FILES } from './projects.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const filesOf = (patterns: readonly string[]) => globSync(patterns, { cwd: ROOT });

const everyTest = filesOf(['test/**/*.test.ts']);
const browserTests = filesOf(['test/browser/**/*.test.ts']);
const [integration, journeys, slow] = [DATABASE_FILES, JOURNEY_FILES, SLOW_FILES].map(filesOf);
const listed = [...(integration ?? []), ...(journeys ?? []), ...(slow ?? []), ...browserTests, ...filesOf(DEMO_FILES)];
const unit = everyTest.filter((file) => !listed.includes(file));

/** Files of this repository that a file imports, directly or indirectly. */
function importsOf(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file) || !existsSync(path.join(ROOT, file))) return found;
  found.add(file);
  const source = readFileSync(path.join(ROOT, file), 'utf8').replaceAll(/^import type .*$/gm, '');
  for (const [, imported = ''] of source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)) {
    importsOf(path.join(path.dirname(file), imported), found);
  }
  return found;
}

const reaches = (file: string, needs: readonly string[]) => needs.some((need) => importsOf(file).has(need));
const DATABASE = ['test/set-up/database/database.ts', 'app/persistence/embedded-postgres/server.ts'];

describe('each test file is in the project that has what it needs', () => {
  it('and in one only', () => {
    expect(listed.filter((file, index) => listed.indexOf(file) !== index)).toEqual([]);
  });

  it('a unit test needs no database: list others in test/set-up/runner/projects.ts', () => {
    expect(unit.length).toBeGreaterThan(50);
    expect(unit.filter((file) => reaches(file, DATABASE))).toEqual([]);
  });

  it('a unit test starts no process', () => {
    const starts = (file: string) =>
      /^import .*'node:child_process';$/m.test(readFileSync(path.join(ROOT, file), 'utf8'));
    expect(unit.filter(starts)).toEqual([]);
  });

  it('an integration test does not start the program, which needs the built pages', () => {
    expect(integration?.filter((file) => reaches(file, ['test/set-up/world/program.ts']))).toEqual([]);
  });
});
