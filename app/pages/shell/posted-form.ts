import type { ZodType } from 'zod';

/**
 * Reads the form that a page posted.
 *
 * @throws Response 400 for fields that none of our forms sends
 */
export function postedForm<Posted>(schema: ZodType<Posted>, fields: unknown): Posted {
  const { success, data } = schema.safeParse(fields);
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- Remix: responses are thrown
  if (!success) throw new Response('These fields are not those of a form of this page.', { status: 400 });
  return data;
}
