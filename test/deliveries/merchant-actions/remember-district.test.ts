import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { BOUNDS } from '../../../app/bounds.ts';
import {
  forgetDistrict,
  rememberDistrict,
  rememberedDistricts,
} from '../../../app/deliveries/merchant-actions/remember-district.ts';
import { startTestHandoff, type TestHandoff } from '../../set-up/handoff.ts';

const SHOP = 'districts.myshopify.com';
const SERVED = ['Miraflores', 'San Isidro'];

let test: TestHandoff;

beforeAll(async () => {
  test = await startTestHandoff({ work: false });
});

afterAll(() => test.stop());

const SETTINGS = {
  gracePeriodMinutes: 5,
  mapping: { onePackage: true, districtAliases: { 'Dist. Mirafores': 'San Isidro' } },
};

beforeEach(async () => {
  await test.app.database.auditEntry.deleteMany();
  await test.app.database.shop.deleteMany();
  await test.app.database.shop.create({ data: { domain: SHOP, settings: SETTINGS } });
});

const remember = (written: string, district: string, version = 1, servedDistricts: readonly string[] | null = SERVED) =>
  rememberDistrict({ ...test.app, servedDistricts }, { shop: SHOP, written, district, version, by: '77' });
const stored = () => test.app.database.shop.findUniqueOrThrow({ where: { domain: SHOP } });

it('keeps every other setting, and replaces the alias that compares equal', async () => {
  expect(await remember('MIRAFORES', ' distrito de miraflores')).toEqual({ kind: 'saved', district: 'Miraflores' });
  expect(await stored()).toMatchObject({
    settingsVersion: 2,
    settings: { gracePeriodMinutes: 5, mapping: { onePackage: true, districtAliases: { mirafores: 'Miraflores' } } },
  });
  const { settings } = await stored();
  expect(JSON.stringify(settings)).not.toContain('San Isidro');
});

it.each([
  ['', 'Miraflores', 'missing'],
  ['x', '  ', 'missing'],
  ['x'.repeat(61), 'Miraflores', 'missing'],
  ['x', 'Atlantis', 'not-served'],
])('refuses %j for %j: %s', async (written, district, kind) => {
  expect(await remember(written, district)).toEqual({ kind });
  expect(await stored()).toMatchObject({ settingsVersion: 1, settings: SETTINGS });
});

it('saves no more names than the settings can have, and still changes one of them', async () => {
  const names = Array.from({ length: BOUNDS.settingsEntries }, (_, index) => [`town ${index}`, 'Miraflores']);
  const settings = { mapping: { districtAliases: Object.fromEntries(names) } };
  await test.app.database.shop.update({ where: { domain: SHOP }, data: { settings } });
  expect(await remember('one more', 'Miraflores')).toEqual({ kind: 'too-many' });
  expect(await remember('Town 7', 'San Isidro')).toEqual({ kind: 'saved', district: 'San Isidro' });
});

it('lists the names with who saved each and when, and forgets one', async () => {
  await remember('x', 'Miraflores');
  const at = test.app.now();
  expect(await rememberedDistricts(test.app, SHOP)).toEqual([
    { written: 'Dist. Mirafores', district: 'San Isidro', saved: null },
    { written: 'x', district: 'Miraflores', saved: { by: '77', at: expect.any(Date) } },
  ]);
  expect((await rememberedDistricts(test.app, SHOP))[1]?.saved?.at.getTime()).toBeLessThanOrEqual(at.getTime());
  expect(await forgetDistrict(test.app, { shop: SHOP, written: 'X' })).toBe(true);
  expect(await forgetDistrict(test.app, { shop: SHOP, written: 'X' })).toBe(false);
  expect((await rememberedDistricts(test.app, SHOP)).map(({ written }) => written)).toEqual(['Dist. Mirafores']);
  expect(await rememberedDistricts(test.app, 'other.myshopify.com')).toEqual([]);
});

it('accepts any name when the deployer supplies no list', async () => {
  expect(await remember('x', 'Atlantis', 1, null)).toEqual({ kind: 'saved', district: 'Atlantis' });
});

it('of two at once, one is told that the settings have changed', async () => {
  const kinds = (await Promise.all([remember('x', 'Miraflores'), remember('y', 'San Isidro')])).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['changed-meanwhile', 'saved']);
  expect((await stored()).settingsVersion).toBe(2);
});
