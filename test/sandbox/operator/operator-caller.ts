import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { SandboxOperator, SandboxOperatorOptions } from '../../../sandbox/operator/sandbox-operator.ts';
import { startSandboxOperator } from '../../../sandbox/operator/server.ts';

/** What the tests of the sandbox operator call it with, over a real socket. */

export const TOKEN = 'token-of-a-shop';

export type Json = null | boolean | number | string | Json[] | { [field: string]: Json | undefined };

/** An order that is right in every field, the optional ones left out. */
export const ORDER: Json = {
  order_number: 'norte #1001-F1',
  delivery_date: '2026-11-21 18:00:00',
  delivery_service: 'Nextday',
  pickup: { location: { id: 101 } },
  dropoff: {
    contact: { fullname: 'Rosa Quispe', email: 'rosa@example.pe', phone: '+51987654321' },
    location: { address: 'Av. Arequipa 1234, dpto. 5', district: 'Lince' },
  },
  packages: [
    { code: 'SKU-1', name: 'Taza', price: '2990', qty: 2 },
    { code: 'SKU-2', name: 'Plato', price: '0', qty: 1 },
  ],
  tags: { brand: 'Norte' },
};

/** The order with fields put in place, by path such as `packages.0.qty`; undefined leaves a field out. */
export function orderWith(changes: Readonly<Record<string, Json | undefined>>): Json {
  let order: Json | undefined = ORDER;
  for (const [path, value] of Object.entries(changes)) order = put(order, path.split('.'), value);
  return order ?? null;
}

function put(node: Json | undefined, path: readonly string[], value: Json | undefined): Json | undefined {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(node)) return node.with(Number(step), put(node[Number(step)], rest, value) ?? null);
  const fields = typeof node === 'object' && node !== null ? node : {};
  return { ...fields, [step]: put(fields[step], rest, value) };
}

/** An operator that ends with the test. */
export async function operatorFor(options: SandboxOperatorOptions = {}): Promise<SandboxOperator> {
  const operator = await startSandboxOperator({ tokens: [TOKEN], ...options });
  onTestFinished(() => operator.close());
  return operator;
}

export interface Call {
  readonly token?: string;
  readonly signal?: AbortSignal;
}

export function create({ url }: { url: string }, order: Json, { token = TOKEN, signal }: Call = {}): Promise<Response> {
  return fetch(`${url}/order`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify(order),
    redirect: 'manual',
    ...(signal && { signal }),
  });
}

export function read({ url }: { url: string }, orderNumber: string, { token = TOKEN }: Call = {}): Promise<Response> {
  return fetch(`${url}/order/${encodeURIComponent(orderNumber)}`, {
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    redirect: 'manual',
  });
}

const refusalSchema = z.strictObject({
  errors: z.array(z.strictObject({ field: z.string().optional(), message: z.string() })).min(1),
  success: z.literal(false),
  data: z.null(),
});

/** The errors of an answer that must be a refusal. */
export async function errorsOf(response: Response) {
  return refusalSchema.parse(await response.json()).errors;
}

/** The read envelope of §4.2 with records of §2.6, and not a field more. */
const envelopeSchema = z.strictObject({
  errors: z.null(),
  success: z.literal(true),
  data: z.strictObject({
    deliveries: z.array(
      z.strictObject({
        notes: z.string(),
        created: z.iso.datetime(),
        updated: z.iso.datetime(),
        contactName: z.string(),
        contactPhone: z.string(),
        contactEmail: z.string(),
        orderNumber: z.string(),
        deliveryDate: z.iso.datetime(),
        last_state: z.string(),
        state: z.array(
          z.strictObject({ date: z.string().regex(/^\d{2}-\d{2}-\d{4} \d{2}:\d{2}:\d{2}$/), status: z.string() }),
        ),
        packages: z.array(z.strictObject({ name: z.string(), price: z.number(), qty: z.string().regex(/^\d+$/) })),
        trackingURL: z.url().optional(),
      }),
    ),
  }),
});

/** The records of an answer that must be a success. */
export async function deliveriesOf(response: Response) {
  return envelopeSchema.parse(await response.json()).data.deliveries;
}

/** The only record of an answer that must be a success. */
export async function deliveryOf(response: Response) {
  const [delivery, ...others] = await deliveriesOf(response);
  if (!delivery || others.length > 0) throw new Error('the answer does not hold one delivery');
  return delivery;
}
