import { expect, it } from 'vitest';
import { waitingPickups } from '../../../app/pages/warehouse/waiting-view.ts';

it('counts what the courier takes, and has a row for cancelled deliveries too', () => {
  const counts = [
    { pickup: '101', day: '2026-11-23', count: 5, cancelled: 1 },
    { pickup: '101', day: '2026-11-24', count: 3, cancelled: 3 },
    { pickup: null, day: null, count: 2, cancelled: 0 },
  ];
  const rows = waitingPickups(counts, 'en').map(({ pickup, rows }) => ({
    pickup,
    rows: rows.map(({ day, count }) => ({ day, count })),
  }));
  expect(rows).toEqual([
    {
      pickup: '101',
      rows: [
        { day: null, count: 4 },
        { day: '2026-11-23', count: 4 },
        { day: '2026-11-24', count: 0 },
      ],
    },
    { pickup: null, rows: [{ day: null, count: 2 }] },
  ]);
});
