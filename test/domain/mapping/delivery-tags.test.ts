import { expect, test } from 'vitest';
import { mapTags } from '../../../app/domain/mapping/delivery-tags.ts';
import { aFulfillment, aLine } from '../planning/inputs/plan-inputs.ts';

const SHOP = { name: ' Casa del Té ' };
const map = (tags: Record<string, string>, fulfillment = aFulfillment()) => mapTags(fulfillment, SHOP, tags);

test('the brand is the shop', () => {
  expect(map({})).toEqual({
    ok: true,
    value: { brand: 'Casa del Té' },
    decisions: [{ field: 'tags.brand', source: 'shop.name' }],
  });
});

test('the merchant’s own tags, with placeholders', () => {
  expect(map({ origen: 'Shopify {shop} {order}', centro: '42' })).toEqual({
    ok: true,
    value: { brand: 'Casa del Té', origen: 'Shopify Casa del Té #1001', centro: '42' },
    decisions: [
      { field: 'tags.brand', source: 'shop.name' },
      { field: 'tags.origen', source: 'settings.mapping.tags' },
      { field: 'tags.centro', source: 'settings.mapping.tags' },
    ],
  });
});

test('another brand', () => {
  expect(map({ brand: 'Té & Cía' })).toEqual({
    ok: true,
    value: { brand: 'Té & Cía' },
    decisions: [{ field: 'tags.brand', source: 'settings.mapping.tags' }],
  });
});

test('the vendors of what travels, each once', () => {
  const lines = [
    aLine({ vendor: 'Sur' }),
    aLine({ vendor: 'Garantías', requiresShipping: false }),
    aLine({ vendor: null }),
    aLine({ vendor: 'Norte' }),
    aLine({ vendor: 'Sur ' }),
  ];
  expect(map({ proveedor: '{vendor}' }, aFulfillment({ lines }))).toMatchObject({ value: { proveedor: 'Sur, Norte' } });
});

test('an empty tag is left out, and the shop is the brand', () => {
  const lines = [aLine({ vendor: null })];
  expect(map({ brand: '{vendor}', proveedor: ' {vendor} ' }, aFulfillment({ lines }))).toMatchObject({
    value: { brand: 'Casa del Té' },
    decisions: [{ field: 'tags.brand', source: 'shop.name' }],
  });
});

test('an unknown name in braces becomes empty', () => {
  expect(map({ x: 'a{other}b' })).toMatchObject({ value: { x: 'ab' } });
});
