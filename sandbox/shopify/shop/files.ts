import { z } from 'zod';
import type { FileRecord } from './records.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from './shop.ts';

/** A file of the shop that a metafield refers to. The sandbox does not serve its content. */
export const fileDraft = z.strictObject({
  kind: z.enum(['GenericFile', 'MediaImage']).default('GenericFile'),
  url: z.url(),
  mimeType: z.string().nullable().default(null),
  alt: z.string().nullable().default(null),
  /** A file that Shopify is still processing has no URL yet. */
  fileStatus: z.enum(['FAILED', 'PROCESSING', 'READY', 'UPLOADED']).default('READY'),
});

/** @returns the gid of the file */
export function plantFile(sandbox: Sandbox, shop: SandboxShop, draft: z.output<typeof fileDraft>): string {
  const { kind, url, mimeType, alt, fileStatus } = draft;
  const now = timestamp(sandbox);
  const id = sandbox.gids.next(kind);
  const common = {
    id,
    url: fileStatus === 'READY' ? url : null,
    mimeType,
    alt,
    fileStatus,
    fileErrors: [],
    createdAt: now,
    updatedAt: now,
  };
  const file: FileRecord | FileRecord<'MediaImage'> =
    kind === 'GenericFile' ? { __typename: 'GenericFile', ...common } : { __typename: 'MediaImage', ...common };
  shop.files.set(id, file);
  return id;
}
