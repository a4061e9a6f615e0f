import type { FileRecord, MetafieldRecord } from '../../shop/records.ts';
import type { FieldResolvers, RequestContext } from '../context.ts';
import { resolversOf } from './record-resolvers.ts';

export const fileResolvers: Readonly<Record<string, FieldResolvers>> = {
  GenericFile: resolversOf('GenericFile', {
    originalFileSize: () => null,
    preview: () => null,
  }),
  MediaImage: resolversOf('MediaImage', {
    image: ({ id, url, alt }) =>
      url === null
        ? null
        : {
            __typename: 'Image',
            id: id.replace('/MediaImage/', '/ImageSource/'),
            url,
            src: url,
            originalSrc: url,
            transformedSrc: url,
            altText: alt,
            width: null,
            height: null,
          },
    originalSource: ({ url }) => ({ __typename: 'MediaImageOriginalSource', url, fileSize: null }),
    mediaContentType: () => 'IMAGE',
    mediaErrors: () => [],
    mediaWarnings: () => [],
    status: ({ fileStatus }) => fileStatus,
    preview: () => null,
  }),
};

/**
 * The file that a metafield of type `file_reference` names; null for another type, or when the file no longer exists.
 */
export function referenceOf(
  { type, value }: MetafieldRecord,
  { shop }: RequestContext,
): FileRecord | FileRecord<'MediaImage'> | null {
  return type === 'file_reference' ? (shop.files.get(value) ?? null) : null;
}

/** The files that a metafield of type `list.file_reference` names, without those that no longer exist. */
export function referencesOf({ type, value }: MetafieldRecord, { shop }: RequestContext) {
  if (type !== 'list.file_reference') return null;
  const ids: unknown = JSON.parse(value);
  return (Array.isArray(ids) ? ids : []).flatMap((id) => shop.files.get(String(id)) ?? []);
}
