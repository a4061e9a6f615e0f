import { expect, it } from 'vitest';
import { recordsIn } from '../../app/operator/order-record.ts';

const at = (second: number) => {
  const time = new Date(Date.UTC(2026, 0, 1) + second * 1_000).toISOString();
  return `${time.slice(8, 10)}-${time.slice(5, 7)}-${time.slice(0, 4)} ${time.slice(11, 19)}`;
};
const entries = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ status: `e${index}`, date: at(index) }));
const historyOf = (state: readonly object[]) => recordsIn({ orderNumber: 'a', state })[0]?.history ?? [];

it('of a history of 22,000 entries the newest 200 are read, in whatever order they are listed', () => {
  const newest = entries(22_000).slice(-200);
  expect(historyOf(entries(22_000))).toEqual(newest);
  expect(historyOf(entries(22_000).reverse())).toEqual([...newest].reverse());
  const odd = entries(22_000).filter((_, index) => index % 2 === 1);
  const even = entries(22_000).filter((_, index) => index % 2 === 0);
  expect(new Set(historyOf([...odd, ...even]))).toEqual(new Set(newest));
});

it('a date of ISO 8601 counts, and one that cannot be read counts as old', () => {
  const old = Array.from({ length: 300 }, (_, index) => ({ status: `old ${index}`, date: 'yesterday' }));
  const iso = { status: 'entregado', date: '2026-11-21T08:00:00Z' };
  expect(historyOf([...old, iso])).toHaveLength(200);
  expect(historyOf([...old, iso])).toContainEqual(iso);
});

it.each([
  ['YYYY/MM/DD', (day: string, time: string) => `${day.replaceAll('-', '/')} ${time}`],
  ['DD.MM.YYYY', (day: string, time: string) => `${day.split('-').reverse().join('.')} ${time}`],
  ['DD/MM/YYYY', (day: string, time: string) => `${day.split('-').reverse().join('/')} ${time}`],
  ['seconds since 1970', (day: string, time: string) => String(Date.parse(`${day}T${time}Z`) / 1_000)],
  ['another zone', (day: string, time: string) => `${day} ${time} -03:00`],
])('the newest 200 are read, oldest first, with dates as %s', (_form, write) => {
  const listed = Array.from({ length: 300 }, (_, index) => {
    const [day = '', time = ''] = new Date(Date.UTC(2026, 0, 1) + index * 5 * 3_600_000).toISOString().split(/[T.]/);
    return { status: `e${index}`, date: write(day, time) };
  });
  expect(historyOf(listed)).toEqual(listed.slice(-200));
});

it('of 1,000 records the first 100 are read, of a record 1,000 packages, and no text beyond its bound', () => {
  const record = {
    orderNumber: 'a',
    last_state: 'x'.repeat(201),
    notes: 'n'.repeat(5_000),
    trackingURL: `https://a.example/${'x'.repeat(2_048)}`,
  };
  const [first, ...others] = recordsIn(Array(1_000).fill({ ...record, packages: Array(2_000).fill({ name: 'a' }) }));
  expect(others).toHaveLength(99);
  expect(first).toMatchObject({ lastState: null, trackingUrl: null });
  expect([first?.packages?.length, first?.notes?.length]).toEqual([1_000, 1_000]);
});
