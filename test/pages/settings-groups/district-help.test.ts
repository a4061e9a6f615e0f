import { expect, it } from 'vitest';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import { textsIn } from '../../../app/texts/choose-texts.ts';
import { LOCALES } from '../../../app/texts/locale.ts';

const LINES = ['city', 'province', 'address2', 'zip', 'company'];

it('each line of the address is a place of the district', () => {
  const { mapping } = shopSettingsSchema.parse({ mapping: { districtSources: LINES } });
  expect(mapping.districtSources).toEqual(LINES);
});

it.each(LOCALES)('each line of the address has a word, in %s', (locale) => {
  expect(Object.keys(textsIn(locale).settingsGroups.mapping.districtLines)).toEqual(LINES);
});
