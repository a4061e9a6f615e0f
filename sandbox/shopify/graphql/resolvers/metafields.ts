import { createHash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import type { MetafieldDefinition } from '../../app-config.ts';
import type { MetafieldRecord } from '../../shop/records.ts';
import type { Arguments } from '../arguments.ts';
import type { RequestContext } from '../context.ts';

/** `$app` is the reserved namespace of the app that asks. An omitted namespace means the same. */
export function metafieldNamespace(namespace: unknown, { sandbox }: Pick<RequestContext, 'sandbox'>): string {
  const own = `app--${sandbox.app.apiKey}`;
  if (typeof namespace !== 'string' || namespace === '$app') return own;
  return namespace.startsWith('$app:') ? `${own}--${namespace.slice('$app:'.length)}` : namespace;
}

/** Resolves `Order.metafield(namespace, key)` and the same field of other types. */
export function metafieldOf(ownerId: string, context: RequestContext, args: Arguments): MetafieldRecord | null {
  const namespace = metafieldNamespace(args.namespace, context);
  return readable(ownerId, context).find((each) => each.namespace === namespace && each.key === args.key) ?? null;
}

/**
 * Resolves `Order.metafields(namespace, keys)`. Keys are `namespace.key`, or the key alone when a namespace is given.
 */
export function metafieldsOf(ownerId: string, context: RequestContext, args: Arguments): MetafieldRecord[] {
  const namespace = typeof args.namespace === 'string' ? metafieldNamespace(args.namespace, context) : null;
  const keys = Array.isArray(args.keys)
    ? args.keys.map((key: unknown) => {
        const [, space, name] = /^(?:(.+)\.)?([^.]+)$/.exec(String(key)) ?? [];
        return `${space === undefined ? namespace : metafieldNamespace(space, context)}.${name}`;
      })
    : null;
  return readable(ownerId, context).filter(
    (each) =>
      (namespace === null || each.namespace === namespace) &&
      (keys === null || keys.includes(`${each.namespace}.${each.key}`)),
  );
}

/** What the app's configuration says of a metafield; null when it defines none. */
export function definitionOf(
  { owner, namespace, key }: { readonly owner: string; readonly namespace: string; readonly key: string },
  context: RequestContext,
): MetafieldDefinition | null {
  if (!owner.includes('/Order/') || namespace !== metafieldNamespace(null, context)) return null;
  return context.sandbox.app.config.orderMetafields.get(key) ?? null;
}

/**
 * The value by which a search filters: text as it is, a day or a time as such. Shopify ignores a metafield that is not
 * admin filterable. The sandbox refuses it, because nobody would notice a filter that filters nothing.
 */
export function filteredValue(
  owner: string,
  { namespace: said, key }: { readonly namespace: string; readonly key: string },
  context: RequestContext,
): Date | string | null {
  const namespace = metafieldNamespace(said, context);
  const definition = definitionOf({ owner, namespace, key }, context);
  if (!definition?.isAdminFilterable)
    throw new GraphQLError(`The sandbox cannot search by metafields.${said}.${key}: it is not admin filterable`);
  const held = readable(owner, context).find((each) => each.namespace === namespace && each.key === key);
  if (!held) return null;
  return definition.type.startsWith('date') ? new Date(held.value) : held.value;
}

/** The digest for optimistic locking: a writer sends back the digest of the value that it read. */
export function compareDigest({ value, type }: MetafieldRecord): string {
  return createHash('sha256').update(`${type}\n${value}`).digest('hex');
}

/** Whether a namespace belongs to another app. */
export function isForeign(namespace: string, { sandbox }: RequestContext): boolean {
  return /^app--/.test(namespace) && !`${namespace}--`.startsWith(`app--${sandbox.app.apiKey}--`);
}

function readable(ownerId: string, context: RequestContext): MetafieldRecord[] {
  return context.shop.metafieldsOf(ownerId).filter(({ namespace }) => !isForeign(namespace, context));
}
