import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EnvironmentError, readEnvironment } from '../../../app/environment.ts';
import { recogniseState } from '../../../app/domain/tracking/operator-state.ts';
import { parseProfile, ProfileError } from '../../../app/operator/profile/operator-profile.ts';
import { paceOf } from '../../../app/pace.ts';
import { testVariables } from '../../set-up/environment.ts';
import { fc } from '../../set-up/properties.ts';

let folder: string;
beforeAll(() => (folder = mkdtempSync(path.join(tmpdir(), 'profile-'))));
afterAll(() => rmSync(folder, { recursive: true }));

function environmentWith(profile: unknown, variables: Record<string, string | undefined> = {}) {
  const file = path.join(folder, 'profile.json');
  writeFileSync(file, typeof profile === 'string' ? profile : JSON.stringify(profile));
  const unset = { OPERATOR_NAME: '', OPERATOR_BASE_URL: '', LOOK_UP_HORIZON_MINUTES: '' };
  return readEnvironment({ ...testVariables(unset), OPERATOR_PROFILE: file, ...variables });
}

const FULL = {
  $schema: 'https://handoff.example/operator-profile.schema.json',
  name: 'Entregas do Sul',
  timeZone: 'America/Sao_Paulo',
  baseUrl: 'https://operator.example/api/',
  testBaseUrl: 'https://test.operator.example',
  paths: { create: '/order/', read: '/orders/{order_number}/status/' },
  urlTracking: 'text',
  coordinates: { unknown: 'zero' },
  times: 'HH:MM:SS',
  prices: 'cents',
  emptyFiles: 'send',
  emptyNotes: 'send',
  fileKind: 'receita',
  orderNumber: '{prefix}.{fulfillment}',
  lengths: { orderNumber: { limit: 30 }, notes: { limit: 200, beyond: 'cut' } },
  packages: { limit: 10, beyond: 'cut' },
  states: { 'em trânsito': 'on-the-way', Entregado: 'ended-badly' },
  absence: { codes: ['ORDER_404', 1404], statuses: [400], words: ['pedido desconhecido'] },
  repeats: 'second-order',
  registersWithinMinutes: 25,
  limits: { callsAtOnce: 3, callsPerMinute: 5 },
  branches: [{ id: 7, name: 'Centro', address: 'Rua A 1', district: 'Sé' }],
  districts: ['Sé', { name: 'Mooca', code: 'SP-12', aliases: ['Alto da Mooca'] }],
  support: { address: 'mailto:ajuda@operator.example', phone: '+5511987654321' },
  cancelBy: 'phone',
  trackingHost: ['tracking.operator.example'],
};

/** Each changes one thing of a good profile, and names the path that the line has to begin with. */
const text = fc.string({ maxLength: 30 });
const notOneOf = (...names: string[]) => fc.anything().filter((value) => !names.some((name) => name === value));
const MISTAKES: Readonly<Record<string, readonly [at: string, value: fc.Arbitrary<unknown>]>> = {
  'a setting that does not exist': ['urlTraking', fc.anything()],
  'a path that does not exist': ['paths.update', text],
  'a limit that does not exist': ['limits.callsPerHour', fc.integer()],
  'a name that is no text': ['name', fc.oneof(fc.integer(), fc.constant(null), fc.object())],
  'a blank name': ['name', fc.constantFrom('', ' ', '\t\n')],
  'a name of a page': [
    'name',
    fc.string({ minLength: 201, maxLength: 400 }).map((long) => `a${long.trim()}${'b'.repeat(201)}`),
  ],
  'a zone of nobody': ['timeZone', fc.constantFrom('Peru/Lima', 'Mars/Base', 'x', '../Lima')],
  'an address of another scheme': [
    'baseUrl',
    fc.constantFrom('ftp://operator.example', 'file:///etc', 'javascript:1', 'operator.example'),
  ],
  'an address with a user': [
    'baseUrl',
    fc.constantFrom('https://user:word@operator.example', 'https://user@operator.example'),
  ],
  'an address with a query': [
    'baseUrl',
    fc.constantFrom('https://operator.example/?x=1', 'https://operator.example/#a'),
  ],
  'an address of this machine': [
    'baseUrl',
    fc.constantFrom('http://localhost:4010', 'http://127.0.0.1', 'http://[::1]/', 'http://0.0.0.0'),
  ],
  'an address of a private network': [
    'testBaseUrl',
    fc.constantFrom('http://10.1.2.3', 'http://192.168.0.4/api', 'http://169.254.169.254', 'http://[fd00::1]'),
  ],
  'an address of a private network in other digits': [
    'baseUrl',
    fc.constantFrom('http://2130706433', 'http://0x7f.1', 'http://[::ffff:10.0.0.1]'),
  ],
  'a path to another host': [
    'paths.create',
    fc.constantFrom(
      '//evil.example/order',
      'https://evil.example/order',
      '@evil.example/order',
      '/\\evil.example',
      '.evil.example/order',
      ':8080/order',
    ),
  ],
  'a path above the base': [
    'paths.create',
    fc.constantFrom('/../order', '/a/../../order', '/%2e%2e/order', '/./order', '/order/..'),
  ],
  'a path with a query': [
    'paths.create',
    fc.constantFrom('/order?token=1', '/order#x', '/or der', '/order\r\nHost: evil.example'),
  ],
  'a path that is no text': ['paths.create', fc.oneof(fc.integer(), fc.constant(null))],
  'a read without a number': [
    'paths.read',
    fc.constantFrom('/order', '/order/{number}', '/order/{order_number', '/order/x{order_number}'),
  ],
  'a read with two numbers': ['paths.read', fc.constant('/order/{order_number}/{order_number}')],
  'a read at another host': [
    'paths.read',
    fc.constantFrom('//evil.example/{order_number}', '/../{order_number}', 'https://evil.example/{order_number}'),
  ],
  'paths in a list': ['paths', fc.array(text)],
  'another form of urlTracking': ['urlTracking', notOneOf('boolean', 'text')],
  'other unknown coordinates': ['coordinates.unknown', notOneOf('omit', 'zero')],
  'another form of times': ['times', notOneOf('HH:MM', 'HH:MM:SS')],
  'another form of prices': ['prices', notOneOf('cents', 'whole')],
  'another way with empty files': ['emptyFiles', notOneOf('omit', 'send')],
  'a pattern without the fulfillment': [
    'orderNumber',
    fc.constantFrom('{prefix}', '{order}-{fulfillment}', '{fulfillment}/{fulfillment}', 'a b {fulfillment}'),
  ],
  'a length of nothing': ['lengths.notes.limit', fc.constantFrom(0, -1, 2.5, '200', null)],
  'a cut number': ['lengths.orderNumber.beyond', fc.constant('cut')],
  'a number of packages that is none': [
    'packages.limit',
    fc.oneof(fc.integer({ max: 0 }), fc.double({ min: 1.1, max: 1.9 }), text),
  ],
  'a state of no group': [
    'states.pedido',
    notOneOf(
      'accepted',
      'courier-assigned',
      'picking-up',
      'on-the-way',
      'out-for-delivery',
      'delivered',
      'delayed',
      'attempt-failed',
      'needs-merchant',
      'ended-badly',
    ),
  ],
  'a code that every answer can have': [
    'absence.codes',
    fc.constantFrom('', 'ok', 'ERROR', 200, '500', 0, 'true', 'unauthorized').map((code) => [code]),
  ],
  'a status that is not about the order': [
    'absence.statuses',
    fc.constantFrom(200, 301, 401, 403, 408, 429, 500, 503, '404', 404.5).map((status) => [status]),
  ],
  'words that are an expression': [
    'absence.words',
    fc.constantFrom('.*', '(a+)+$', 'no.*found', '^pedido$', 'x|y', '[a-z]+').map((words) => [words]),
  ],
  'words that are in every answer': [
    'absence.words',
    fc.constantFrom('a', 'no', 'error', '123456').map((words) => [words]),
  ],
  'another end of repeats': ['repeats', notOneOf('refused', 'second-order', 'unknown')],
  'minutes that are none': ['registersWithinMinutes', fc.constantFrom(-1, 1441, '20', null)],
  'calls without number': ['limits.callsPerMinute', fc.constantFrom(0, -5, 1.5, '5', 1e9)],
  'a branch without name': ['branches', fc.constant([{ id: 7 }])],
  'a branch by text': ['branches', fc.constantFrom([{ id: '7', name: 'Centro' }], [{ id: 0, name: 'Centro' }])],
  'a branch twice': [
    'branches',
    fc.constant([
      { id: 7, name: 'Centro' },
      { id: 7, name: 'Norte' },
    ]),
  ],
  'no districts': ['districts', fc.constant([])],
  'a district of another form': [
    'districts',
    fc.constantFrom([1], [{ code: 'A' }], [{ name: 'Sé', codes: 'x' }], [null]),
  ],
  'support by another scheme': [
    'support.address',
    fc.constantFrom('javascript:alert(1)', 'ajuda@operator.example', 'http://operator.example'),
  ],
  'a phone that is none': [
    'support.phone',
    fc.constantFrom('987654321', '+0123456789', '+51 987 654 321', 51987654321),
  ],
  'another way to cancel': ['cancelBy', notOneOf('phone', 'address')],
  'a tracking host that is none': [
    'trackingHost',
    fc.constantFrom(
      '*',
      '*.operator.example',
      'https://operator.example',
      'operator.example:80',
      '',
      'localhost',
      '127.0.0.1',
      [],
    ),
  ],
};

function changed(at: string, value: unknown): unknown {
  const root: Record<string, unknown> = structuredClone(FULL);
  const steps = at.split('.');
  let part = root;
  for (const step of steps.slice(0, -1)) part = part[step] as Record<string, unknown>;
  part[steps.at(-1) ?? ''] = value;
  return root;
}

describe('a mistake is one readable line with its path', () => {
  it('there are more than forty kinds of them', () => {
    expect(Object.keys(MISTAKES).length).toBeGreaterThan(40);
    expect(parseProfile(FULL, 'refuse').paths.create).toBe('/order/');
  });

  it.each(Object.entries(MISTAKES))('%s', (_, [at, values]) => {
    fc.assert(
      fc.property(values, (value) => {
        fc.pre(value !== undefined);
        let mistakes: readonly string[] = [];
        try {
          parseProfile(changed(at, value), 'refuse');
        } catch (error) {
          if (!(error instanceof ProfileError)) throw error;
          ({ mistakes } = error);
        }
        expect(mistakes).toHaveLength(1);
        expect(mistakes[0]).toMatch(/ (must be|is not a setting)/);
        expect(mistakes[0]?.startsWith(at)).toBe(true);
        expect(mistakes[0]?.length).toBeLessThan(300);
        expect(mistakes[0]).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it.each([
    ['{"name": ', /^ {2}OPERATOR_PROFILE: must be JSON: /],
    ['[]', /^ {2}OPERATOR_PROFILE: the profile must be an object$/],
    ['{"times": "12", "urlTraking": 1}', /^ {2}OPERATOR_PROFILE: times must be one of/],
  ])('of the file %s, beside those of the environment', (content, line) => {
    const read = () => environmentWith(content, { PORT: 'http' });
    expect(read).toThrow(EnvironmentError);
    const [, first, ...others] = messageOf(read).split('\n');
    expect(first).toMatch(line);
    expect(others.at(-1)).toBe("  OPERATOR_BASE_URL must be the base address of the operator's interface");
  });

  it('of a file that is not there', () => {
    expect(messageOf(() => readEnvironment({ ...testVariables({}), OPERATOR_PROFILE: '/nowhere.json' }))).toContain(
      '  OPERATOR_PROFILE: cannot be read (ENOENT): correct the path /nowhere.json',
    );
  });
});

function messageOf(read: () => unknown): string {
  try {
    read();
  } catch (error) {
    if (error instanceof Error) return error.message;
  }
  return 'taken';
}

describe('a profile', () => {
  it('gives what the variables of the environment do not', () => {
    expect(environmentWith(FULL)).toMatchObject({
      OPERATOR_NAME: 'Entregas do Sul',
      OPERATOR_BASE_URL: 'https://operator.example/api',
      OPERATOR_TEST_BASE_URL: 'https://test.operator.example',
      OPERATOR_TIME_ZONE: 'America/Sao_Paulo',
      OPERATOR_CONCURRENCY: 3,
      OPERATOR_REFUSES_REPEATS: false,
      LOOK_UP_HORIZON_MINUTES: 25,
    });
    const given = { OPERATOR_NAME: 'Reparto', OPERATOR_TIME_ZONE: 'America/Lima', LOOK_UP_HORIZON_MINUTES: '3' };
    expect(environmentWith(FULL, given)).toMatchObject({ ...given, LOOK_UP_HORIZON_MINUTES: 3 });
  });

  it('never shortens the time for which an order is looked for, unless repeats are refused', () => {
    const horizonMs = (profile: object) => paceOf(environmentWith({ ...FULL, ...profile })).handOver.lookUpHorizonMs;
    expect(horizonMs({ registersWithinMinutes: 1 })).toBe(15 * 60_000);
    expect(horizonMs({ registersWithinMinutes: 40 })).toBe(40 * 60_000);
    expect(horizonMs({ repeats: 'refused', registersWithinMinutes: 20 })).toBe(20 * 60_000);
    expect(horizonMs({ repeats: 'refused', registersWithinMinutes: 0 })).toBeLessThan(60_000);
  });

  it('has the names of states over the built-in ones, in any spelling', () => {
    const { stateTable } = parseProfile(FULL, 'refuse');
    expect(recogniseState('EM  TRANSITO', stateTable)).toMatchObject({ group: 'on-the-way', event: 'IN_TRANSIT' });
    expect(recogniseState('entregado', stateTable)).toMatchObject({ group: 'ended-badly', event: 'FAILURE' });
    expect(recogniseState('ingresado', stateTable)).toMatchObject({ group: 'accepted', event: 'CONFIRMED' });
  });

  it('may lead to a private network where the environment allows it', () => {
    const profile = { ...FULL, baseUrl: 'http://127.0.0.1:4010' };
    expect(environmentWith(profile, { OUTGOING_PRIVATE_ADDRESSES: 'allow' }).OPERATOR_BASE_URL).toBe(profile.baseUrl);
  });
});

it('its documents are up to date', () => {
  const script = path.resolve(import.meta.dirname, '../../../scripts/profile-pages.ts');
  expect(() => execFileSync(process.execPath, [script, '--check'], { stdio: 'pipe' })).not.toThrow();
});
