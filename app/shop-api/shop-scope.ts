import { Prisma } from '@prisma/client';
import type { Database } from '../persistence/database.ts';

/**
 * What makes a row a shop's: the table's own column, or the delivery that the row belongs to. A merchant's request
 * cannot reach a table that has neither.
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

export class OutsideShopError extends Error {
  override name = 'OutsideShopError';
}

/**
 * `any` allows raw SQL, which the queue writes. `names-the-shop` refuses raw SQL unless the shop is one of its values.
 */
type SqlReach = 'any' | 'names-the-shop';

/**
 * The database as one shop may see it. Every query finds and changes only that shop's rows, and
 * creates none for another shop. Rows that belong to a delivery are the shop's if the delivery is.
 */
export function scopeToShop(database: Database, shop: string, { sql }: { sql: SqlReach }): Database {
  const mustNameShop = sql === 'names-the-shop';
  const keepSql = ({ args, query }: { args: Prisma.Sql; query: (args: Prisma.Sql) => Promise<unknown> }) => {
    if (mustNameShop && !args.values.includes(shop)) throw new OutsideShopError('SQL that does not name the shop');
    return query(args);
  };
  const keepText = ({ args, query }: { args: unknown[]; query: (args: unknown[]) => Promise<unknown> }) => {
    if (mustNameShop) throw new OutsideShopError('a shop may not run SQL that is given as text');
    return query(args);
  };
  const scoped = database.$extends({
    query: {
      $queryRaw: keepSql,
      $executeRaw: keepSql,
      $queryRawUnsafe: keepText,
      $executeRawUnsafe: keepText,
      $allModels: {
        $allOperations({ model, operation, args, query }) {
          const owned = OWNERS.get(model)?.(shop);
          if (!owned) throw new OutsideShopError(`a shop may not use the table ${model}`);
          if (FILTERED.has(operation)) return query(withFilter(args, owned));
          if (!CREATING.has(operation)) throw new OutsideShopError(`a shop may not use the operation ${operation}`);
          for (const row of rowsOf(args)) {
            for (const [column, value] of Object.entries(owned)) {
              if (row.has(column) && row.get(column) !== value)
                throw new OutsideShopError(`a ${model} of another shop`);
            }
          }
          return query(args);
        },
      },
    },
  });
  // the types differ only in `$on`, which nobody uses
  return scoped as unknown as Database;
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
