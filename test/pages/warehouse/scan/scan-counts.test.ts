import { describe, expect, it } from 'vitest';
import { PAGE_PACE } from '../../../../app/pages/page-pace.ts';
import { heldCounts, NOTHING_SCANNED, readKeptCounts } from '../../../../app/pages/warehouse/scan/kept-counts.ts';
import { countsOf, progressOf, scan } from '../../../../app/pages/warehouse/scan/scan-state.ts';

const delivery = (id: string, packages = 1) => ({
  id,
  orderNumber: `tienda-${id}`,
  name: `#${id}`,
  isCancelled: false,
  packages,
});
const EXPECTED = [delivery('1', 2), delivery('2'), { ...delivery('3'), isCancelled: true }];

it('counts only what is expected now', () => {
  const counts = countsOf(EXPECTED, { '1': 1, '3': 1, 'of-yesterday': 4 });
  expect(counts).toEqual({ '1': 1 });
  expect(progressOf(EXPECTED, counts)).toMatchObject({ scanned: 1, total: 3 });
  const after = scan(EXPECTED, counts, 'tienda-2');
  expect(after).toEqual({ counts: { '1': 1, '2': 1 }, result: expect.objectContaining({ kind: 'good' }) });
});

describe('counts that a tab has kept', () => {
  const NOW = Date.UTC(2026, 10, 23, 12);
  const kept = { counts: { '1': 2 }, scannedAt: NOW };

  it('hold for a handover, and not for the next day', () => {
    const text = JSON.stringify(kept);
    expect(readKeptCounts(text, NOW + 60_000)).toEqual(kept);
    expect(readKeptCounts(text, NOW + 24 * 3_600_000)).toEqual(NOTHING_SCANNED);
    expect(heldCounts(kept, NOW + PAGE_PACE.scanCountsMs - 1)).toBe(kept);
    expect(heldCounts(kept, NOW + PAGE_PACE.scanCountsMs)).toEqual(NOTHING_SCANNED);
  });

  it.each([null, '', '{', '3', '{"1":2}', '{"counts":null,"scannedAt":"x"}'])(
    'that cannot be read are none: %s',
    (text) => expect(readKeptCounts(text, NOW)).toEqual(NOTHING_SCANNED),
  );
});
