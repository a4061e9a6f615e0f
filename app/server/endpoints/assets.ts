import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import express, { type RequestHandler } from 'express';

const COPY = '.br';

/**
 * Answers with the files of pages, whose names change with what is in them. Who takes brotli gets the copy that the
 * build has compressed, and everybody else the file.
 */
export function serveAssets(folder: string): RequestHandler {
  const copies = new Set(existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith(COPY)) : []);
  const send = express.static(folder, {
    immutable: true,
    maxAge: '1y',
    index: false,
    redirect: false,
    setHeaders(response, file) {
      if (!file.endsWith(COPY)) return;
      response.setHeader('Content-Encoding', 'br');
      response.type(path.extname(file.slice(0, -COPY.length)));
    },
  });
  return (request, response, next) => {
    const { url, path: asked } = request;
    const hasCopy = copies.has(`${asked.slice(1)}${COPY}`);
    if (hasCopy) response.vary('Accept-Encoding');
    if (hasCopy && request.acceptsEncodings('br') === 'br') request.url = `${asked}${COPY}`;
    send(request, response, (error?: unknown) => {
      request.url = url;
      next(error);
    });
  };
}
