import type { ShouldRevalidateFunction } from '@remix-run/react';

const STATUS = 503;

/**
 * Runs an action of the server from the browser. If there is no connection or the server fails, the page stays, keeps
 * what was typed, and says so.
 */
export async function orUnreachable<Result>(action: () => Promise<Result>): Promise<Result | Response> {
  try {
    return await action();
  } catch (error) {
    if (error instanceof Response) throw error; // a redirect
    return Response.json({ kind: 'unreachable' }, { status: STATUS });
  }
}

/** After an action that failed this way, the page's data cannot be loaded either. */
export const unlessUnreachable: ShouldRevalidateFunction = ({ actionStatus }) => actionStatus !== STATUS;
