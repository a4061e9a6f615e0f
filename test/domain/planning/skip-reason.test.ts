import { expect, test } from 'vitest';
import { canSendAnyway, SKIP_CODES } from '../../../app/domain/planning/skip-reason.ts';

test('what is impossible is not sent anyway; everything else may be', () => {
  expect(SKIP_CODES.filter((code) => !canSendAnyway({ code }))).toEqual([
    'fulfillment-gone',
    'fulfillment-cancelled',
    'fulfillment-not-successful',
    'order-cancelled',
    'nothing-to-ship',
  ]);
});
