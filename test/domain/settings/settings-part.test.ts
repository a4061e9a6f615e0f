import { describe, expect, test } from 'vitest';
import { ZodError } from 'zod';
import { SETTING_NAMES } from '../../../app/domain/settings/settings-groups.ts';
import { mergeSettings, settingsByName, withPart } from '../../../app/domain/settings/settings-part.ts';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';

describe('a part of the settings', () => {
  test('is replaced, and the other stored settings stay unchanged', () => {
    const stored = { gracePeriodMinutes: 5, mapping: { priceForm: 'minor-units' }, service: { default: 'Sameday' } };
    expect(withPart(stored, { 'mapping.onePackage': true, gracePeriodMinutes: 10 })).toEqual({
      gracePeriodMinutes: 10,
      mapping: { priceForm: 'minor-units', onePackage: true },
      service: { default: 'Sameday' },
    });
    expect(stored.mapping).toEqual({ priceForm: 'minor-units' });
  });

  test.each([null, undefined, {}, { mapping: 'nonsense' }])('starts empty with %j', (stored) => {
    expect(withPart(stored, { 'mapping.onePackage': true })).toEqual({ mapping: { onePackage: true } });
  });

  test('is stored as long as it is fit, without the defaults of others', () => {
    expect(mergeSettings({}, { 'service.cutoffs': { Sameday: '13:00' } })).toEqual({
      service: { cutoffs: { Sameday: '13:00' } },
    });
    expect(() => mergeSettings({}, { 'service.cutoffs': { Sameday: '25:00' } })).toThrow(ZodError);
  });
});

test('every setting of a page is read by its name, where it stands', () => {
  const settings = shopSettingsSchema.parse({});
  const byName: Readonly<Record<string, unknown>> = settingsByName(settings);
  expect(Object.keys(byName).sort()).toEqual([...SETTING_NAMES].sort());
  const part = Object.fromEntries(SETTING_NAMES.map((name) => [name, JSON.parse(JSON.stringify(byName[name]))]));
  expect(shopSettingsSchema.parse(withPart({}, part))).toMatchObject(
    JSON.parse(JSON.stringify({ ...settings, pickup: {}, service: {} })),
  );
});
