import { describe, expect, it } from 'vitest';
import { PAGE_PACE } from '../../../../app/pages/page-pace.ts';
import { heldCounts, NOTHING_SCANNED, readKeptCounts } from '../../../../app/pages/warehouse/scan/kept-counts.ts';
import { expectedBoxes, progressOf, scan, type ScannedBoxes } from '../../../../app/pages/warehouse/scan/scan-state.ts';
import { boxCode } from '../../../../app/printing/format.ts';
import { fc, propertyRuns } from '../../../set-up/properties.ts';

const delivery = (id: string, packages = 1) => ({
  id,
  orderNumber: `tienda-${id}`,
  name: `#${id}`,
  isCancelled: false,
  packages,
});
const EXPECTED = [delivery('1', 2), delivery('2'), { ...delivery('3'), isCancelled: true }];

it('counts only what is expected now', () => {
  const boxes = expectedBoxes(EXPECTED, { '1': [1, 7], '3': [1], 'of-yesterday': [1, 2] });
  expect(boxes).toEqual({ '1': [1] });
  expect(progressOf(EXPECTED, boxes)).toMatchObject({ scanned: 1, total: 3 });
  const after = scan(EXPECTED, boxes, 'tienda-2');
  expect(after).toEqual({ boxes: { '1': [1], '2': [1] }, result: expect.objectContaining({ kind: 'good' }) });
});

describe('a code that names its box', () => {
  const kindsOf = (...codes: readonly string[]) => {
    let boxes: ScannedBoxes = {};
    return codes.map((code) => {
      const after = scan(EXPECTED, boxes, code);
      boxes = after.boxes;
      return after.result.kind;
    });
  };

  it('counts once', () => {
    expect(kindsOf('tienda-1/2', 'tienda-1/2', 'tienda-1/1')).toEqual(['good', 'double', 'good']);
  });

  it('of a box that bars have counted already counts no second time', () => {
    expect(kindsOf('tienda-1', 'tienda-1/1', 'tienda-1/2')).toEqual(['good', 'double', 'good']);
  });

  it('of no box, of a cancelled delivery, or of none that is expected', () => {
    expect(kindsOf('tienda-1/3', 'tienda-3/1', 'tienda-9/1', 'tienda-1/0')).toEqual([
      'double',
      'cancelled',
      'unknown',
      'unknown',
    ]);
  });

  it('is no part of a number that ends like it', () => {
    const both = [delivery('1', 2), { ...delivery('4'), orderNumber: 'tienda-1/2' }];
    expect(scan(both, {}, 'tienda-1/2').result.delivery?.id).toBe('4');
  });

  it('in any order and however often, from any number of devices: what is counted is what was seen', () => {
    const expected = [delivery('a', 1), delivery('b', 2), delivery('c', 3), { ...delivery('d', 2), isCancelled: true }];
    const anyCode = fc.tuple(fc.constantFrom(...expected), fc.integer({ min: 1, max: 3 }));
    fc.assert(
      fc.property(fc.array(anyCode, { maxLength: 40 }), (codes) => {
        const boxes = codes.reduce<ScannedBoxes>(
          (before, [{ orderNumber }, box]) => scan(expected, before, boxCode(orderNumber, box)).boxes,
          {},
        );
        const seen = new Set(
          codes.flatMap(([{ id, isCancelled, packages }, box]) =>
            isCancelled || box > packages ? [] : `${id}/${box}`,
          ),
        );
        expect(progressOf(expected, boxes).scanned).toBe(seen.size);
      }),
      propertyRuns(2_000),
    );
  });
});

describe('counts that a tab has kept', () => {
  const NOW = Date.UTC(2026, 10, 23, 12);
  const kept = { boxes: { '1': [1, 2] }, scannedAt: NOW };

  it('hold for a handover, and not for the next day', () => {
    const text = JSON.stringify(kept);
    expect(readKeptCounts(text, NOW + 60_000)).toEqual(kept);
    expect(readKeptCounts(text, NOW + 24 * 3_600_000)).toEqual(NOTHING_SCANNED);
    expect(heldCounts(kept, NOW + PAGE_PACE.scanCountsMs - 1)).toBe(kept);
    expect(heldCounts(kept, NOW + PAGE_PACE.scanCountsMs)).toEqual(NOTHING_SCANNED);
  });

  it.each([null, '', '{', '3', '{"1":2}', '{"boxes":null,"scannedAt":"x"}', '{"counts":{"1":2},"scannedAt":1}'])(
    'that cannot be read are none: %s',
    (text) => expect(readKeptCounts(text, NOW)).toEqual(NOTHING_SCANNED),
  );
});
