import { expect, it } from 'vitest';
import { waitingPickups, type WaitingCount } from '../../../app/pages/warehouse/waiting-view.ts';

const waiting = (facts: Partial<WaitingCount>): WaitingCount => ({
  pickup: '101',
  day: '2026-11-23',
  service: 'Nextday',
  count: 1,
  cancelled: 0,
  gone: 0,
  printed: 0,
  ...facts,
});
const rowsOf = (counts: readonly WaitingCount[]) =>
  waitingPickups(counts, { Sameday: '14:00', Express: '16:00' }, 'en').map(({ pickup, rows }) => ({
    pickup,
    rows: rows.map(({ day, count, next }) => ({ day, count, next })),
  }));

it('counts what the courier takes, and has a row for cancelled deliveries too', () => {
  const counts = [
    waiting({ count: 5, cancelled: 1 }),
    waiting({ day: '2026-11-24', count: 3, cancelled: 3 }),
    waiting({ pickup: null, day: null, service: null, count: 2 }),
  ];
  expect(rowsOf(counts)).toEqual([
    {
      pickup: '101',
      rows: [
        { day: '2026-11-23', count: 4, next: 'labels' },
        { day: '2026-11-24', count: 0, next: null },
        { day: null, count: 4, next: 'labels' },
      ],
    },
    { pickup: null, rows: [{ day: null, count: 2, next: 'labels' }] },
  ]);
});

it('names one next step: labels while some are missing, then the scan, then nothing', () => {
  expect(rowsOf([waiting({ count: 3, printed: 2 })])[0]?.rows[0]?.next).toBe('labels');
  expect(rowsOf([waiting({ count: 3, printed: 2, cancelled: 1 })])[0]?.rows[0]?.next).toBe('scan');
  expect(rowsOf([waiting({ count: 3, cancelled: 1, gone: 2 })])[0]?.rows[0]?.next).toBeNull();
});

it('begins with the earliest day and cutoff', () => {
  const counts = [
    waiting({ pickup: 'a', service: 'Express', count: 2 }),
    waiting({ pickup: 'b', service: 'Sameday' }),
    waiting({ pickup: 'b', service: 'Nextday' }),
    waiting({ pickup: 'c', day: '2026-11-22' }),
  ];
  const pickups = waitingPickups(counts, { Sameday: '14:00', Express: '16:00' }, 'en');
  expect(pickups.map(({ pickup }) => pickup)).toEqual(['c', 'b', 'a']);
  expect(pickups[1]?.rows[0]?.services).toEqual([
    { name: 'Sameday', count: 1, cutoff: '14:00' },
    { name: 'Nextday', count: 1, cutoff: null },
  ]);
});
