import { z } from 'zod';
import type { AdminApi } from '../admin-api/admin-api.ts';
import { fileLinks } from '../admin-api/operations.ts';

export interface Metafield {
  readonly type: string;
  readonly value: string;
}

/** Ids of one `nodes` query. */
const AT_ONCE = 250;

/**
 * Replaces the gids of files in metafields by links. `file_reference` contains one gid, `list.file_reference` a JSON
 * list. A file without a link (yet) keeps its gid.
 *
 * @throws ShopifyError
 */
export async function withFileLinks<Field extends Metafield>(
  adminApi: AdminApi,
  shop: string,
  metafields: readonly Field[],
): Promise<Field[]> {
  const ids = [...new Set(metafields.flatMap(filesIn))];
  const links = new Map<string, string>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const { nodes } = await adminApi.request(shop, fileLinks, { ids: ids.slice(at, at + AT_ONCE) });
    for (const node of nodes) {
      const link = node?.url ?? node?.originalSource?.url;
      if (node?.id && link) links.set(node.id, link);
    }
  }
  return metafields.map((field) => {
    const files = filesIn(field).map((id) => links.get(id) ?? id);
    if (files.length === 0) return field;
    return { ...field, value: field.type === 'file_reference' ? (files[0] ?? '') : JSON.stringify(files) };
  });
}

const gid = z.string().regex(/^gid:\/\/shopify\/[A-Za-z]+\/\d+$/);
const gids = z.array(gid);

function filesIn({ type, value }: Metafield): string[] {
  if (type === 'file_reference') return gid.safeParse(value).success ? [value] : [];
  if (type !== 'list.file_reference') return [];
  try {
    return gids.safeParse(JSON.parse(value)).data ?? [];
  } catch {
    return [];
  }
}
