import type { ShouldRevalidateFunction } from '@remix-run/react';

const STATUS = 503;

/**
 * Runs an action of the server from the browser. When there is no connection, or the server fails, the page with what
 * was typed into it stays, and says so.
 */
export async function orUnreachable<Result>(action: () => Promise<Result>): Promise<Result | Response> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Response) throw error; // a redirect
    return Response.json({ kind: 'unreachable' }, { status: STATUS });
  }
}

/** After an action that failed so, the page's data cannot be loaded either. */
export const unlessUnreachable: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== STATUS;
