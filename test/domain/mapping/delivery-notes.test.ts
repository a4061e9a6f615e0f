import { expect, test } from 'vitest';
import { mapNotes } from '../../../app/domain/mapping/delivery-notes.ts';
import { aFulfillment, aMethod } from '../planning/inputs/plan-inputs.ts';

const map = (note: string | null, ...instructions: (string | null)[]) =>
  mapNotes(aFulfillment({ deliveryMethods: instructions.map((text) => aMethod({ instructions: text })) }, { note }));

test('the delivery instructions, then the note of the order', () => {
  expect(map('Es un regalo', null, 'Tocar\u00A0el timbre\n2 veces')).toEqual({
    ok: true,
    value: 'Tocar el timbre 2 veces | Es un regalo',
    decisions: [{ field: 'notes', source: 'fulfillment.deliveryMethods[1].instructions + order.note' }],
  });
});

test('the same text is sent once', () => {
  expect(map('Tocar', 'Tocar ')).toMatchObject({ value: 'Tocar' });
});

test.each([[null], [' \u200B']])('none (%j) are left out', (note) => {
  expect(map(note, note)).toEqual({ ok: true, value: undefined, decisions: [] });
});
