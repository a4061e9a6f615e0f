import { TYPE, type MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import type { Texts } from '../../sandbox/shopify/extension-host/extensions.ts';
import { LANGUAGES, parseMessage, type Language, type TextTree } from './text-files.ts';

/**
 * The content of an extension's own text files: groups of `extensions` in the catalogue, merged, and whole groups of
 * the catalogue, each under its own name.
 */
const GROUPS: Readonly<Record<string, { readonly own: readonly string[]; readonly shared: readonly string[] }>> = {
  'delivery-block': { own: ['delivery-block', 'deliveryCard'], shared: ['actions'] },
  'delivery-action': { own: ['delivery-action', 'deliveryCard'], shared: ['actions'] },
  'delivery-bulk': { own: ['delivery-bulk'], shared: [] },
  'print-labels': { own: ['print-labels'], shared: [] },
  'print-labels-of-orders': { own: ['print-labels'], shared: [] },
  'delivery-status': { own: ['delivery-status'], shared: [] },
};

/** The files in `extensions/`, by path, that Shopify reads the texts of the extensions from. */
export function extensionLocales(catalogues: Readonly<Record<Language, TextTree>>): Map<string, Texts> {
  const files = new Map<string, Texts>();
  for (const [extension, { own, shared }] of Object.entries(GROUPS)) {
    for (const [language, { file, locale }] of Object.entries(LANGUAGES)) {
      const catalogue = new Map(Object.entries(catalogues)).get(language) ?? {};
      const texts: Texts[] = own.map((group) => inShopifysForm(groupIn(groupIn(catalogue, 'extensions'), group)));
      const common = shared.map((group) => [group, inShopifysForm(groupIn(catalogue, group))] as const);
      const entries = [['locale', locale] as const, ...texts.flatMap((group) => Object.entries(group)), ...common];
      files.set(`extensions/${extension}/locales/${file}`, Object.fromEntries(entries));
    }
  }
  return files;
}

function groupIn(tree: TextTree, name: string): TextTree {
  const group = tree[name];
  if (typeof group !== 'object') throw new Error(`the catalogue has no group ${name}`);
  return group;
}

function inShopifysForm(tree: TextTree): Texts {
  return Object.fromEntries(
    Object.entries(tree).map(([key, entry]) => [
      key,
      typeof entry === 'string' ? inShopifysMessage(entry) : inShopifysForm(entry),
    ]),
  );
}

/**
 * Converts a message to Shopify's format, which has `{{name}}` and the plurals `one` and `other`.
 *
 * @throws Error for a message that Shopify's format cannot express
 */
function inShopifysMessage(text: string): string | Texts {
  const parts = parseMessage(text);
  const [first] = parts;
  if (parts.length !== 1 || first?.type !== TYPE.plural) return inBraces(parts, text);
  return Object.fromEntries(
    Object.entries(first.options).map(([rule, { value }]) => [rule, inBraces(value, text, first.value)]),
  );
}

function inBraces(parts: readonly MessageFormatElement[], text: string, counted?: string): string {
  return parts
    .map((part) => {
      if (part.type === TYPE.literal) return part.value;
      if (part.type === TYPE.argument || part.type === TYPE.number) return `{{${part.value}}}`;
      if (part.type === TYPE.pound && counted) return `{{${counted}}}`;
      throw new Error(`an extension's text can have placeholders and one plural around all of it: ${text}`);
    })
    .join('');
}
