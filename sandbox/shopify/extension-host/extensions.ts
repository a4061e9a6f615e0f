import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { parse } from 'smol-toml';
import { z } from 'zod';

const ROOT = path.resolve(import.meta.dirname, '../../..');

/** An extension of the app, as Shopify knows it after a deployment. Paths are from the project's root. */
export interface Extension {
  readonly handle: string;
  readonly target: string;
  readonly module: string;
  /** The module that says whether an action is offered; null when it always is. */
  readonly condition: string | null;
  /** The folder of its texts, with one file for each language. */
  readonly locales: string;
  /** The metafields that it is shown, such as `$app` `deliveries`. */
  readonly metafields: readonly { readonly namespace: string; readonly key: string }[];
}

const target = z.strictObject({
  module: z.string(),
  target: z.string(),
  should_render: z.strictObject({ module: z.string() }).optional(),
});

/** A `shopify.extension.toml`. */
export const extensionConfig = z.strictObject({
  api_version: z.string(),
  extensions: z.tuple([
    z.strictObject({
      name: z.string(),
      description: z.string(),
      handle: z.string(),
      type: z.literal('ui_extension'),
      /** An extension of the admin has one target. */
      targeting: z.tuple([target]),
      metafields: z.array(z.strictObject({ namespace: z.string(), key: z.string() })).optional(),
    }),
  ]),
});

/**
 * The configurations below `extensions/`: every folder with a `shopify.extension.toml` has one, as for Shopify's CLI.
 *
 * @param project folder of the app, by default this one
 * @returns folders from the project's root, each with its parsed file
 */
export async function readConfigurations(project: string = ROOT): Promise<{ folder: string; config: object }[]> {
  const folder = path.join(project, 'extensions');
  if (!existsSync(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  const files = entries.filter(({ name }) => name === 'shopify.extension.toml');
  return Promise.all(
    files.map(async ({ parentPath, name }) => {
      const config = parse(await readFile(path.join(parentPath, name), 'utf8'));
      return { folder: path.relative(ROOT, parentPath), config };
    }),
  );
}

const ofFlow = z.looseObject({ extensions: z.array(z.looseObject({ type: z.string().startsWith('flow_') })) });

/**
 * The extensions that are shown in a page. Those of Shopify Flow have configurations alone.
 *
 * @param project folder of the app, by default this one
 */
export async function readExtensions(project: string = ROOT): Promise<Extension[]> {
  const configurations = await readConfigurations(project);
  return configurations.filter(({ config }) => !ofFlow.safeParse(config).success).map(readExtension);
}

function readExtension({ folder, config }: { folder: string; config: object }): Extension {
  const [{ handle, targeting, metafields = [] }] = extensionConfig.parse(config).extensions;
  const [{ module, target: name, should_render: condition }] = targeting;
  return {
    handle,
    target: name,
    module: path.join(folder, module),
    condition: condition ? path.join(folder, condition.module) : null,
    locales: path.join(folder, 'locales'),
    metafields,
  };
}

export const textsSchema: z.ZodType<Texts> = z.lazy(() => z.record(z.string(), z.union([z.string(), textsSchema])));
export interface Texts {
  readonly [key: string]: string | Texts;
}

/** The texts for the reader's locale, or for its language, or the default ones. */
export async function readTexts({ locales }: Extension, locale: string): Promise<{ locale: string; texts: Texts }> {
  const files = await readdir(path.join(ROOT, locales));
  const named = files.map((file) => ({ file, locale: file.replace(/(\.default)?\.json$/, '') }));
  const [language] = locale.split('-');
  const chosen =
    named.find((each) => each.locale === locale) ??
    named.find((each) => each.locale.split('-')[0] === language) ??
    named.find(({ file }) => file.endsWith('.default.json'));
  if (!chosen) throw new Error(`${locales} has no default locale`);
  const texts: unknown = JSON.parse(await readFile(path.join(ROOT, locales, chosen.file), 'utf8'));
  return { locale: chosen.locale, texts: textsSchema.parse(texts) };
}
