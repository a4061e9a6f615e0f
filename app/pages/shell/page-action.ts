import type { ShouldRevalidateFunction } from '@remix-run/react';
import type { ZodType } from 'zod';

const NUL = /\\u0000/;
const refused = { success: false, data: undefined } as const;

/**
 * Reads the form that a page posted.
 *
 * @throws Response 400 for fields that none of our forms sends, and for U+0000, which no database stores
 */
export function postedForm<Posted>(schema: ZodType<Posted>, fields: unknown): Posted {
  const { success, data } = NUL.test(JSON.stringify(fields)) ? refused : schema.safeParse(fields);
  // eslint-disable-next-line @typescript-eslint/only-throw-error -- Remix: responses are thrown
  if (!success) throw new Response('These fields are not those of a form of this page.', { status: 400 });
  return data;
}

const UNREACHABLE = 503;

/**
 * Runs an action of the server from the browser. If there is no connection or the server fails, the page stays, keeps
 * what was typed, and says so.
 */
export async function orUnreachable<Result>(action: () => Promise<Result>): Promise<Result | Response> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Response) throw error; // a redirect
    return Response.json({ kind: 'unreachable' }, { status: UNREACHABLE });
  }
}

/** After an action that failed this way, the page's data cannot be loaded either. */
export const unlessUnreachable: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== UNREACHABLE;
