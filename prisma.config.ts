/**
 * The Prisma CLI for authoring migrations (`npm run db:migration`), on machines that cannot download Prisma's schema
 * engine: the engine in JavaScript speaks through the pg adapter, and this file fixes what adapter 6.19 lacks as a
 * migration driver. The running program never loads it: it applies migrations by `app/persistence/migrations.ts`.
 */
import path from 'node:path';
import { PrismaPg } from '@prisma/adapter-pg';
import { defineConfig } from 'prisma/config';

// Without a URL that parses, even `prisma generate` falls back to downloading the Rust engine.
process.env.DATABASE_URL ||= 'postgresql://localhost/unset';

// The engine never clears its advisory-lock timers (10 s, 60 s), which would hold the finished CLI that long.
const originalSetTimeout = globalThis.setTimeout;
globalThis.setTimeout = Object.assign((callback: (...args: unknown[]) => void, delay?: number, ...args: unknown[]) => {
  const timer = originalSetTimeout(callback, delay, ...args);
  if (delay === 10_000 || delay === 60_000) timer.unref();
  return timer;
}, originalSetTimeout) as typeof globalThis.setTimeout;

interface QueryResult {
  fields?: { dataTypeID: number }[];
}
interface Queryable {
  query(...args: unknown[]): Promise<QueryResult>;
}
interface Adapter {
  client: Queryable;
  executeScript(script: string): Promise<void>;
  onError(error: unknown): never;
}

const OID_CHAR = 18;
const OID_NAME = 19;
const OID_TEXT = 25;

function withFixes<T>(value: T): T {
  const adapter = value as unknown as Adapter;
  const query = adapter.client.query.bind(adapter.client);
  adapter.client.query = async (...args) => {
    if (typeof args.at(-1) === 'function') return query(...args);
    const [first] = args;
    if (typeof first === 'object' && first !== null && 'text' in first && typeof first.text === 'string') {
      // PostgreSQL 18 lists NOT NULL as constraints of type 'n', on which the engine panics.
      const text = first.text.replace("contype NOT IN ('p', 'u', 'f')", "contype NOT IN ('p', 'u', 'f', 'n')");
      args[0] = { ...first, text };
    }
    const result = await query(...args);
    for (const field of result.fields ?? []) {
      if (field.dataTypeID === OID_CHAR || field.dataTypeID === OID_NAME) field.dataTypeID = OID_TEXT;
    }
    return result;
  };
  // The adapter splits a script at every ';', which breaks function bodies; one simple query keeps it whole and atomic.
  adapter.executeScript = async (script) => {
    await adapter.client.query(script).catch((error: unknown) => adapter.onError(error));
  };
  return value;
}

class MigrationAdapter extends PrismaPg {
  override async connect() {
    return withFixes(await super.connect());
  }
  override async connectToShadowDb() {
    return withFixes(await super.connectToShadowDb());
  }
}

export default defineConfig({
  experimental: { adapter: true },
  schema: path.join('prisma', 'schema.prisma'),
  migrations: { path: path.join('prisma', 'migrations') },
  engine: 'js',
  adapter: async () => {
    // Separate fields, not a connection string: pg prefers the string's database, so that the shadow database would
    // silently be the real one.
    const url = new URL(process.env.DATABASE_URL ?? '');
    return new MigrationAdapter({
      host: url.hostname,
      port: Number(url.port || 5432),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: url.pathname.slice(1),
      allowExitOnIdle: true,
      idleTimeoutMillis: 500,
    });
  },
});
