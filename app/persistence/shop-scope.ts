import { Prisma } from '@prisma/client';
import type { Database } from './database.ts';

/**
 * What makes a row a shop's: the table's own column, or the delivery it hangs on. A table that has neither cannot be
 * reached by a merchant's request.
 */
const OWNERS: ReadonlyMap<string, (shop: string) => object> = new Map(
  Prisma.dmmf.datamodel.models.flatMap(({ name, fields }) => {
    const columns = new Set(fields.filter(({ kind }) => kind === 'scalar').map((field) => field.name));
    const owner = ownerOf(name, columns);
    return owner ? [[name, owner] as const] : [];
  }),
);

function ownerOf(model: string, columns: ReadonlySet<string>): ((shop: string) => object) | null {
  if (model === 'Shop') return (domain) => ({ domain });
  if (model === 'OperatorAccount') return (domain) => ({ shops: { some: { domain } } });
  if (columns.has('shopDomain')) return (shopDomain) => ({ shopDomain });
  if (columns.has('shop')) return (shop) => ({ shop });
  return columns.has('deliveryId') ? (shopDomain) => ({ delivery: { shopDomain } }) : null;
}

const FILTERED: ReadonlySet<string> = new Set([
  ...['findUnique', 'findUniqueOrThrow', 'findFirst', 'findFirstOrThrow', 'findMany', 'count', 'aggregate', 'groupBy'],
  ...['update', 'updateMany', 'updateManyAndReturn', 'delete', 'deleteMany'],
]);
const CREATING: ReadonlySet<string> = new Set(['create', 'createMany', 'createManyAndReturn']);

export class OutsideShop extends Error {
  override name = 'OutsideShop';
}

const unscoped = new WeakMap<Database, Database>();

/**
 * The database as one shop may see it: whatever a query asks for, it finds and changes that shop's rows alone, and
 * creates none for another. Rows that hang on a delivery are the shop's by their delivery. SQL that is written out is
 * not filtered.
 */
export function scopeToShop(database: Database, shop: string): Database {
  const scoped = database.$extends({
    query: {
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          const owned = OWNERS.get(model)?.(shop);
          if (!owned) throw new OutsideShop(`${model} is not within a shop's reach`);
          if (FILTERED.has(operation)) return query(withFilter(args, owned));
          if (!CREATING.has(operation)) throw new OutsideShop(`${operation} is not within a shop's reach`);
          for (const row of rowsOf(args)) {
            for (const [column, value] of Object.entries(owned)) {
              if (row.has(column) && row.get(column) !== value) throw new OutsideShop(`a ${model} of another shop`);
            }
          }
          return query(args);
        },
      },
    },
  });
  // the two differ in `$on`, which nobody uses
  const asDatabase = scoped as unknown as Database;
  unscoped.set(asDatabase, database);
  return asDatabase;
}

/** The whole database, for the few verbs that concern several shops, such as those that share an operator account. */
export function acrossShops(database: Database): Database {
  return unscoped.get(database) ?? database;
}

function withFilter<Args extends object>(args: Args, owned: object): Args {
  const where: object = 'where' in args && typeof args.where === 'object' && args.where ? args.where : {};
  const and = 'AND' in where ? [where.AND].flat() : [];
  return { ...args, where: { ...where, AND: [...and, owned] } };
}

function rowsOf(args: object): ReadonlyMap<string, unknown>[] {
  const data: unknown = 'data' in args ? args.data : [];
  return [data].flat().map((row) => new Map(Object.entries(row ?? {})));
}
