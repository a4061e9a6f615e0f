import { expect, it } from 'vitest';
import { shopSettingsSchema } from '../../../app/domain/settings/shop-settings.ts';
import { textsIn } from '../../../app/texts/choose-texts.ts';
import { LOCALES } from '../../../app/texts/locale.ts';

const LINES = ['city', 'province', 'address2', 'zip', 'company'];

it('each line of the address is a place of the district', () => {
  const { mapping } = shopSettingsSchema.parse({ mapping: { districtSources: LINES } });
  expect(mapping.districtSources).toEqual(LINES);
});

it.each(LOCALES)('the help has the word for each line of the address, in %s', (locale) => {
  const words = textsIn(locale).settingsGroups.mapping.districtSourcesHelp.split(/[^a-z0-9]+/);
  expect(words).toEqual(expect.arrayContaining(LINES));
});
