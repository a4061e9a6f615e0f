import type { NextFunction, Request, Response } from 'express';

/** Lets Express answer for a handler that fails later: version 4 looks at what is thrown, not at promises. */
export function asyncRoute(handle: (request: Request, response: Response) => Promise<unknown>) {
  return (request: Request, response: Response, next: NextFunction): void => {
    handle(request, response).catch(next);
  };
}
