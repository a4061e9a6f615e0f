import { globSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isInClear } from '../../app/operator-check/check-reading.ts';
import { INTERFACE_ROWS } from '../../app/operator-check/interface-rows.ts';
import {
  changesSince,
  exitCodeOf,
  reportAsMarkdown,
  reportAsText,
  type Report,
} from '../../app/operator-check/report.ts';
import { parseProfile } from '../../app/operator/profile/operator-profile.ts';
import { manualClock } from '../../sandbox/clock.ts';
import { readDialectFile } from '../../sandbox/operator/read-dialect.ts';
import { startSandboxOperator, type SandboxOperatorOptions } from '../../sandbox/operator/server.ts';
import { freshState, runCheck } from './run-check.ts';

const DIALECTS = path.resolve(import.meta.dirname, '../../sandbox/operator/dialects');
const TOKEN = 'check-token-1';
const START = new Date('2026-11-27T15:00:00Z');

async function operatorSpeaking(options: SandboxOperatorOptions = {}) {
  const clock = manualClock(START);
  const operator = await startSandboxOperator({ clock, tokens: [TOKEN], ...options });
  onTestFinished(() => operator.close());
  return { operator, clock, given: { url: operator.url, token: TOKEN } };
}

const verdictOf = ({ rows }: Report, row: string) => rows.find((each) => each.row === row)?.verdict;

/** What the check has to find of each dialect, beside what it finds of an operator as written. */
const FOUND: Readonly<Record<string, { profile?: object; row?: string; exit?: number }>> = {
  'array-as-answer': { row: '4.1 response body' },
  'branch-required': { profile: { branches: [{ id: 101, name: 'Branch 101' }] }, row: '2.2 choice of the shape' },
  'codes-for-absence': { profile: { absence: { codes: ['ORD-0404'] } }, row: '7 unknown order number' },
  'districts-by-code': {
    profile: { districts: [{ name: 'Miraflores', code: 'PE-150122' }] },
    row: '2.3 location.district',
  },
  'five-calls-a-minute': { profile: { limits: { callsPerMinute: 5 } }, row: '8 rate limits' },
  'latin-1': { row: '1 bodies' },
  'portuguese-states': { row: '3 completeness' },
  'public-php-client': { profile: { paths: { create: '/order/' } }, row: '4.1 method and path' },
  'public-python-client': { profile: { branches: [{ id: 101, name: 'Branch 101' }] }, row: '4.1 response body' },
  'repeats-refused-in-words': { profile: { repeats: 'refused' }, exit: 0 },
  'repeats-taken': { profile: { repeats: 'second-order' }, row: '4.1 repetition' },
  'slash-only': {
    profile: { paths: { create: '/order/', read: '/order/{order_number}/' } },
    row: '4.2 method and path',
  },
  'slow-registration': { profile: { registersWithinMinutes: 26 }, row: '4.1 effect' },
  'text-booleans': { profile: { urlTracking: 'text' }, row: '2.1 form of url_tracking' },
  'zero-coordinates': {
    profile: { coordinates: { unknown: 'zero' }, times: 'HH:MM:SS', emptyNotes: 'send', emptyFiles: 'send' },
    row: '2.3 source of coordinates',
  },
};

it('there is a dialect for each of these', () => {
  const files = globSync('*.json', { cwd: DIALECTS }).map((file) => path.basename(file, '.json'));
  expect(files.sort()).toEqual(Object.keys(FOUND).sort());
});

describe('a check', () => {
  it('of the interface as written finds nothing else', async () => {
    const { operator, clock, given } = await operatorSpeaking();
    const report = await runCheck(given, clock);
    expect(report.rows.map(({ row }) => row)).toEqual(Object.keys(INTERFACE_ROWS));
    expect(report.rows.filter(({ verdict }) => verdict !== 'passes' && verdict !== 'not-tried')).toEqual([]);
    expect(exitCodeOf(report)).toBe(0);
    const tried = ['2.2 location.id', '2.2 location.name', '2.2 required address fields', '3 ingresado', '3 spelling'];
    expect(tried.map((row) => verdictOf(report, row))).toEqual(tried.map(() => 'passes'));
    expect(report.profile).toEqual({ repeats: 'refused', timeZone: 'America/Lima' });
    expect(operator.counts().every(({ orders }) => orders <= 1)).toBe(true);
    for (const text of [reportAsText(report), reportAsMarkdown(report), JSON.stringify(report)]) {
      expect(text).not.toContain(TOKEN);
    }
  });

  it.each([
    ['http://api.operator.example', true],
    ['https://api.operator.example', false],
    ['http://127.0.0.1:4010', false],
    ['http://127.0.0.1.operator.example', true],
  ])('says of %s whether all can be read on the way: %s', (url, isReadable) => {
    expect(isInClear(url)).toBe(isReadable);
  });

  it('that only reads sends nothing', async () => {
    const { operator, clock, given } = await operatorSpeaking();
    const report = await runCheck({ ...given, create: null }, clock);
    expect(operator.requests().filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(verdictOf(report, '7 unknown order number')).toBe('passes');
    expect(verdictOf(report, '1 create')).toBe('not-tried');
  });

  it.each(Object.entries(FOUND))('finds the dialect %s', async (name, { profile = {}, row, exit = 2 }) => {
    const { clock, given } = await operatorSpeaking(readDialectFile(path.join(DIALECTS, `${name}.json`)));
    const report = await runCheck(given, clock);
    expect(report.profile).toMatchObject(profile);
    expect(parseProfile(report.profile, 'refuse')).toMatchObject(profile);
    if (row !== undefined) expect(verdictOf(report, row)).toBe('differs');
    expect(report.rows.filter(({ verdict }) => verdict === 'unusable')).toEqual([]);
    expect(exitCodeOf(report)).toBe(exit);
  });

  it.each([
    ['an address where nobody listens', { url: 'http://127.0.0.1:9' }, '1 base address'],
    ['a wrong token', { token: 'another-token' }, '5 token'],
  ])('says that %s cannot be used', async (_, change, row) => {
    const { clock, given } = await operatorSpeaking();
    const report = await runCheck({ ...given, ...change }, clock);
    expect(verdictOf(report, row)).toBe('unusable');
    expect(exitCodeOf(report)).toBe(1);
    expect(report.orders).toEqual([]);
  });

  it('tells what changed since an earlier one', async () => {
    const { operator, clock, given } = await operatorSpeaking();
    const before = await runCheck({ ...given, create: null }, clock);
    operator.setModes({ encoding: 'latin1' });
    const after = await runCheck({ ...given, create: null }, clock);
    expect(changesSince(before, before)).toEqual([]);
    expect(changesSince(before, after)).toEqual([expect.stringMatching(/^§1 bodies: passes .* → differs/)]);
  });
});

describe('a check that is killed', () => {
  const KILLED = new Error('killed');

  /** Kills the check at each second writing of its state, before and after an order goes out, until it gets through. */
  it.each([0, 1])('makes no order twice when it is resumed (%i)', async (offset) => {
    const { operator, clock, given } = await operatorSpeaking();
    let kept = JSON.stringify(freshState(operator.url));
    let runs = 0;
    for (let done = false; !done;) {
      runs += 1;
      const state = JSON.parse(kept) as ReturnType<typeof freshState>;
      let writes = 0;
      const keep = () => {
        kept = JSON.stringify(state);
        writes += 1;
        return writes === 2 * runs + offset ? Promise.reject(KILLED) : Promise.resolve();
      };
      done = await runCheck({ ...given, state, keep }, clock).then(
        () => true,
        (error: unknown) => {
          if (error !== KILLED) throw error;
          return false;
        },
      );
    }
    expect(runs).toBeGreaterThan(3);
    const twice = operator.counts().filter(({ posts }) => posts > 1);
    expect(twice.length).toBeLessThanOrEqual(1); // the number that is repeated on purpose
    expect(operator.counts().every(({ orders }) => orders <= 1)).toBe(true);
  });
});
