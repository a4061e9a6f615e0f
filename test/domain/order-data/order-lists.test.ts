import { expect, it } from 'vitest';
import { orderListQuery } from '../../../app/domain/order-data/order-lists.ts';

it.each([
  ['late', 'metafields.app--7.on_time:"false" AND NOT metafields.app--7.delivery_status:"delivered"'],
  ['needs-attention', 'metafields.app--7.needs_person:"true"'],
  [
    'failed-yesterday',
    'metafields.app--7.promised_day:"2026-11-27" AND ' +
      '(metafields.app--7.delivery_status:"attempt-failed" OR metafields.app--7.delivery_status:"not-delivered")',
  ],
] as const)('Shopify searches for %s', (list, query) => {
  expect(orderListQuery(list, { namespace: 'app--7', yesterday: '2026-11-27' })).toBe(query);
});
