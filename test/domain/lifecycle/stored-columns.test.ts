import { describe, expect, it } from 'vitest';
import { readColumn, type StoredColumn } from '../../../app/domain/lifecycle/stored-columns.ts';

const read = (column: StoredColumn, value: unknown) => {
  const empty = { problems: [], flags: [], decisions: [], skipReason: null, handedOverWith: null };
  return readColumn({ id: 'd1', ...empty, [column]: value }, column);
};

describe('a JSON column', () => {
  it.each<[StoredColumn, unknown]>([
    ['problems', []],
    [
      'problems',
      [
        { code: 'phone-missing', field: null, details: {} },
        { code: 'operator-refused', field: 'packages', details: { status: 422, message: 'no', districts: ['Lima'] } },
      ],
    ],
    ['flags', [{ code: 'late', since: '2026-03-02T12:00:00.000Z' }]],
    ['decisions', [{ field: 'delivery_date', source: 'attribute', rule: 'Fecha' }]],
    ['decisions', [{ field: 'pickup', source: 'settings' }]],
    ['skipReason', null],
    ['skipReason', { code: 'country', detail: 'PE' }],
    ['skipReason', { code: 'test-order' }],
    ['handedOverWith', null],
    [
      'handedOverWith',
      { fields: { name: 'k1.abc', deliveryDate: 'k1.def' }, lines: { 'gid://shopify/LineItem/1': 2 } },
    ],
    ['handedOverWith', { fields: {}, lines: {}, dateAttributes: ['Fecha', 'Horario'] }],
    ['handedOverWith', { fields: {}, lines: {}, dateAttributes: 'recognised' }],
  ])('%s is read as it was written: %j', (column, value) => {
    expect(read(column, value)).toEqual(value);
  });

  it.each<[StoredColumn, unknown]>([
    ['problems', null],
    ['problems', [{ code: 'of-a-newer-version', field: null, details: {} }]],
    ['problems', [{ code: 'phone-missing', field: null, details: { by: { name: 'Ana' } } }]],
    ['problems', [{}]],
    ['flags', [{}]],
    ['decisions', [{}]],
    ['skipReason', {}],
    ['handedOverWith', {}],
    ['handedOverWith', { fields: {}, lines: {}, dateAttributes: 'all' }],
    ['handedOverWith', { fields: { buyer: 'k1.abc' }, lines: {} }],
  ])('%s that this version does not know is refused, with the row, the cause and what to do: %j', (column, value) => {
    expect(() => read(column, value)).toThrow(
      expect.objectContaining({
        name: 'UnreadableColumnError',
        message: `the column "${column}" of delivery d1 cannot be read: run the newest version of the program, or correct the row`,
        cause: expect.objectContaining({ issues: expect.any(Array) }),
      }),
    );
  });
});
