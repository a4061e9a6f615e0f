import { expect, test } from 'vitest';
import { mapNotes, mapTags } from '../../../app/domain/mapping/notes-and-tags.ts';
import { aFulfillment, aLine, aMethod } from '../planning/inputs/plan-inputs.ts';

const notesOf = (note: string | null, ...instructions: (string | null)[]) =>
  mapNotes(aFulfillment({ deliveryMethods: instructions.map((text) => aMethod({ instructions: text })) }, { note }));

test('the delivery instructions, then the note of the order', () => {
  expect(notesOf('Es un regalo', null, 'Tocar\u00A0el timbre\n2 veces')).toEqual({
    ok: true,
    value: 'Tocar el timbre 2 veces | Es un regalo',
    decisions: [{ field: 'notes', source: 'fulfillment.deliveryMethods[1].instructions + order.note' }],
  });
});

test('the same text is sent once', () => {
  expect(notesOf('Tocar', 'Tocar ')).toMatchObject({ value: 'Tocar' });
});

test.each([[null], [' \u200B']])('none (%j) are left out', (note) => {
  expect(notesOf(note, note)).toEqual({ ok: true, value: undefined, decisions: [] });
});

const SHOP = { name: ' Casa del Té ' };
const tagsOf = (tags: Record<string, string>, fulfillment = aFulfillment()) => mapTags(fulfillment, SHOP, tags);

test('the brand is the shop', () => {
  expect(tagsOf({})).toEqual({
    ok: true,
    value: { brand: 'Casa del Té' },
    decisions: [{ field: 'tags.brand', source: 'shop.name' }],
  });
});

test('the merchant’s own tags, with placeholders', () => {
  expect(tagsOf({ origen: 'Shopify {shop} {order}', centro: '42' })).toEqual({
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
  expect(tagsOf({ brand: 'Té & Cía' })).toEqual({
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
  expect(tagsOf({ proveedor: '{vendor}' }, aFulfillment({ lines }))).toMatchObject({
    value: { proveedor: 'Sur, Norte' },
  });
});

test('an empty tag is left out, and the shop is the brand', () => {
  const lines = [aLine({ vendor: null })];
  expect(tagsOf({ brand: '{vendor}', proveedor: ' {vendor} ' }, aFulfillment({ lines }))).toMatchObject({
    value: { brand: 'Casa del Té' },
    decisions: [{ field: 'tags.brand', source: 'shop.name' }],
  });
});

test('an unknown name in braces becomes empty', () => {
  expect(tagsOf({ x: 'a{other}b' })).toMatchObject({ value: { x: 'ab' } });
});
