import { expect, it } from 'vitest';
import { COLUMNS, deliveriesPath, orderingBy, sortingOf } from '../../../app/pages/deliveries/delivery-query.ts';
import { readDeliveryQuery } from '../../../app/pages/deliveries/read-delivery-query.ts';

it.each(COLUMNS)('the address says that the list is sorted by the column %s, and which way', (column) => {
  for (const direction of ['ascending', 'descending'] as const) {
    const asked = readDeliveryQuery(new URLSearchParams());
    const path = deliveriesPath({ ...asked, ordering: orderingBy({ column, direction }) });
    const { ordering } = readDeliveryQuery(new URLSearchParams(path.split('?')[1]));
    expect(sortingOf(ordering)).toEqual({ column, direction });
  }
});
