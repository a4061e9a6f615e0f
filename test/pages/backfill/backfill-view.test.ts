import { expect, it } from 'vitest';
import { backfillProgress } from '../../../app/pages/backfill/backfill-view.ts';

const NOW = new Date('2026-11-21T15:00:00Z');
const reader = { locale: 'en', timeZone: 'UTC', now: NOW } as const;
const BACKFILL = {
  state: 'running',
  pausedAt: null,
  ordersRead: 0,
  opened: 0,
  known: 0,
  reachedAt: null,
  from: new Date('2026-11-01T00:00:00Z'),
  before: new Date('2026-11-21T00:00:00Z'),
};

it('shows the counts of what was found, which add up, and the reasons of what is not sent', () => {
  const outcomes = [
    { phase: 'delivered', skipReason: null, count: 4 },
    { phase: 'in-delivery', skipReason: null, count: 1 },
    { phase: 'waiting', skipReason: null, count: 2 },
    { phase: 'skipped', skipReason: { code: 'test-order' }, count: 3 },
    { phase: 'skipped', skipReason: { code: 'of-another-version' }, count: 1 },
    { phase: 'needs-attention', skipReason: null, count: 1 },
  ];
  const given = { ...BACKFILL, state: 'done', ordersRead: 11, opened: 12, known: 5 };
  const { counts, found, reasons, percent } = backfillProgress(given, outcomes, reader);
  expect(counts).toEqual({ known: 5, handedOver: 5, waiting: 2, attention: 1, skipped: 4, cancelled: 0 });
  expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(found);
  expect(reasons).toEqual([
    { sentence: 'This is a test order.', count: 3 },
    { sentence: 'This fulfillment was not sent to the operator.', count: 1 },
  ]);
  expect(percent).toBe(100);
});

it('shows a start and a pause as such', () => {
  expect(backfillProgress(BACKFILL, [], reader)).toMatchObject({ state: 'running', found: 0, percent: 0 });
  expect(backfillProgress({ ...BACKFILL, pausedAt: NOW }, [], reader).state).toBe('paused');
  expect(backfillProgress({ ...BACKFILL, state: 'done', pausedAt: NOW }, [], reader).state).toBe('done');
});

it('adds up for deliveries that do not name their backfill', () => {
  const { counts, found } = backfillProgress({ ...BACKFILL, state: 'done', opened: 3, known: 1 }, [], reader);
  expect([counts.handedOver, counts.known, found]).toEqual([3, 1, 4]);
});
