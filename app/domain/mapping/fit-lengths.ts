import type { Problem } from '../problems/problem.ts';
import type { DeliveryOrder } from './delivery-order.ts';

/** The largest length or number that an operator takes, and what happens to more. */
export interface Limit {
  readonly limit: number;
  readonly beyond: 'problem' | 'cut';
}

/** The longest texts that an operator takes, in characters. */
export interface Lengths {
  readonly orderNumber?: Limit | undefined;
  readonly notes?: Limit | undefined;
  readonly fullname?: Limit | undefined;
  readonly email?: Limit | undefined;
  readonly address?: Limit | undefined;
  readonly packageCode?: Limit | undefined;
  readonly packageName?: Limit | undefined;
}

/** Stands for what was cut off. */
const MARK = '…';

/** Cuts texts that are too long for the operator where its profile says so, and reports the others. */
export function fitLengths(
  order: DeliveryOrder,
  lengths: Lengths,
): { readonly order: DeliveryOrder; readonly problems: readonly Problem[] } {
  const problems: Problem[] = [];
  const fit = (text: string, limit: Limit | undefined, field: string): string => {
    const characters = Array.from(text);
    if (!limit || characters.length <= limit.limit) return text;
    if (limit.beyond === 'cut') {
      return characters
        .slice(0, limit.limit - 1)
        .join('')
        .trimEnd()
        .concat(MARK);
    }
    const details = { length: characters.length, limit: limit.limit };
    const code = field === 'order_number' ? 'order-number-too-long' : 'text-too-long';
    problems.push({ code, field, details });
    return text;
  };
  const { contact, location } = order.dropoff;
  const fitted: DeliveryOrder = {
    ...order,
    order_number: fit(order.order_number, lengths.orderNumber, 'order_number'),
    ...(order.notes !== undefined && { notes: fit(order.notes, lengths.notes, 'notes') }),
    dropoff: {
      contact: {
        ...contact,
        fullname: fit(contact.fullname, lengths.fullname, 'dropoff.contact.fullname'),
        email: fit(contact.email, lengths.email, 'dropoff.contact.email'),
      },
      location: { ...location, address: fit(location.address, lengths.address, 'dropoff.location.address') },
    },
    packages: order.packages.map((each, index) => ({
      ...each,
      code: fit(each.code, lengths.packageCode, `packages[${index}].code`),
      name: fit(each.name, lengths.packageName, `packages[${index}].name`),
    })),
  };
  return { order: fitted, problems };
}
