import { z } from 'zod';
import { retryDelivery } from '../../deliveries/merchant-actions/ask-now.ts';
import { cleanText } from '../../domain/mapping/clean-text.ts';
import { parsePhone } from '../../domain/mapping/dropoff/phone.ts';
import { seenOf } from '../../domain/exceptions/exception.ts';
import { CORRECTED_FIELDS } from '../../domain/problems/remedy.ts';
import {
  DESK_ROWS,
  deskKey,
  type Corrected,
  type DeskCustomer,
  type DeskOrders,
} from '../../pages/review/review-result.ts';
import { ordersAtTheDesk } from '../../shopify/admin-api/operations.ts';
import { correctOrderField } from '../../shopify/admin-api/correct-order.ts';
import { ShopifyError } from '../../shopify/admin-api/shopify-error.ts';
import { textsIn } from '../../texts/choose-texts.ts';
import { chooseLocale } from '../../texts/locale.ts';
import type { Texts } from '../../texts/catalogue.ts';
import { findShop, settingsOf } from '../../shops/shop-store.ts';
import { unlessUnasked, type ShopContext } from '../shop-context.ts';
import { retryOutcomes } from './retry-outcomes.ts';

const orderId = z.string().regex(/^gid:\/\/shopify\/Order\/\d{1,20}$/);
const code = z.string().max(40).nullable();
const asked = z.object({ rows: z.array(z.object({ orderId, code })).max(DESK_ROWS) });

type Answer = NonNullable<z.infer<typeof ordersAtTheDesk.data>['nodes'][number]>;

/**
 * The customers of orders at the desk, with what to ask each of them.
 *
 * @param body as it was posted, not validated yet
 * @returns no customers when Shopify did not answer, or for anything that no page of the app asks
 */
export async function deskOrders(
  { adminApi, domain }: Pick<ShopContext, 'adminApi' | 'domain'>,
  body: unknown,
): Promise<DeskOrders> {
  const { data } = asked.safeParse(body);
  if (!data || data.rows.length === 0) return { customers: null };
  const ids = [...new Set(data.rows.map((row) => row.orderId))];
  const answer = await unlessUnasked(adminApi.request(domain, ordersAtTheDesk, { ids }));
  if (!answer) return { customers: null };
  const orders = new Map(answer.nodes.flatMap((node) => (node ? [[node.id, node] as const] : [])));
  const customers = data.rows.flatMap((row) => {
    const order = orders.get(row.orderId);
    return order ? [[deskKey(row), customerOf(order, row.code)] as const] : [];
  });
  return { customers: Object.fromEntries(customers) };
}

function customerOf(order: Answer, problem: string | null): DeskCustomer {
  const { shippingAddress: address, customer, email, customerLocale } = order;
  const { firstName, lastName } = address?.firstName || address?.lastName ? address : (customer ?? address ?? NOBODY);
  const written = address?.phone || order.phone || customer?.defaultPhoneNumber?.phoneNumber || '';
  const { subject, greeting, ...questions } = textsIn(
    chooseLocale(customerLocale ?? 'es'),
    address?.countryCodeV2,
  ).messages;
  const [name = ''] = words(firstName, lastName);
  const named = { name, hasName: String(name !== ''), order: order.name };
  const message = `${greeting(named)} ${questions[questionOf(problem)]}`.trim();
  const phone = parsePhone(written, address?.countryCodeV2 ?? null);
  const text = encodeURIComponent(message);
  return {
    name: words(firstName, lastName).join(' '),
    place: words(address?.address1, address?.address2, address?.city, address?.province).join(', '),
    phone: phone ?? cleanText(written),
    message,
    whatsApp: phone && `https://wa.me/${phone.slice(1)}?text=${text}`,
    mail: email
      ? `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(subject(named))}&body=${text}`
      : null,
  };
}

const NOBODY = { firstName: null, lastName: null };
/** As a person sees them: what turns the direction of a line would hide its end. */
const words = (...parts: readonly (string | null | undefined)[]) => parts.map(cleanText).filter((part) => part !== '');

type Question = Exclude<keyof Texts['messages'], 'subject' | 'greeting'>;

/** What only the customer can say, by the code of what needs a person. */
function questionOf(problem: string | null): Question {
  if (problem?.startsWith('phone-')) return 'phone';
  if (problem === 'attempt-failed' || problem === 'stored') return 'attempt';
  return problem && /address|street|district/.test(problem) ? 'address' : 'other';
}

const correction = z.object({
  orderId,
  /** Null for an order that is not fulfilled yet. */
  deliveryId: z.uuid().nullable(),
  code,
  field: z.enum(CORRECTED_FIELDS),
  value: z.string().trim().max(255),
});

/**
 * Writes one field of an order in Shopify, by the merchant's word, and retries the delivery.
 *
 * @param body as it was posted, not validated yet. It contains the buyer's data and is neither kept nor logged
 */
export async function correctOrder(own: ShopContext, body: unknown): Promise<Corrected> {
  const { data } = correction.safeParse(body);
  if (!data) return { end: 'invalid' };
  const { deliveryId } = data;
  const unsent = deliveryId === null ? null : await stillUnsent(own, deliveryId);
  if (deliveryId !== null && !unsent) return { end: 'changed-meanwhile' };
  const shop = await findShop(own.database, own.domain);
  const { mapping } = settingsOf({ settings: shop?.settings ?? {} });
  try {
    const end = await correctOrderField(own.adminApi, own.domain, data, mapping);
    if (end !== 'written') return { end };
  } catch (error) {
    if (error instanceof ShopifyError) return { end: error.failure === 'refused' ? 'refused' : 'not-asked' };
    throw error;
  }
  if (deliveryId === null) return { end: 'saved' };
  const seen = unsent ? seenOf(unsent) : undefined;
  if (!(await retryDelivery(own.app, { shop: own.domain, deliveryId, seen }))) return { end: 'saved' };
  own.app.dueClock.wake();
  const [retried] = await retryOutcomes(own, { ids: [deliveryId], code: data.code });
  return { end: retried?.outcome ?? 'saved' };
}

/**
 * A delivery that still waits for its correction: another tab may have sent it, and then the operator would not learn of
 * the correction, or have left it unsent, and then a retry would send it.
 */
async function stillUnsent({ database, domain }: ShopContext, id: string) {
  const where = { id, shopDomain: domain, handedOverAt: null, attentionSince: { not: null } };
  return database.delivery.findFirst({ where, select: { phase: true, problems: true, flags: true } });
}
