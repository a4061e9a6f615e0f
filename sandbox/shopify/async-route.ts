import type { NextFunction, Request, Response } from 'express';

/** Makes Express handle the errors of an async handler. Express 4 handles what is thrown, but not rejected promises. */
export function asyncRoute(handle: (request: Request, response: Response) => Promise<unknown>) {
  return (request: Request, response: Response, next: NextFunction): void => {
    handle(request, response).catch(next);
  };
}
