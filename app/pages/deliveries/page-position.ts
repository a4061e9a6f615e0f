import { z } from 'zod';
import type { PagePosition } from '../../shop-api/deliveries/delivery-list.ts';
import type { DeliveryCursor } from '../../shop-api/deliveries/delivery-statements.ts';

const cursor = z
  .string()
  .regex(/^\d{1,13}_[0-9a-f-]{36}$/)
  .transform((text) => {
    const [time, id = ''] = text.split('_');
    return { createdAt: new Date(Number(time)), id };
  })
  .pipe(z.object({ createdAt: z.date(), id: z.uuid() }));

const SKIPPED_LIMIT = 1_000_000;
const skipped = z.coerce.number().int().min(0).max(SKIPPED_LIMIT).catch(0);

/** The page that an address asks for. If it cannot be read, the first page. */
export function pagePosition(search: URLSearchParams): PagePosition {
  const read = (name: string) => cursor.safeParse(search.get(name)).data ?? null;
  return { after: read('after'), before: read('before'), skip: skipped.parse(search.get('skip')) };
}

/** How an address names the position of a delivery in the list. */
export function printCursor({ createdAt, id }: DeliveryCursor): string {
  return `${createdAt.getTime()}_${id}`;
}
