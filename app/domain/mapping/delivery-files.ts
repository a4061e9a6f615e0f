import { z } from 'zod';
import { BOUNDS } from '../../bounds.ts';
import { cleanText, readAttributes } from './clean-text.ts';
import type { DeliveryOrder } from './delivery-order.ts';
import type { Decision } from '../planning/delivery-plan.ts';
import { type MappingResult, found, lacking } from '../fulfillment/mapping-result.ts';
import type { Attribute, Fulfillment } from '../fulfillment/fulfillment.ts';
import { shippableLines } from './package-lines.ts';
import type { FileSource, ShopSettings } from '../settings/shop-settings.ts';

type File = NonNullable<DeliveryOrder['files']>[number];

/**
 * The files (§2.5), such as prescriptions: every https link in the places that the merchant has chosen, each link once.
 * The field is left out when there are none. Other text in such a place is a problem: a pharmacy's parcel must not
 * leave without its prescription because a link was mistyped.
 */
export function mapFiles(
  fulfillment: Fulfillment,
  settings: ShopSettings['mapping']['files'],
): MappingResult<File[] | undefined> {
  const links = settings.flatMap(({ from, name, kind }) =>
    readAttributes(placesOf(fulfillment, from), name).flatMap((text) =>
      splitLinks(text).map((link) => ({ source: `${from} ${name}`, kind, url: parseLink(link) })),
    ),
  );
  const unusable = links.filter(({ url }) => url === null);
  if (unusable.length > 0) {
    const sources = [...new Set(unusable.map(({ source }) => source))];
    return lacking([{ code: 'file-link-unusable', field: 'files', details: { sources } }]);
  }

  const files: File[] = [];
  const decisions: Decision[] = [];
  const known = new Set<string>();
  for (const { source, kind, url } of links) {
    if (url === null || known.has(url.href)) continue;
    known.add(url.href);
    const field = `files[${files.length}]`;
    files.push({ name: nameOf(url) || `${kind}-${files.length + 1}`, kind, url: url.href });
    decisions.push(
      { field: `${field}.name`, source },
      { field: `${field}.kind`, source: 'settings.mapping.files' },
      { field: `${field}.url`, source },
    );
  }
  return found(files.length > 0 ? files : undefined, decisions);
}

function placesOf(fulfillment: Fulfillment, from: FileSource['from']): readonly Attribute[] {
  switch (from) {
    case 'line-property':
      return shippableLines(fulfillment).flatMap(({ attributes }) => attributes);
    case 'note-attribute':
      return fulfillment.order.attributes;
    case 'order-metafield':
      return fulfillment.order.metafields;
  }
}

const linkListSchema = z.array(z.string());

/**
 * A metafield with a list of links contains JSON. A person who writes several links separates them by spaces, commas or
 * lines.
 */
function splitLinks(text: string): string[] {
  if (text.length > BOUNDS.orderText) return [text];
  if (!text.startsWith('[')) {
    const words = text.split(' ');
    const links = words.flatMap((word, index) => splitWord(word, index === words.length - 1));
    return links.length > 0 ? links : [text];
  }
  try {
    return linkListSchema.parse(JSON.parse(text));
  } catch {
    return [text];
  }
}

const BETWEEN_LINKS = /[,;]/;
/** It ends a sentence, and no link. */
const FULL_STOP = /\.$/;

/** Commas and semicolons separate links only where another link follows, because a link may contain them. */
function splitWord(word: string, isLast: boolean): string[] {
  const lastLink = isLast ? Math.max(0, word.lastIndexOf('://')) : word.length;
  const parts = word.slice(0, lastLink).split(BETWEEN_LINKS);
  const last = `${parts.pop() ?? ''}${word.slice(lastLink)}`;
  return [...parts, last].map((part) => part.replace(FULL_STOP, '')).filter((part) => part !== '');
}

function parseLink(link: string): URL | null {
  const url = link.length > BOUNDS.url ? null : URL.parse(link);
  return url?.protocol === 'https:' ? url : null;
}

/** The file's name, from the end of its link. */
function nameOf({ pathname }: URL): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  try {
    return cleanText(decodeURIComponent(name));
  } catch {
    return name;
  }
}
