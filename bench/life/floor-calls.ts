/** How the floor reaches the database, Shopify and the operator, and how many calls it makes at once. */
import pg from 'pg';
import { z } from 'zod';
import { requestOutside, type OutgoingRequest } from '../../app/outgoing/outgoing.ts';
import type { Operation } from '../../app/shopify/admin-api/admin-api.ts';

export function variable(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`${name} is missing`);
  return value;
}

export const SHOP = variable('SHOP');
const SHOPIFY_URL = variable('SHOPIFY_URL');
const SHOPIFY_TOKEN = variable('SHOPIFY_TOKEN');
export const OPERATOR_URL = variable('OPERATOR_URL');
const OPERATOR_TOKEN = variable('OPERATOR_TOKEN');
export const ACCOUNT = variable('ACCOUNT');
const CALLS_AT_ONCE = 50;
const BATCH = 100;
const CALL_MS = 60_000;
const ANSWER_BYTES = 10 * 2 ** 20;

export const pool = new pg.Pool({ connectionString: variable('DATABASE_URL'), max: 10 });

/** A prepared statement. */
const names = new Map<string, string>();
export async function commit(text: string, values: readonly unknown[]): Promise<Record<string, unknown>[]> {
  const name = names.get(text) ?? `floor${names.size}`;
  names.set(text, name);
  const { rows } = await pool.query<Record<string, unknown>>({ name, text, values: [...values] });
  return rows;
}

export async function call(
  url: string,
  init: Pick<OutgoingRequest, 'headers'> & Partial<Pick<OutgoingRequest, 'method' | 'body'>>,
): Promise<unknown> {
  const given = { method: 'GET', ...init, url, timeoutMs: CALL_MS, limitBytes: ANSWER_BYTES } as const;
  const ask = () => requestOutside(given, { connectMs: CALL_MS, privateAddresses: 'allow' });
  const { status, body } = await ask().catch(ask); // a sandbox on a busy machine may have closed a kept connection
  const text = body.toString();
  if (status >= 300) throw new Error(`${url}: ${status} ${text}`);
  return JSON.parse(text);
}

export interface ShopAccess {
  readonly shop: string;
  readonly token: string;
}

export async function askShopify<Variables extends object, Data>(
  { document, data: schema }: Operation<Variables, Data>,
  variables: Variables,
  { shop, token }: ShopAccess = { shop: SHOP, token: SHOPIFY_TOKEN },
): Promise<Data> {
  const answer = await call(`${SHOPIFY_URL}/shops/${shop}/admin/api/2026-07/graphql.json`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token },
    body: JSON.stringify({ query: document, variables }),
  });
  const { data } = z.object({ data: z.looseObject({}) }).parse(answer);
  return schema.parse({ ...data, withheldFields: [] });
}

export const operatorHeaders = { 'Content-Type': 'application/json', Authorization: `Bearer ${OPERATOR_TOKEN}` };

export async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<void> {
  const queue = items.values();
  const one = async () => {
    for (const item of queue) await work(item);
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, one));
}

export const inBatches = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / BATCH) }, (_, place) =>
    items.slice(place * BATCH, (place + 1) * BATCH),
  );
