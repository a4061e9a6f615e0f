/**
 * Shopify's real Admin GraphQL schema, for checks and for the sandbox. Shopify publishes it inside the npm package
 * `@shopify/dev-mcp`, which installs 366 MB of dependencies. So only its tarball is fetched, once, and one file of it
 * is kept.
 */
import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { buildClientSchema, type GraphQLSchema, type IntrospectionQuery } from 'graphql';
import { z } from 'zod';

const PACKAGE = '@shopify/dev-mcp@1.16.0';
const INTEGRITY = 'sha512-tqgRnK7sQhjew+htxtleTH23nXB5fZcsrhWgEkomsorGXvLOB2mh2upwZm8uzuTDNTZnqtLMe64yIwh6s2awtw==';
const run = promisify(execFile);
const CACHE = path.resolve(import.meta.dirname, '../../../node_modules/.cache/handoff');

/** The access scopes that a type or field needs. Any one of `scopes` is enough. */
export interface ScopeRule {
  readonly typeName: string;
  /** Null for the rule of the whole type. */
  readonly fieldName: string | null;
  readonly scopes: readonly string[];
}

export interface AdminSchema {
  readonly schema: GraphQLSchema;
  readonly offlineScopes: readonly ScopeRule[];
  /** Fields of protected customer data by `Type.field`, each with the approval that it needs. */
  readonly protectedFields: ReadonlyMap<string, ProtectedContent>;
}

/** The kinds of protected customer data. An app needs a separate approval for each. */
export const PROTECTED_CONTENTS = ['name', 'address', 'phone', 'email'] as const;
export type ProtectedContent = (typeof PROTECTED_CONTENTS)[number];

export class AdminSchemaError extends Error {
  override name = 'AdminSchemaError';
}

const loaded = new Map<string, Promise<AdminSchema>>();
const VERSION = '2026-07';

/** Fetches the schema, unless it was fetched before, so that processes started later find it. */
export async function cacheAdminSchema(): Promise<void> {
  await readSchemaFile(VERSION);
}

/**
 * @param version of the Admin API, e.g. `2026-07`
 * @throws AdminSchemaError when the file is neither cached nor available from the npm registry
 */
export function loadAdminSchema(version = VERSION): Promise<AdminSchema> {
  let schema = loaded.get(version);
  if (!schema) {
    schema = readSchemaFile(version).then(parseAdminSchema);
    schema.catch(() => loaded.delete(version));
    loaded.set(version, schema);
  }
  return schema;
}

const schemaFile = z.object({
  data: z.custom<IntrospectionQuery>((value) => z.object({ __schema: z.looseObject({}) }).safeParse(value).success),
  offline_scopes: z.object({
    items: z.array(
      z.object({ typeName: z.string(), fieldName: z.string().optional(), offlineScopes: z.array(z.string()) }),
    ),
  }),
});
// Shopify adds keys of its own to the standard introspection of a field. These mark customer data.
const flaggedTypes = z.object({
  types: z.array(
    z.object({
      name: z.string(),
      fields: z
        .array(z.object({ name: z.string(), protectedContent: z.enum(PROTECTED_CONTENTS).nullish() }))
        .nullish()
        .transform((fields) => fields ?? []),
    }),
  ),
});

function parseAdminSchema(compressed: Buffer): AdminSchema {
  const { data, offline_scopes } = schemaFile.parse(JSON.parse(gunzipSync(compressed).toString('utf8')));
  const flagged = flaggedTypes
    .parse(data.__schema)
    .types.flatMap(({ name, fields }) =>
      fields.flatMap((field): [string, ProtectedContent][] =>
        field.protectedContent ? [[`${name}.${field.name}`, field.protectedContent]] : [],
      ),
    );
  return {
    // Validation is skipped, because it would only take time for 3,500 types that Shopify has published.
    schema: buildClientSchema(data, { assumeValid: true }),
    offlineScopes: offline_scopes.items
      .filter(({ offlineScopes }) => offlineScopes.length > 0)
      .map(({ typeName, fieldName, offlineScopes }) => ({
        typeName,
        fieldName: fieldName ?? null,
        scopes: [...new Set(offlineScopes)],
      })),
    protectedFields: new Map(flagged),
  };
}

async function readSchemaFile(version: string): Promise<Buffer> {
  const cached = path.join(CACHE, `admin_${version}.json.gz`);
  const known = await readFile(cached).catch(() => null);
  if (known) return known;
  const member = `package/dist/data/admin_${version}.json.gz`;
  const file = unpack(await fetchPackage(), member);
  // Several processes may do this at once. Each writes its own file, and a rename replaces the cached one in one step.
  await mkdir(CACHE, { recursive: true });
  const draft = `${cached}.${randomUUID()}`;
  await writeFile(draft, file);
  await rename(draft, cached);
  return file;
}

async function fetchPackage(): Promise<Buffer> {
  const directory = await mkdtemp(path.join(tmpdir(), 'handoff-admin-schema-'));
  try {
    const { stdout } = await run(
      'npm',
      ['pack', PACKAGE, '--json', '--ignore-scripts', '--pack-destination', directory],
      { maxBuffer: 64 * 1024 * 1024, shell: process.platform === 'win32' },
    );
    const [packed] = z.tuple([z.object({ filename: z.string() })]).parse(JSON.parse(stdout));
    const tarball = await readFile(path.join(directory, packed.filename));
    const integrity = `sha512-${createHash('sha512').update(tarball).digest('base64')}`;
    if (integrity !== INTEGRITY) throw new Error(`the tarball's integrity is ${integrity}, expected ${INTEGRITY}`);
    return tarball;
  } catch (cause) {
    throw new AdminSchemaError(
      `Shopify's Admin schema could not be had from the npm package ${PACKAGE} (14 MB, once). ` +
        `Connect to an npm registry that has it and try again, or put the package's file dist/data/admin_<version>.json.gz into ${CACHE}.`,
      { cause },
    );
  } finally {
    await rm(directory, { recursive: true, force: true });
  }
}

/** Extracts one regular file of a gzipped tar: 512-byte headers, the name at 0, the size in octal at 124. */
function unpack(tarball: Buffer, member: string): Buffer {
  const tar = gunzipSync(tarball);
  for (let at = 0; at + 512 <= tar.length;) {
    const text = (start: number, length: number) =>
      tar
        .subarray(at + start, at + start + length)
        .toString('utf8')
        .replace(/\0.*$/s, '');
    const size = Number.parseInt(text(124, 12).trim() || '0', 8);
    if (text(0, 100) === member) return tar.subarray(at + 512, at + 512 + size);
    at += 512 + Math.ceil(size / 512) * 512;
  }
  throw new AdminSchemaError(`${PACKAGE} has no ${path.basename(member)}: that version of the Admin API is not in it.`);
}
