import { expect, test } from 'vitest';
import { canSendAnyway, SKIP_CODES } from '../../../app/domain/planning/skip-reason.ts';

test('only a skip that can be overruled can be sent anyway', () => {
  expect(SKIP_CODES.filter((code) => !canSendAnyway({ code }))).toEqual([
    'fulfillment-gone',
    'fulfillment-cancelled',
    'fulfillment-not-successful',
    'order-cancelled',
    'nothing-to-ship',
  ]);
});
