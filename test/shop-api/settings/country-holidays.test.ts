import { expect, it } from 'vitest';
import { countryHolidays } from '../../../app/shop-api/settings/settings-group-page.ts';

const NOW = new Date('2026-11-28T15:00:00Z');

it('the public holidays of the next 12 months are offered, each once and soonest first', async () => {
  const days = await countryHolidays('PE', NOW);
  expect(days).toEqual([...new Set(days)].sort());
  expect(days).toEqual(expect.arrayContaining(['2026-12-08', '2026-12-25', '2027-01-01', '2027-07-28']));
  expect(days.every((day) => day >= '2026-11-28' && day < '2027-11-28')).toBe(true);
});

it.each(['AR', 'BR', 'CL', 'CO', 'MX'] as const)('%s has a new year', async (country) => {
  expect(await countryHolidays(country, NOW)).toContain('2027-01-01');
});

it('a shop whose country is not known is offered none', async () => {
  expect(await countryHolidays(null, NOW)).toEqual([]);
});
