import { expect, test } from 'vitest';
import { DELIVERY_SERVICES, URGENT_FIRST } from '../../../app/domain/mapping/delivery-services.ts';

test('every service has its place among the urgent ones, those of the same day first', () => {
  expect(URGENT_FIRST.toSorted()).toEqual(DELIVERY_SERVICES.toSorted());
  expect(URGENT_FIRST.findIndex((service) => service.startsWith('Nextday'))).toBe(3);
});
