import { expect, it } from 'vitest';
import { orderNameIn } from '../../app/deliveries/open-and-cancel.ts';

it.each([
  ['#1001.1', '#1001'],
  ['#1001-F2', '#1001'],
  ['PE-1001.12', 'PE-1001'],
  ['#10.5-F1', '#10.5'],
  ['#1001', '#1001'],
])('%s is of the order %s', (fulfillment, order) => {
  expect(orderNameIn(fulfillment)).toBe(order);
});
