import { expect, it } from 'vitest';
import { createQueryBudgets } from '../../app/scheduling/query-budgets.ts';

const SHOP = 'tienda-prueba.myshopify.com';
const STANDARD = { maximum: 2_000, restoreRate: 100 };
const PAGE = 252;

function budgets() {
  const clock = { ms: Date.parse('2026-11-22T12:00:00Z') };
  return { clock, ...createQueryBudgets(() => new Date(clock.ms)) };
}

it('knows nothing of a shop that Shopify has said nothing of', () => {
  expect(budgets().pauseBefore(SHOP, PAGE)).toBeNull();
});

it('lets a page go at once as long as half of a full budget is left to hand-overs', () => {
  const { note, pauseBefore } = budgets();
  note(SHOP, { ...STANDARD, available: 1_000 + PAGE });
  expect(pauseBefore(SHOP, PAGE)).toBe(0);
});

it('waits until the half is there again, and no longer', () => {
  const { clock, note, pauseBefore } = budgets();
  note(SHOP, { ...STANDARD, available: 0 });
  expect(pauseBefore(SHOP, PAGE)).toBe(12_520);
  clock.ms += 10_000;
  expect(pauseBefore(SHOP, PAGE)).toBe(2_520);
  clock.ms += 3_600_000;
  expect(pauseBefore(SHOP, PAGE)).toBe(0);
});

it('goes ten times as fast for a plan that restores ten times as much', () => {
  const { note, pauseBefore } = budgets();
  note(SHOP, { maximum: 20_000, restoreRate: 1_000, available: 10_000 });
  expect(pauseBefore(SHOP, PAGE)).toBe(PAGE);
});

it('of one shop says nothing of another', () => {
  const { note, pauseBefore } = budgets();
  note(SHOP, { ...STANDARD, available: 0 });
  expect(pauseBefore('segunda-tienda.myshopify.com', PAGE)).toBeNull();
});
