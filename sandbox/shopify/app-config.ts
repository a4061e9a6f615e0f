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
  /** The order metafields in the app's reserved namespace, by key. */
  readonly orderMetafields: ReadonlyMap<string, MetafieldDefinition>;
}

/** What a definition demands of the values, and allows with them. */
export interface MetafieldDefinition {
  readonly type: string;
  /** The only values that it takes; null for any of its type. */
  readonly choices: readonly string[] | null;
  readonly isAdminFilterable: boolean;
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
/** The types of order metafields that Shopify can filter by. */
const FILTERABLE = ['single_line_text_field', 'boolean', 'date', 'date_time', 'number_integer', 'number_decimal'];
const definition = z
  .strictObject({
    type: z.string(),
    name: z.string().optional(),
    description: z.string().optional(),
    access: z
      .strictObject({
        admin: z.enum(['merchant_read', 'merchant_read_write']).optional(),
        storefront: z.enum(['none', 'public_read']).optional(),
        customer_account: z.enum(['none', 'read', 'read_write']).optional(),
      })
      .optional(),
    // of the others, some are for Shopify to know, and none is one that this sandbox has
    capabilities: z.strictObject({ admin_filterable: z.boolean().optional() }).optional(),
    validations: z
      .strictObject({ choices: z.array(z.string().min(1)).min(1).max(128) })
      .partial()
      .optional(),
  })
  .refine(({ type, validations }) => !validations?.choices || type === 'single_line_text_field', {
    error: 'choices are a validation of single_line_text_field',
  })
  .refine(({ type, capabilities }) => !capabilities?.admin_filterable || FILTERABLE.includes(type), {
    error: 'the capability admin_filterable is not valid for this type',
  })
  .transform(({ type, validations, capabilities }): MetafieldDefinition => {
    return { type, choices: validations?.choices ?? null, isAdminFilterable: capabilities?.admin_filterable ?? false };
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
        .looseObject({ app: z.record(z.string().regex(/^[\w-]{2,64}$/), definition).default({}) })
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
  return {
    name,
    apiVersion: webhooks.api_version,
    scopes: access_scopes.scopes,
    subscriptions,
    orderMetafields: new Map(Object.entries(order?.metafields?.app ?? {})),
  };
}
