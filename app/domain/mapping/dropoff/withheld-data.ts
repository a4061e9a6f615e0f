import { cleanTexts } from '../clean-text.ts';
import type { Problem, ProblemCode } from '../../problems/problem.ts';
import { CUSTOMER_DATA, type CustomerData, type Fulfillment } from '../../fulfillment/fulfillment.ts';

type Shown = Pick<Fulfillment, 'deliveryMethods'> & {
  readonly order: Pick<Fulfillment['order'], 'shippingAddress' | 'billingAddress' | 'customer' | 'email' | 'phone'>;
};

/** The kinds of customer data that are blank in every place of an order. */
export function blankData({ order, deliveryMethods }: Shown): CustomerData[] {
  const { shippingAddress, billingAddress, customer } = order;
  const places = [shippingAddress, billingAddress];
  const shown: Readonly<Record<CustomerData, readonly (string | null | undefined)[]>> = {
    name: [...places, customer].flatMap((person) => [person?.firstName, person?.lastName]),
    address: [shippingAddress?.address1, shippingAddress?.address2],
    phone: [...places, customer, order, ...deliveryMethods].map((place) => place?.phone),
    email: [order.email, customer?.email],
  };
  return CUSTOMER_DATA.filter((kind) => cleanTexts(shown[kind]).length === 0);
}

/** The problem that each kind of customer data causes when it is blank. */
const MISSING: Readonly<Partial<Record<ProblemCode, CustomerData>>> = {
  'name-missing': 'name',
  'address-missing': 'address',
  'street-missing': 'address',
  'phone-missing': 'phone',
  'email-missing': 'email',
};

/**
 * The problems of an order, with one problem for everything that Shopify withholds from the app, because the order is
 * not at fault for that.
 */
export function blameWithholding(problems: readonly Problem[], withheld: readonly CustomerData[]): readonly Problem[] {
  const isWithheld = ({ code }: Problem) => {
    const kind = MISSING[code];
    return kind !== undefined && withheld.includes(kind);
  };
  if (!problems.some(isWithheld)) return problems;
  return [withheldProblem(withheld), ...problems.filter((problem) => !isWithheld(problem))];
}

export function withheldProblem(withheld: readonly CustomerData[]): Problem {
  const fields = CUSTOMER_DATA.filter((kind) => withheld.includes(kind));
  return { code: 'customer-data-withheld', field: 'dropoff', details: { fields } };
}
