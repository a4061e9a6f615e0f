import { GraphQLError } from 'graphql';
import { orderFulfillmentStatus } from '../../fulfillments/fulfillment-status.ts';
import { numericId } from '../../shop/gid.ts';
import { totalPrice } from '../../orders/pricing.ts';
import type { OrderRecord } from '../../shop/order-records.ts';
import type { SandboxRecord } from '../../shop/sandbox-record.ts';
import { isGranted } from '../access.ts';
import { pageOf } from '../connection.ts';
import type { FieldResolvers, RequestContext } from '../context.ts';
import { pageArguments, text } from '../arguments.ts';
import { searchPredicate, type FieldReader } from '../search.ts';
import { filteredValue } from './metafields.ts';

export const queryResolvers: FieldResolvers = {
  shop: (_source, _args, { shop }) => shop.record,
  order: (_source, { id }, context) => readableOrder(context, text(id)),
  orders: (_source, args, context) =>
    pageOf(searchOrders(context, args.query), pageArguments(args), orderSort(args.sortKey)),
  ordersCount: (_source, args, context) => ({
    count: searchOrders(context, args.query).length,
    precision: 'EXACT',
  }),
  fulfillment: (_source, { id }, context) => ofReadableOrder(context, context.shop.fulfillments.get(text(id))),
  fulfillmentOrder: (_source, { id }, context) =>
    ofReadableOrder(context, context.shop.fulfillmentOrders.get(text(id))),
  location: (_source, { id }, { shop }) =>
    (id ? shop.locations.get(text(id)) : [...shop.locations.values()][0]) ?? null,
  locations: (_source, args, { shop }) => {
    const listed = [...shop.locations.values()]
      .filter(
        ({ isActive, isFulfillmentService }) =>
          (isActive || args.includeInactive) && (!isFulfillmentService || args.includeLegacy),
      )
      .filter(
        searchPredicate(
          text(args.query),
          { name: ({ name }) => name, id: ({ id }) => numericId(id), active: ({ isActive }) => isActive },
          ({ name }) => [name],
        ),
      );
    return pageOf(listed, pageArguments(args), args.sortKey === 'ID' ? ({ id }) => numericId(id) : ({ name }) => name);
  },
  currentAppInstallation: () => ({ __typename: 'AppInstallation' }),
  appInstallation: () => ({ __typename: 'AppInstallation' }),
  /**
   * This query does not list the subscriptions of the app's configuration file, because they belong to the app and not
   * to the shop.
   */
  webhookSubscriptions: () => [],
  webhookSubscriptionsCount: () => ({ count: 0, precision: 'EXACT' }),
  node: (_source, { id }, context) => nodeOf(context, id),
  nodes: (_source, { ids }, context) => (Array.isArray(ids) ? ids.map((id) => nodeOf(context, id)) : []),
};

/** Without `read_all_orders`, an app sees the orders of the last 60 days. */
function isReadable({ installation, sandbox }: RequestContext, { createdAt }: OrderRecord): boolean {
  const oldest = sandbox.clock.now().getTime() - 60 * 86_400_000;
  return Date.parse(createdAt) >= oldest || isGranted(installation.scopes, ['read_all_orders']);
}

function readableOrders(context: RequestContext): OrderRecord[] {
  return [...context.shop.orders.values()].filter((order) => isReadable(context, order));
}

function readableOrder(context: RequestContext, id: string): OrderRecord | null {
  const order = context.shop.orders.get(id);
  return order && isReadable(context, order) ? order : null;
}

/** A record that belongs to an order is visible only if the order is. */
function ofReadableOrder<T extends { readonly orderId: string }>(
  context: RequestContext,
  record: T | undefined,
): T | null {
  return record && readableOrder(context, record.orderId) ? record : null;
}

const orderFields: Readonly<Record<string, FieldReader<OrderRecord>>> = {
  id: ({ id }) => numericId(id),
  name: ({ name }) => name.replace(/^#/, ''),
  created_at: ({ createdAt }) => new Date(createdAt),
  updated_at: ({ updatedAt }) => new Date(updatedAt),
  processed_at: ({ processedAt }) => new Date(processedAt),
  email: ({ email }) => email,
  tag: ({ tags }) => tags,
  test: ({ test }) => test,
  status: ({ cancelledAt, closedAt }) =>
    cancelledAt ? ['cancelled', 'any'] : closedAt ? ['closed', 'any'] : ['open', 'not_closed', 'any'],
  financial_status: ({ displayFinancialStatus }) => displayFinancialStatus,
  fulfillment_status: fulfillmentStatuses,
  risk_level: ({ risk }) => risk.assessments.map(({ riskLevel }) => riskLevel),
};

/** The values of `fulfillment_status` that find an order. Several values mean the same. */
function fulfillmentStatuses(order: OrderRecord): string[] {
  switch (orderFulfillmentStatus(order)) {
    case 'FULFILLED':
      return ['fulfilled', 'shipped', 'any'];
    case 'PARTIALLY_FULFILLED':
      return ['partial', 'unfulfilled', 'any'];
    case 'ON_HOLD':
      return ['on_hold', 'unfulfilled', 'any'];
    case 'SCHEDULED':
      return ['scheduled', 'unfulfilled', 'any'];
    case 'UNFULFILLED':
      return ['unfulfilled', 'unshipped', 'any'];
  }
}

function searchOrders(context: RequestContext, query: unknown): OrderRecord[] {
  const terms = text(query).replaceAll(/(^|[\s(])name:(["']?)#/g, '$1name:$2');
  return readableOrders(context).filter(
    searchPredicate(
      terms,
      orderFields,
      ({ name, email, phone, customer, shippingAddress, tags, note }) => [
        name,
        email,
        customer && `${customer.firstName} ${customer.lastName}`,
        shippingAddress && `${shippingAddress.firstName} ${shippingAddress.lastName}`,
        ...[phone, customer?.phone ?? null, shippingAddress?.phone ?? null].flatMap((each) => [
          each,
          each && digitsOf(each),
        ]),
        ...tags,
        note,
      ],
      ({ id }, named) => filteredValue(id, named, context),
    ),
  );
}

const digitsOf = (phone: string) => phone.replaceAll(/\D/g, '');

function orderSort(sortKey: unknown): (order: OrderRecord) => number | string {
  switch (sortKey) {
    case 'UPDATED_AT':
      return ({ updatedAt }) => Date.parse(updatedAt);
    case 'CREATED_AT':
      return ({ createdAt }) => Date.parse(createdAt);
    case 'PROCESSED_AT':
      return ({ processedAt }) => Date.parse(processedAt);
    case 'ID':
    case 'RELEVANCE':
      return ({ id }) => numericId(id);
    case 'ORDER_NUMBER':
      return ({ number }) => number;
    case 'TOTAL_PRICE':
      return (order) => totalPrice(order).toNumber();
    default:
      throw new GraphQLError(`The sandbox does not sort orders by ${text(sortKey)}`);
  }
}

function nodeOf(context: RequestContext, id: unknown): SandboxRecord | { __typename: 'AppInstallation' } | null {
  const { shop, installation, rules } = context;
  const gid = text(id);
  const [, , , type = ''] = gid.split('/');
  rules.requireType(installation.scopes, type);
  const found: Readonly<Record<string, () => ReturnType<typeof nodeOf>>> = {
    Order: () => readableOrder(context, gid),
    Fulfillment: () => ofReadableOrder(context, shop.fulfillments.get(gid)),
    FulfillmentOrder: () => ofReadableOrder(context, shop.fulfillmentOrders.get(gid)),
    LineItem: () => ofReadableOrder(context, shop.lineItems.get(gid)),
    GenericFile: () => shop.files.get(gid) ?? null,
    MediaImage: () => shop.files.get(gid) ?? null,
    Location: () => shop.locations.get(gid) ?? null,
    Customer: () => shop.customer(gid),
    Shop: () => (shop.record.id === gid ? shop.record : null),
    AppInstallation: () => (installation.id === gid ? { __typename: 'AppInstallation' } : null),
    Metafield: () => shop.allMetafields().find((metafield) => metafield.id === gid) ?? null,
  };
  const find = Object.hasOwn(found, type) ? found[type] : undefined;
  if (!find) throw new GraphQLError(`The sandbox does not find a ${type} by its id`);
  return find();
}
