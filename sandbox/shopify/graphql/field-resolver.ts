import {
  getNamedType,
  getNullableType,
  GraphQLError,
  GraphQLInputObjectType,
  isListType,
  isNonNullType,
  type GraphQLInputType,
  type GraphQLResolveInfo,
} from 'graphql';
import { isGid } from '../shop/gid.ts';
import { pageArguments, text, type Arguments } from './arguments.ts';
import { pageOf } from './connection.ts';
import type { FieldResolvers, RequestContext } from './context.ts';
import { fileResolvers } from './resolvers/file-resolvers.ts';
import { fulfillmentResolvers } from './resolvers/fulfillment-resolvers.ts';
import { mutationResolvers } from './resolvers/mutations/mutations.ts';
import { orderResolvers } from './resolvers/order-resolvers.ts';
import { queryResolvers } from './resolvers/queries.ts';
import { shopResolvers } from './resolvers/shop-resolvers.ts';

const resolvers: Readonly<Record<string, FieldResolvers>> = {
  QueryRoot: queryResolvers,
  Mutation: mutationResolvers,
  ...orderResolvers,
  ...fulfillmentResolvers,
  ...shopResolvers,
  ...fileResolvers,
};

/**
 * Resolves any field of the schema: with a resolver if the value is computed, otherwise from the record's property of
 * the same name. Lists become connections, and `first` cuts plain lists. A field with neither FAILS, because a null for
 * data that the sandbox does not have would look like an answer.
 */
export function resolveField(
  source: unknown,
  args: Arguments,
  context: RequestContext,
  info: GraphQLResolveInfo,
): unknown {
  const { fieldName, parentType, returnType } = info;
  const { rules, installation, meter } = context;
  rules.requireField(installation.scopes, parentType.name, fieldName, returnType);
  for (const argument of parentType.getFields()[fieldName]?.args ?? []) requireGids(argument.type, args[argument.name]);
  const resolver = resolvers[parentType.name]?.[fieldName];
  const held = resolver ? resolver(source, args, context) : property(source, fieldName);
  if (held === undefined)
    throw new GraphQLError(`The sandbox does not hold ${parentType.name}.${fieldName}`, {
      extensions: { code: 'SANDBOX_DOES_NOT_HOLD' },
    });
  const value = withhold(shaped(held, args, info), context, info);
  meter.count(parentType.name, returnType, value);
  return value;
}

function property(source: unknown, name: string): unknown {
  if (typeof source !== 'object' || source === null || !Object.hasOwn(source, name)) return undefined;
  return Reflect.get(source, name);
}

function shaped(value: unknown, args: Arguments, { returnType }: GraphQLResolveInfo): unknown {
  if (!Array.isArray(value)) return value;
  if (getNamedType(returnType).name.endsWith('Connection')) return pageOf(value, pageArguments(args));
  return typeof args.first === 'number' ? value.slice(0, args.first) : value;
}

/** Withholds protected customer data from an app that is not approved for it, in the way that is set for the shop. */
function withhold(value: unknown, { shop, rules }: RequestContext, info: GraphQLResolveInfo): unknown {
  const { fieldName, parentType, returnType } = info;
  if (shop.withholding === 'nothing' || value === null) return value;
  const details = 'See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.';
  const denied = (what: string) =>
    new GraphQLError(`This app is not approved to ${what}. ${details}`, { extensions: { code: 'ACCESS_DENIED' } });
  if (shop.withholding === 'objects') {
    if (rules.holdsCustomerData(returnType)) throw denied(`access the ${getNamedType(returnType).name} object`);
    return value;
  }
  const content = rules.protectedContent(parentType.name, fieldName);
  if (content === null || !shop.withheldContents.includes(content)) return value;
  if (shop.withholding === 'fields-with-errors') throw denied(`use the ${fieldName} field`);
  if (!isNonNullType(returnType)) return null;
  return isListType(getNullableType(returnType)) ? [] : '';
}

/** Checks the type and number of each gid first, as Shopify does. */
function requireGids(type: GraphQLInputType, value: unknown): void {
  if (value === null || value === undefined) return;
  if (Array.isArray(value)) {
    for (const each of value) requireGids(type, each);
    return;
  }
  const named = getNamedType(type);
  if (named.name === 'ID' && !isGid(text(value)))
    throw new GraphQLError(`Invalid global id '${text(value)}'`, {
      extensions: { code: 'argumentLiteralsIncompatible' },
    });
  if (named instanceof GraphQLInputObjectType)
    for (const field of Object.values(named.getFields())) requireGids(field.type, property(value, field.name));
}
