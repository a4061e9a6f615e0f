import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-entry.ts';
import type { SeedShop } from '../../../sandbox/shopify/seed/plant-seed.ts';
import {
  startSandboxShopify,
  type SandboxShopify,
  type SandboxShopifyOptions,
} from '../../../sandbox/shopify/server.ts';

export const API_KEY = 'key-under-test';
export const API_SECRET = 'secret-under-test';
export const SHOP = 'zapateria.myshopify.com';

export const SCOPES = [
  'read_customers',
  'read_fulfillments',
  'read_locations',
  'read_merchant_managed_fulfillment_orders',
  'read_orders',
  'write_fulfillments',
  'write_merchant_managed_fulfillment_orders',
  'write_orders',
];

const APP_CONFIG = `
name = "Courier"
[access_scopes]
scopes = "${SCOPES.join(',')}"
[webhooks]
api_version = "2026-07"
[[webhooks.subscriptions]]
topics = ["fulfillments/create", "fulfillments/update"]
uri = "/hooks/fulfillments"
include_fields = ["id", "order_id", "status", "line_items.quantity"]
name = "fulfillments"
[[webhooks.subscriptions]]
topics = ["fulfillment_events/create", "orders/edited", "orders/updated", "app/uninstalled", "app/scopes_update"]
uri = "/hooks"
[[webhooks.subscriptions]]
compliance_topics = ["customers/redact"]
uri = "/hooks/compliance"
[order.metafields.app.deliveries]
type = "json"
[order.metafields.app.size]
type = "single_line_text_field"
capabilities.admin_filterable = true
validations.choices = ["small", "large"]
`;

export const shop: SeedShop = {
  domain: SHOP,
  name: 'Zapatería',
  owner: 'Inés Roca',
  email: 'ines@example.com',
  ianaTimezone: 'America/Bogota',
  currencyCode: 'COP',
  country: { code: 'CO', name: 'Colombia' },
  locations: [
    { name: 'Bodega', address: { address1: 'Calle 80 # 10-20', city: 'Bogotá', zip: '110111' } },
    { name: 'Local', address: { address1: 'Carrera 7 # 45-10', city: 'Bogotá' } },
    { name: 'Operador externo', address: { address1: 'Km 3', city: 'Funza' }, isFulfillmentService: true },
  ],
  installed: true,
};

export const orderDraft: OrderDraft = {
  email: 'nora@example.com',
  phone: '+573001112233',
  customer: { firstName: 'Nora', lastName: 'Peña', email: 'nora@example.com', phone: '+573001112233' },
  shippingAddress: {
    firstName: 'Nora',
    lastName: 'Peña',
    address1: 'Cra 15 # 93-60',
    city: 'Bogotá',
    phone: '300 111 2233',
  },
  lineItems: [
    { title: 'Botas', sku: 'BOT-1', price: '189900', quantity: 3, discount: '18990', grams: 1200 },
    { title: 'Cordones', price: '9900' },
  ],
  shippingLine: { title: 'Envío nacional', price: '12000' },
};

/** Starts a sandbox with its own app configuration and one shop; both are gone when the test is over. */
export async function startSandbox(options: Partial<SandboxShopifyOptions> = {}): Promise<SandboxShopify> {
  const directory = await mkdtemp(path.join(tmpdir(), 'sandbox-shopify-'));
  const appConfigPath = path.join(directory, 'shopify.app.toml');
  await writeFile(appConfigPath, APP_CONFIG);
  const sandbox = await startSandboxShopify({
    apiKey: API_KEY,
    apiSecret: API_SECRET,
    appUrl: 'http://127.0.0.1:9',
    appConfigPath,
    shops: [shop],
    webhookLimits: { connectMs: 30_000, answerMs: 30_000 }, // a busy machine is not an app that hangs
    ...options,
  });
  onTestFinished(async () => {
    await sandbox.close();
    await rm(directory, { recursive: true });
  });
  return sandbox;
}

export function postJson(
  url: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

const graphqlAnswer = z.object({
  data: z.unknown().optional(),
  errors: z
    .array(z.looseObject({ message: z.string(), extensions: z.looseObject({ code: z.string() }).optional() }))
    .optional(),
  extensions: z
    .object({
      cost: z.object({
        requestedQueryCost: z.number(),
        actualQueryCost: z.number().nullable(),
        throttleStatus: z.object({
          maximumAvailable: z.number(),
          currentlyAvailable: z.number(),
          restoreRate: z.number(),
        }),
      }),
    })
    .optional(),
});
export type GraphqlAnswer = z.output<typeof graphqlAnswer>;

/** Asks the Admin API with a fresh offline token. */
export async function ask(
  sandbox: SandboxShopify,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<GraphqlAnswer> {
  const answer = await askRaw(sandbox, { query, variables }, sandbox.accessToken(SHOP));
  if (answer.status !== 200) throw new Error(`the Admin API answered ${answer.status}`);
  return graphqlAnswer.parse(await answer.json());
}

export function askRaw(
  sandbox: SandboxShopify,
  body: unknown,
  token: string,
  { domain = SHOP, version = '2026-07' } = {},
): Promise<Response> {
  return postJson(`${sandbox.url}/shops/${domain}/admin/api/${version}/graphql.json`, body, {
    'X-Shopify-Access-Token': token,
  });
}

/** The data of an answer that must not have errors. */
export async function askData(
  sandbox: SandboxShopify,
  query: string,
  variables: Readonly<Record<string, unknown>> = {},
): Promise<unknown> {
  const { data, errors } = await ask(sandbox, query, variables);
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));
  return data;
}
