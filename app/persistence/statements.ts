import { Prisma, type PrismaClient } from '@prisma/client';
import pg from 'pg';

/**
 * Statements that the program has written itself. They go straight to the driver, prepared once for each connection:
 * Prisma's engine takes several times as long as the statement. Values and rows have the same types as in Prisma's own
 * raw statements.
 */
export type Statements = Pick<Prisma.TransactionClient, '$queryRaw' | '$executeRaw' | '$queryRawUnsafe'>;

/**
 * A condition for the statement of a change that may be lost when the database's machine fails: it then returns before
 * the change has reached the disk, or a standby. It is for changes that are made again by themselves, such as a claim.
 * What is committed after it in the usual way makes it durable as well, because the log is written in order.
 */
export const MAY_BE_LOST = Prisma.sql`(SELECT set_config('synchronous_commit', 'off', TRUE)) IS NOT NULL`;

/** A pool, or one of its connections. */
type Driver = Pick<pg.Pool, 'query'>;

interface Prepared {
  readonly text: string;
  /** Absent when the process knows so many statements already that this one is sent whole each time. */
  readonly name: string | undefined;
}

/** The text of most statements is a constant. Those of the lists in the pages depend on the filter. */
const PREPARED_LIMIT = 300;

class PreparedStatements {
  readonly #generation: number;
  readonly #byText = new Map<string, Prepared>();
  readonly #byTemplate = new WeakMap<readonly string[], Prepared>();

  constructor(generation: number) {
    this.#generation = generation;
  }

  ofText(text: string): Prepared {
    const known = this.#byText.get(text);
    if (known) return known;
    if (this.#byText.size >= PREPARED_LIMIT) return { text, name: undefined };
    const prepared = { text, name: `s${this.#generation}_${this.#byText.size}` };
    this.#byText.set(text, prepared);
    return prepared;
  }

  /** @param template without statements among its values */
  ofTemplate(template: TemplateStringsArray): Prepared {
    const known = this.#byTemplate.get(template);
    if (known) return known;
    const prepared = this.ofText(template.reduce((text, part, place) => `${text}$${place}${part}`));
    this.#byTemplate.set(template, prepared);
    return prepared;
  }

  /** An empty set of statements, whose names differ from those of this one. */
  next(): PreparedStatements {
    return new PreparedStatements(this.#generation + 1);
  }
}

let prepared = new PreparedStatements(1);

/**
 * A migration has added a column to a table, so a statement with `*` that was prepared before no longer fits. All
 * statements are prepared again under other names.
 */
function isOutOfDate(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === NOT_SUPPORTED && error.message.includes('cached plan');
}

const NOT_SUPPORTED = '0A000';

interface Statement {
  readonly prepare: () => Prepared;
  readonly values: unknown[];
}

/** Prisma exports the class as a type alone. */
const Sql = Prisma.empty.constructor;
const isSql = (value: unknown): value is Prisma.Sql => value instanceof Sql;

/** @param query a template with its values, or a whole statement */
function read(query: TemplateStringsArray | Prisma.Sql, values: readonly unknown[]): Statement {
  if (!isSql(query) && !values.some(isSql)) {
    return { prepare: () => prepared.ofTemplate(query), values: values.map(toText) };
  }
  const whole = isSql(query) ? query : Prisma.sql(query, ...values);
  return { prepare: () => prepared.ofText(whole.text), values: whole.values.map(toText) };
}

/** The driver writes a date in the zone of this machine. */
function toText(value: unknown): unknown {
  if (value instanceof Date) return value.toISOString();
  return Array.isArray(value) ? value.map(toText) : value;
}

/** Types that the driver reads in another way than Prisma: whole numbers of 64 bits, and times without a zone. */
const PARSERS: ReadonlyMap<number, (text: string) => unknown> = new Map<number, (text: string) => unknown>([
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.NUMERIC, (text) => new Prisma.Decimal(text)],
  [pg.types.builtins.TIMESTAMP, (text) => new Date(`${text.replace(' ', 'T')}Z`)],
  [pg.types.builtins.DATE, (text) => new Date(`${text}T00:00:00Z`)],
]);

const types = new pg.TypeOverrides();
for (const [type, parse] of PARSERS) types.setTypeParser(type, parse);

/** @param driver the pool, or the connection of a transaction */
function statementsOf(driver: Driver): Statements {
  const send = ({ prepare, values }: Statement) => {
    const { text, name } = prepare();
    return driver.query<pg.QueryResultRow>({ text, values, types, ...(name === undefined ? {} : { name }) });
  };
  const run = async (statement: Statement) => {
    try {
      return await send(statement);
    } catch (error) {
      if (!isOutOfDate(error)) throw error;
      prepared = prepared.next();
      if (driver instanceof pg.Pool) return send(statement);
      throw error; // the transaction has failed as a whole
    }
  };
  const statements = {
    $queryRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await run(read(query, values))).rows,
    $executeRaw: async (query: TemplateStringsArray | Prisma.Sql, ...values: unknown[]) =>
      (await run(read(query, values))).rowCount ?? 0,
    $queryRawUnsafe: async (text: string, ...values: unknown[]) =>
      (await run({ prepare: () => prepared.ofText(text), values: values.map(toText) })).rows,
  };
  // Prisma's promises can also be part of a list for `$transaction`, which nobody uses with raw statements
  return statements as unknown as Statements;
}

interface Connections {
  readonly pool: pg.Pool;
  /** The connections in use. */
  readonly out: ReadonlySet<pg.PoolClient>;
  readonly transactionMs: number;
}

const connectionsOf = new WeakMap<PrismaClient, Connections>();

/**
 * Sends the raw statements of a client straight to the driver, if they are not part of one of Prisma's transactions.
 * Prisma's clients of a transaction, and those within a scope, inherit from this one and keep Prisma's way.
 *
 * @param pool the pool that Prisma uses
 */
export function sendStraight(
  prisma: PrismaClient,
  pool: pg.Pool,
  { transactionMs }: { transactionMs: number },
): PrismaClient {
  const out = new Set<pg.PoolClient>();
  pool.on('acquire', (client) => out.add(client));
  pool.on('release', (_error, client) => out.delete(client));
  connectionsOf.set(prisma, { pool, out, transactionMs });
  const straight = statementsOf(pool);
  for (const name of ['$queryRaw', '$executeRaw', '$queryRawUnsafe'] as const) {
    const usual: unknown = Reflect.get(prisma, name);
    const ours: unknown = Reflect.get(straight, name);
    if (typeof usual !== 'function' || typeof ours !== 'function') throw new Error(`Prisma's client has no ${name}`);
    Object.defineProperty(prisma, name, {
      configurable: true,
      writable: true,
      value(this: unknown, ...given: unknown[]): unknown {
        return Reflect.apply(this === prisma ? ours : usual, this, given);
      },
    });
  }
  const disconnect = prisma.$disconnect.bind(prisma);
  prisma.$disconnect = async () => {
    await disconnect();
    if (!pool.ending) await pool.end(); // Prisma ends it only if it has used it
  };
  return prisma;
}

/**
 * Runs raw statements in one transaction of their own. If `work` throws, the transaction is rolled back. After a
 * migration `work` may run twice, so it must have no other lasting effect. Within a scope, Prisma runs the transaction,
 * because the scope is part of Prisma's client.
 *
 * @param options.mayBeLost see `MAY_BE_LOST`
 */
export async function inTransaction<T>(
  database: PrismaClient,
  work: (statements: Statements) => Promise<T>,
  { mayBeLost = false }: { mayBeLost?: boolean } = {},
): Promise<T> {
  const connections = connectionsOf.get(database);
  if (!connections) return database.$transaction(work);
  const begin = mayBeLost ? 'BEGIN; SET LOCAL synchronous_commit TO OFF' : 'BEGIN';
  const once = () => runOnce(connections, begin, work);
  return once().catch((error: unknown) => {
    if (!isOutOfDate(error)) throw error;
    return once();
  });
}

async function runOnce<T>(
  { pool, out, transactionMs }: Connections,
  begin: string,
  work: (statements: Statements) => Promise<T>,
): Promise<T> {
  const client = await pool.connect();
  const release = (isBroken: boolean) => {
    if (out.has(client)) client.release(isBroken); // a connection that broke may have been given back already
  };
  const limit = setTimeout(() => release(true), transactionMs);
  try {
    await client.query(begin);
    const result = await work(statementsOf(client));
    await client.query('COMMIT');
    release(false);
    return result;
  } catch (error) {
    const isUndone = await client.query('ROLLBACK').then(
      () => true,
      () => false,
    );
    release(!isUndone);
    throw error;
  } finally {
    clearTimeout(limit);
  }
}

/** The name of the unique index that refused a statement; null if the error is another one. */
export function violatedIndex(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code === UNIQUE_VIOLATION ? (error.constraint ?? '') : null;
}

const UNIQUE_VIOLATION = '23505';
