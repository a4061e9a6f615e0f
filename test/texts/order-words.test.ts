import { expect, test } from 'vitest';
import { fieldLabel, sourceLabel } from '../../app/texts/order-words.ts';

test.each([
  ['order_number', 'Operator no.'],
  ['pickup.location.id', 'Pickup point: branch'],
  ['dropoff.contact.fullname', 'Recipient'],
  ['packages[1].qty', 'Package 2: quantity'],
  ['files[0].url', 'File 1: link'],
  ['tags.brand', 'Tag: brand'],
  ['packages[0].weird', 'Other field'],
  ['hasOwnProperty', 'Other field'],
  ['dropoff.contact.constructor', 'Other field'],
])('the field %s is called %s', (field, label) => expect(fieldLabel(field, 'en')).toBe(label));

test('a field has a name in each language', () => {
  expect(fieldLabel('dropoff.contact.fullname', 'es')).toBe('Destinatario');
  expect(fieldLabel('packages[0].price', 'pt')).toBe('Pacote 1: preço');
});

test.each([
  ['order.shippingAddress.phone', undefined, 'Shipping address'],
  ['order.shippingAddress.address1 + address2', undefined, 'Shipping address'],
  ['order.note + fulfillment.deliveryMethods[0].instructions', undefined, 'Order note + Chosen at checkout'],
  ['order.customer.email', undefined, 'Customer'],
  ['order.email', undefined, 'Order'],
  ['order.attributes[Día de entrega]', undefined, 'Order attribute “Día de entrega”'],
  ['line-property Receta', undefined, 'Item property “Receta”'],
  ['order-metafield shop.files', undefined, 'Order metafield “shop.files”'],
  ['fulfillment.lines[0].sku', undefined, 'Order items'],
  ['settings.service.rules[0]', 'Lima', 'Settings, rule “Lima”'],
  ['settings.mapping.priceForm', 'whole-units', 'Settings'],
  ['fulfillment.name', '{prefix}-{fulfillment}', 'Fulfillment'],
  ['now', 'next-working-day', 'Working days and cutoffs'],
  ['somewhere.else', undefined, 'Handoff'],
])('the source %s with the rule %s is called %s', (source, rule, label) => {
  expect(sourceLabel({ source, ...(rule === undefined ? {} : { rule }) }, 'en')).toBe(label);
});
