/**
 * Checks every GraphQL document of the app, and the zod schema of its answer, against Shopify's Admin schema of the API
 * version in shopify.app.toml. Checks that the scopes in shopify.app.toml are those that the documents and the webhook
 * topics need: none is missing, and none is unused.
 */
import { readFileSync } from 'node:fs';
import {
  getNamedType,
  isEnumType,
  parse,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
} from 'graphql';
import { parse as parseToml } from 'smol-toml';
import { z } from 'zod';
import * as operations from '../../app/shopify/admin-api/operations.ts';
import { REQUIRED_SCOPES } from '../../app/shops/shop-access.ts';
import { API_VERSION } from '../../app/shopify/access/shopify.server.ts';
import { EVENTS } from '../../app/domain/tracking/fulfillment-events.ts';
import { answerProblems } from './answer-problems.ts';
import { loadAdminSchema, type AdminSchema } from '../../sandbox/shopify/graphql/admin-schema.ts';

const config = z
  .object({
    access_scopes: z.object({ scopes: z.string().transform((scopes) => scopes.split(',')) }),
    webhooks: z.object({ api_version: z.string() }),
  })
  .parse(parseToml(readFileSync('shopify.app.toml', 'utf8')));

/**
 * Scopes that Shopify requires although the schema's data does not say so. The topics fulfillments/* need
 * read_fulfillments. Mutating an order's metafield needs what mutating the order needs. A fulfillment at a location of
 * another service needs the third-party pair.
 */
const NEEDED_BESIDES = [
  'read_fulfillments',
  'write_orders',
  'read_third_party_fulfillment_orders',
  'write_third_party_fulfillment_orders',
  'read_merchant_managed_fulfillment_orders',
  'write_merchant_managed_fulfillment_orders',
];

const admin = await loadAdminSchema(API_VERSION);
const problems: string[] = [];
const apiVersion: string = API_VERSION;
if (config.webhooks.api_version !== apiVersion) {
  problems.push(
    `shopify.app.toml: webhooks.api_version is ${config.webhooks.api_version}, the program's ${apiVersion}`,
  );
}

const eventStatuses = admin.schema.getType('FulfillmentEventStatus');
const known = isEnumType(eventStatuses) ? eventStatuses.getValues().map(({ name }) => name) : [];
for (const [kind, status] of Object.entries(EVENTS)) {
  if (status !== null && !known.includes(status)) {
    problems.push(`app/domain/tracking/fulfillment-events.ts: ${API_VERSION} has no ${status}, which ${kind} names`);
  }
}

const alternatives: { place: string; scopes: readonly string[] }[] = [];
for (const [name, { document, data }] of Object.entries(operations)) {
  const parsed = parse(document);
  const errors = validate(admin.schema, parsed);
  problems.push(...errors.map(({ message }) => `${name}: ${message}`));
  if (errors.length > 0) continue;
  problems.push(...answerProblems(admin.schema, parsed, data).map((problem) => `${name}: ${problem}`));
  alternatives.push(...scopesOf(name, parsed, admin));
}
const granted = new Set(config.access_scopes.scopes);
for (const { place, scopes } of alternatives) {
  if (!scopes.some((scope) => granted.has(scope))) {
    problems.push(`shopify.app.toml: ${place} needs one of the scopes ${scopes.join(', ')}`);
  }
}
const needed = new Set([...NEEDED_BESIDES, ...alternatives.flatMap(({ scopes }) => scopes)]);
for (const scope of granted) {
  if (!needed.has(scope)) problems.push(`shopify.app.toml: nothing needs the scope ${scope}`);
}
for (const scope of NEEDED_BESIDES) {
  if (!granted.has(scope)) problems.push(`shopify.app.toml: the scope ${scope} is missing`);
}

if (REQUIRED_SCOPES.join(',') !== [...granted].sort().join(',')) {
  problems.push(
    'app/shops/shop-access.ts: REQUIRED_SCOPES are not the scopes of shopify.app.toml, in alphabetical order',
  );
}

for (const problem of problems) console.error(problem);
console.log(`${Object.keys(operations).length} GraphQL documents, ${granted.size} scopes: ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

function scopesOf(operation: string, document: DocumentNode, { schema, offlineScopes }: AdminSchema) {
  const found: { place: string; scopes: readonly string[] }[] = [];
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field() {
        const parent = types.getParentType()?.name;
        const field = types.getFieldDef()?.name;
        const type = types.getType();
        const typeName = type ? getNamedType(type).name : null;
        for (const rule of offlineScopes) {
          const isField = rule.typeName === parent && rule.fieldName === field;
          const isType = rule.typeName === typeName && rule.fieldName === null;
          if ((isField || isType) && rule.scopes.length > 0) {
            found.push({ place: `${operation}, ${parent ?? ''}.${field ?? ''}`, scopes: rule.scopes });
          }
        }
      },
    }),
  );
  return found;
}
