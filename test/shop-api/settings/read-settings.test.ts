import { expect, it } from 'vitest';
import { BOUNDS } from '../../../app/bounds.ts';
import { readSettings, type ReadingContext } from '../../../app/shop-api/settings/read-settings.ts';

const CONTEXT: ReadingContext = { settings: {}, environments: ['production'], kept: null, branches: null };
const read = (name: string, value: unknown, settings: unknown = {}) =>
  readSettings({ version: 1, part: { [name]: value } }, { ...CONTEXT, settings });

it('reads a setting as it is stored', () => {
  expect(read('eligibility.includeTags', [' courier\u2060 '])).toEqual({
    ok: true,
    version: 1,
    isTest: false,
    change: { part: { 'eligibility.includeTags': ['courier'] } },
  });
});

it.each([
  ['mapping.itemsPerBox', 0, 'mapping.itemsPerBox', 'boxes'],
  ['gracePeriodMinutes', -1, 'gracePeriodMinutes', 'minutes'],
  ['service.cutoffs', { Sameday: '25:00' }, 'service.cutoffs.Sameday', 'time'],
  ['service.workingDays', [], 'service.workingDays', 'weekdays'],
  ['pickup.locations', { 'gid://shopify/Location/1': { point: { id: -1 } } }, /^pickup\.locations\./, 'pickup'],
  ['service.rules', [{ name: '', use: 'Nextday' }], 'service.rules.0.name', 'name'],
  ['service.rules', [{ name: 'a', use: 'Never' }], 'service.rules.0.use', 'unfit'],
  ['service.rules', [{ name: 'a', when: { totalBelow: 'x' }, use: 'Nextday' }], /totalBelow$/, 'amount'],
  ['mapping.tags', { note: '{nobody}' }, 'mapping.tags.note', 'tags'],
])('%s as %j is wrong at %s: %s', (name, value, path, fault) => {
  const { errors } = read(name, value) as { errors: Record<string, string> };
  expect(Object.entries(errors)).toEqual([[expect.stringMatching(path), fault]]);
});

it.each([9, 5_000, 300_000])('refuses a setting of %i levels', (levels) => {
  const deep: unknown = JSON.parse('['.repeat(levels) + ']'.repeat(levels));
  expect(read('service.rules', deep)).toEqual({ ok: false, errors: { '': 'unfit' } });
});

it('names the largest of settings that are too large together, whatever is saved already', () => {
  const rules = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `Rule ${index}`,
      when: { districts: Array.from({ length: 400 }, (__, town) => `Town ${town}`) },
      use: 'Nextday',
    }));
  const posted = { version: 1, part: { gracePeriodMinutes: 5, 'service.rules': rules(40) } };
  const tooMany = { ok: false, errors: { 'service.rules': 'too-many' } };
  expect(readSettings(posted, CONTEXT)).toEqual(tooMany);
  expect(read('service.rules', rules(20))).toMatchObject({ ok: true });
  expect(read('service.rules', rules(20), { mapping: { tags: { note: 'x'.repeat(BOUNDS.settingsText) } } })).toEqual(
    tooMany,
  );
});

it.each([
  null,
  'text',
  [],
  {},
  { version: 1 },
  { version: 1, part: [] },
  { version: 1, part: { nothing: 1 } },
  { version: 1, part: { 'mapping.priceForm': 'minor-units' } },
])('refuses a body that no page posts: %j', (body: unknown) => {
  expect(readSettings(body, CONTEXT)).toEqual({ ok: false, errors: { '': 'unfit' } });
});

it('reads nothing of a prototype', () => {
  const body: unknown = JSON.parse('{"version":1,"part":{"__proto__":{"gracePeriodMinutes":5}}}');
  expect(readSettings(body, CONTEXT)).toMatchObject({ ok: true, change: { part: {} } });
});

it.each([
  ['handOverOn', 'yes', 'handOverOn', 'unfit'],
  ['language', 'xx', 'language', 'unfit'],
  ['account', 'token', 'account', 'unfit'],
  ['pickup.default', 101, 'pickup.default', 'pickup-kind-missing'],
  ['service.default', '', 'service.default', 'service-unknown'],
  ['service.methods', { Standard: 'Never' }, 'service.methods.Standard', 'unfit'],
])('%s as %j, which is not posted as it is stored, is wrong at %s: %s', (name, value, path, error) => {
  expect(read(name, value)).toEqual({ ok: false, errors: { [path]: error } });
});

it('refuses a branch of a location that is neither registered nor saved', () => {
  const at = (id: number) => ({ 'pickup.locations': { 'gid://shopify/Location/1': { point: { id } } } });
  const listed = { ...CONTEXT, branches: [101, 102] };
  expect(readSettings({ version: 1, part: at(102) }, listed)).toMatchObject({ ok: true });
  expect(readSettings({ version: 1, part: at(999) }, listed)).toEqual({
    ok: false,
    errors: { 'pickup.locations.gid://shopify/Location/1': 'pickup' },
  });
});

it('names a list that is too long, and not each of its entries', () => {
  const texts = (count: number) => Array.from({ length: count }, () => '<b>');
  expect(read('eligibility.includeTags', texts(501))).toEqual({
    ok: false,
    errors: { 'eligibility.includeTags': 'too-many' },
  });
  const { errors } = read('eligibility.includeTags', texts(3)) as { errors: object };
  expect(Object.values(errors)).toEqual(['markup', 'markup', 'markup']);
});
