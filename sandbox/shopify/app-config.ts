import { readFile } from 'node:fs/promises';
import { parse } from 'smol-toml';
import { z } from 'zod';

/** One subscription of the app, as `shopify.app.toml` declares it. */
export interface WebhookSubscription {
  readonly topic: string;
  readonly uri: string;
  /** Null means that the whole body is sent. */
  readonly includeFields: readonly string[] | null;
  readonly name: string | null;
}

/** What Shopify reads from `shopify.app.toml` on deploy. */
export interface AppConfig {
  readonly name: string;
  readonly apiVersion: string;
  readonly scopes: readonly string[];
  readonly subscriptions: readonly WebhookSubscription[];
  /** Types of the order metafields in the app's reserved namespace, by key. */
  readonly orderMetafields: ReadonlyMap<string, string>;
}

const complianceTopics = z.enum(['customers/data_request', 'customers/redact', 'shop/redact']);
const subscription = z.strictObject({
  topics: z.array(z.string().regex(/^[a-z_]+\/[a-z_]+$/)).default([]),
  compliance_topics: z.array(complianceTopics).default([]),
  // EventBridge and Pub/Sub addresses are valid for Shopify; this sandbox delivers over HTTP alone.
  uri: z.string().regex(/^(\/|https?:\/\/)/, 'the sandbox delivers to paths and http(s) addresses only'),
  include_fields: z.array(z.string()).optional(),
  filter: z.never('the sandbox does not evaluate filters').optional(),
  name: z.string().optional(),
});
const configFile = z.looseObject({
  name: z.string(),
  access_scopes: z.looseObject({
    scopes: z.string().transform((list) =>
      list
        .split(',')
        .map((scope) => scope.trim())
        .filter(Boolean),
    ),
    use_legacy_install_flow: z
      .literal(false, 'the sandbox installs as Shopify does for managed installation')
      .optional(),
  }),
  webhooks: z.looseObject({
    api_version: z.string().regex(/^\d{4}-\d{2}$/),
    subscriptions: z.array(subscription).default([]),
  }),
  order: z
    .looseObject({
      metafields: z
        .looseObject({ app: z.record(z.string(), z.looseObject({ type: z.string() })).default({}) })
        .optional(),
    })
    .optional(),
});

/**
 * @throws when the file does not exist or is not as Shopify documents it, or when a topic has the same address twice
 */
export async function readAppConfig(path: string): Promise<AppConfig> {
  const { name, access_scopes, webhooks, order } = configFile.parse(parse(await readFile(path, 'utf8')));
  const subscriptions = webhooks.subscriptions.flatMap((each) =>
    [...each.topics, ...each.compliance_topics].map((topic) => ({
      topic,
      uri: each.uri,
      includeFields: each.include_fields ?? null,
      name: each.name ?? null,
    })),
  );
  const seen = new Set<string>();
  for (const { topic, uri } of subscriptions) {
    if (seen.has(`${topic} ${uri}`))
      throw new Error(`${path} subscribes ${uri} to ${topic} twice: Shopify refuses that`);
    seen.add(`${topic} ${uri}`);
  }
  const definitions = Object.entries(order?.metafields?.app ?? {});
  return {
    name,
    apiVersion: webhooks.api_version,
    scopes: access_scopes.scopes,
    subscriptions,
    orderMetafields: new Map(definitions.map(([key, { type }]) => [key, type])),
  };
}
