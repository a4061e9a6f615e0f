import { DateTime } from 'luxon';
import { z } from 'zod';
import { timestamp } from '../../../sandbox.ts';
import type { MetafieldRecord } from '../../../shop/records.ts';
import { requireScopes } from '../../access.ts';
import type { FieldResolver, RequestContext } from '../../context.ts';
import { compareDigest, definitionOf, isForeign, metafieldNamespace } from '../metafields.ts';

const input = z.object({
  metafields: z.array(
    z.object({
      ownerId: z.string(),
      namespace: z.string().nullish(),
      key: z.string(),
      type: z.string().nullish(),
      value: z.string(),
      /** Absent: no check. Null: the metafield must not exist yet. */
      compareDigest: z.string().nullish(),
    }),
  ),
});
type MetafieldInput = z.output<typeof input>['metafields'][number];

interface Draft {
  readonly owner: string;
  readonly namespace: string;
  readonly key: string;
  readonly type: string;
  readonly value: string;
  readonly known: MetafieldRecord | null;
}

class SetRuleBroken extends Error {
  readonly code: string;
  readonly at: string | null;

  constructor(code: string, at: string | null, message: string) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

const isDate = (value: string) => /^\d{4}-\d\d-\d\d$/.test(value) && DateTime.fromISO(value).isValid;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/;
/** Shopify keeps whole seconds, in UTC; a time without a zone is in UTC. */
const utcTime = (value: string) => DateTime.fromISO(value, { zone: 'utc' }).toFormat("yyyy-MM-dd'T'HH:mm:ss'Z'");

/** Checks and normalizes the value of each type as Shopify does. Unknown types fail, as they do in Shopify. */
const valueTypes: Readonly<Record<string, (value: string) => string | null>> = {
  json: (value) => normalizedJson(value),
  single_line_text_field: (value) => (/[\r\n]/.test(value) ? null : value),
  multi_line_text_field: (value) => value,
  number_integer: (value) => (/^-?\d+$/.test(value) ? value : null),
  number_decimal: (value) => (/^-?\d+(\.\d+)?$/.test(value) ? value : null),
  boolean: (value) => (/^(true|false)$/.test(value) ? value : null),
  url: (value) => (URL.canParse(value) ? value : null),
  date: (value) => (isDate(value) ? value : null),
  date_time: (value) => (DATE_TIME.test(value) && isDate(value.slice(0, 10)) ? utcTime(value) : null),
};

const identifiers = z.object({
  metafields: z.array(z.object({ ownerId: z.string(), namespace: z.string(), key: z.string() })),
});

/** `metafieldsDelete` deletes all or none. One that is not there is answered as null, and is no error. */
export const metafieldsDelete: FieldResolver = (_source, args, context) => {
  const wanted = identifiers.parse(args).metafields.map(({ ownerId, namespace, key }) => {
    return { ownerId, namespace: metafieldNamespace(namespace, context), key };
  });
  const userErrors = wanted.flatMap(({ ownerId, namespace }, index) => {
    const message = refusalToDelete(ownerId, namespace, context);
    return message === null ? [] : [{ __typename: 'UserError', field: ['metafields', String(index)], message }];
  });
  if (userErrors.length > 0) return { deletedMetafields: null, userErrors };
  const deletedMetafields = wanted.map((each) =>
    context.shop.deleteMetafield(each) ? { __typename: 'MetafieldIdentifier', ...each } : null,
  );
  return { deletedMetafields, userErrors };
};

function refusalToDelete(owner: string, namespace: string, context: RequestContext): string | null {
  try {
    requireOwner(owner, context);
  } catch (error) {
    if (error instanceof SetRuleBroken) return error.message;
    throw error;
  }
  return isForeign(namespace, context) ? NOT_ALLOWED : null;
}

const NOT_ALLOWED = 'Access to this namespace and key on Metafields for this resource type is not allowed.';

/** `metafieldsSet` sets up to 25 at once, all or none, with optimistic locking by `compareDigest`. */
export const metafieldsSet: FieldResolver = (_source, args, context) => {
  const { metafields } = input.parse(args);
  const drafts: Draft[] = [];
  const userErrors: unknown[] = [];
  const fail = (index: number | null, error: SetRuleBroken) =>
    userErrors.push({
      __typename: 'MetafieldsSetUserError',
      field: index === null ? ['metafields'] : ['metafields', String(index), ...(error.at === null ? [] : [error.at])],
      message: error.message,
      code: error.code,
      elementIndex: index,
    });
  if (metafields.length > 25)
    fail(null, new SetRuleBroken('LESS_THAN_OR_EQUAL_TO', null, 'Exceeded the maximum metafields input limit of 25.'));
  else
    metafields.forEach((each, index) => {
      try {
        drafts.push(checked(each, context));
      } catch (error) {
        if (!(error instanceof SetRuleBroken)) throw error;
        fail(index, error);
      }
    });
  if (userErrors.length > 0) return { metafields: null, userErrors };
  return { metafields: drafts.map((draft) => write(draft, context)), userErrors };
};

function checked(each: MetafieldInput, context: RequestContext): Draft {
  const owner = each.ownerId;
  requireOwner(owner, context);
  const namespace = metafieldNamespace(each.namespace, context);
  if (isForeign(namespace, context)) throw new SetRuleBroken('APP_NOT_AUTHORIZED', null, NOT_ALLOWED);
  if (each.key.length < 2 || each.key.length > 64)
    throw new SetRuleBroken(
      each.key.length < 2 ? 'TOO_SHORT' : 'TOO_LONG',
      'key',
      'Key must be between 2 and 64 characters long',
    );
  const known =
    context.shop.metafieldsOf(owner).find((one) => one.namespace === namespace && one.key === each.key) ?? null;
  const definition = definitionOf({ owner, namespace, key: each.key }, context);
  const type = each.type ?? definition?.type ?? known?.type;
  if (type === undefined) throw new SetRuleBroken('BLANK', 'type', "Type can't be blank");
  if (definition && type !== definition.type)
    throw new SetRuleBroken(
      'INVALID_TYPE',
      'type',
      `Type '${type}' must be consistent with the definition's type: '${definition.type}'.`,
    );
  const accept = valueTypes[type];
  if (!accept) throw new SetRuleBroken('INCLUSION', 'type', `Type '${type}' is not one the sandbox knows`);
  if (each.value === '') throw new SetRuleBroken('BLANK', 'value', "Value can't be blank");
  const value = accept(each.value);
  if (value === null) throw new SetRuleBroken('INVALID_VALUE', 'value', `Value is not a valid ${type}.`);
  if (definition?.choices && !definition.choices.includes(value))
    throw new SetRuleBroken(
      'INCLUSION',
      'value',
      `Value does not exist in provided choices: ${JSON.stringify(definition.choices)}.`,
    );
  if (each.compareDigest !== undefined && each.compareDigest !== (known && compareDigest(known)))
    throw new SetRuleBroken(
      'STALE_OBJECT',
      null,
      'The resource has been updated since it was loaded. Try again with an updated `compareDigest` value.',
    );
  return { owner, namespace, key: each.key, type, value, known };
}

/** Setting a metafield needs the right to change its owner. */
function requireOwner(owner: string, { shop, installation }: RequestContext): void {
  if (owner === installation.id || owner === shop.record.id) return;
  const location = shop.locations.has(owner);
  if (!location && !shop.orders.has(owner)) throw new SetRuleBroken('INVALID', 'ownerId', 'Owner does not exist.');
  requireScopes(installation.scopes, [location ? 'write_locations' : 'write_orders'], 'metafieldsSet field');
}

function write(
  { owner, namespace, key, type, value, known }: Draft,
  { sandbox, shop }: RequestContext,
): MetafieldRecord {
  const now = timestamp(sandbox);
  if (known) {
    known.type = type;
    known.value = value;
    known.updatedAt = now;
    return known;
  }
  const metafield: MetafieldRecord = {
    __typename: 'Metafield',
    id: sandbox.gids.next('Metafield'),
    ownerId: owner,
    namespace,
    key,
    type,
    value,
    createdAt: now,
    updatedAt: now,
  };
  shop.addMetafield(metafield);
  return metafield;
}

function normalizedJson(value: string): string | null {
  try {
    return JSON.stringify(JSON.parse(value));
  } catch {
    return null;
  }
}
