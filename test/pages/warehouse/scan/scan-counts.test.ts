import { describe, expect, it } from 'vitest';
import {
  missingBoxes,
  progressOf,
  scan,
  scanBox,
  withSeen,
  type ExpectedDelivery,
  type SeenBox,
} from '../../../../app/pages/warehouse/scan/scan-state.ts';
import { boxCode } from '../../../../app/printing/format.ts';
import { fc, propertyRuns } from '../../../set-up/properties.ts';

const delivery = (id: string, facts: Partial<ExpectedDelivery> = {}): ExpectedDelivery => ({
  id,
  orderNumber: `tienda-${id}`,
  name: `#${id}`,
  stop: null,
  boxes: 1,
  scanned: [],
  gone: [],
  ...facts,
});
const EXPECTED = [
  delivery('1', { boxes: 2 }),
  delivery('2'),
  delivery('3', { stop: 'cancelled' }),
  delivery('5', { stop: 'held' }),
  delivery('6', { stop: 'edited' }),
  delivery('7', { boxes: 2, gone: [1] }),
];

/** What one device says of codes, one after the other, without any answer of the server. */
const kindsOf = (...codes: readonly string[]) => {
  const seen: SeenBox[] = [];
  return codes.map((code) => {
    const read = scan(withSeen(EXPECTED, seen), code);
    if (read.seen) seen.push(read.seen);
    return read.result.kind;
  });
};

it('counts what is expected now, with what this device has not sent yet', () => {
  const seen = [
    { deliveryId: '1', box: 1 },
    { deliveryId: '1', box: 9 },
    { deliveryId: '3', box: 1 },
    { deliveryId: 'of-yesterday', box: 1 },
  ];
  expect(progressOf(withSeen(EXPECTED, seen))).toMatchObject({ scanned: 1, total: 4 });
});

describe('a code that names no box', () => {
  it('counts nothing of several boxes, and says what is missing', () => {
    expect(kindsOf('tienda-1', 'tienda-1', 'tienda-1/1', 'tienda-1', 'tienda-1/2', 'tienda-1')).toEqual([
      'which',
      'which',
      'good',
      'which',
      'good',
      'double',
    ]);
    const { result, seen } = scan(EXPECTED, '#7');
    expect([result.kind, result.delivery?.gone, seen]).toEqual(['which', [1], null]);
    expect(EXPECTED.filter(({ id }) => ['1', '7'].includes(id)).map(missingBoxes)).toEqual([[1, 2], [2]]);
  });

  it('counts a box that a person has chosen once', () => {
    const [two] = EXPECTED;
    if (!two) throw new Error('no delivery');
    const chosen = scanBox(two, 2, two.orderNumber);
    expect(chosen.seen).toEqual({ deliveryId: '1', box: 2 });
    const [after] = withSeen([two], chosen.seen ? [chosen.seen] : []);
    expect(scanBox(after ?? two, 2, two.orderNumber)).toMatchObject({ result: { kind: 'double' }, seen: null });
  });

  it('counts no longer once the delivery is known to have more boxes', () => {
    const seen = scan([delivery('2')], 'tienda-2').seen;
    expect(seen).toEqual({ deliveryId: '2', box: null });
    const more = withSeen([delivery('2', { boxes: 2 })], seen ? [seen] : []);
    expect(more[0]?.scanned).toEqual([]);
  });
});

describe('a code that names its box', () => {
  it('counts once', () => {
    expect(kindsOf('tienda-1/2', 'tienda-1/2', 'tienda-1/1')).toEqual(['good', 'double', 'good']);
  });

  it('of a box that bars have counted already counts no second time', () => {
    expect(kindsOf('tienda-2', 'tienda-2/1', '#2')).toEqual(['good', 'double', 'double']);
  });

  it('of no box, of what must not leave, of what is gone, or of nothing that is expected', () => {
    expect(kindsOf('tienda-1/3', 'tienda-3/1', 'tienda-5', 'tienda-6/1', 'tienda-7/1', 'tienda-7/2')).toEqual([
      'double',
      'cancelled',
      'held',
      'edited',
      'collected',
      'good',
    ]);
    expect(kindsOf('tienda-9/1', 'tienda-1/0')).toEqual(['unknown', 'unknown']);
  });

  it('is no part of a number that ends like it', () => {
    const both = [delivery('1', { boxes: 2 }), delivery('4', { orderNumber: 'tienda-1/2' })];
    expect(scan(both, 'tienda-1/2').result.delivery?.name).toBe('#4');
  });

  it('in any order and however often: what is counted is what was seen', () => {
    const expected = [
      delivery('a'),
      delivery('b', { boxes: 2 }),
      delivery('c', { boxes: 3 }),
      delivery('d', { boxes: 2, stop: 'cancelled' }),
    ];
    const anyCode = fc.tuple(fc.constantFrom(...expected), fc.option(fc.integer({ min: 1, max: 3 })));
    fc.assert(
      fc.property(fc.array(anyCode, { maxLength: 40 }), (codes) => {
        const seen: SeenBox[] = [];
        for (const [{ orderNumber }, box] of codes) {
          const read = scan(withSeen(expected, seen), box === null ? orderNumber : boxCode(orderNumber, box));
          if (read.seen) seen.push(read.seen);
        }
        const boxes = codes.filter(([{ stop, boxes: of }, box]) => stop === null && (box ?? of) <= (box ? of : 1));
        expect(progressOf(withSeen(expected, seen)).scanned).toBe(
          new Set(boxes.map(([{ id }, box]) => `${id}/${box ?? 1}`)).size,
        );
      }),
      propertyRuns(2_000),
    );
  });
});
