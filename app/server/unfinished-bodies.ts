import type { IncomingMessage } from 'node:http';
import { BOUNDS } from '../bounds.ts';

/** Why a body was not read: it is longer than allowed, or too many bodies are arriving at once in this process. */
export type BodyRefusal = 'too-long' | 'too-many';

/**
 * Reads bodies from senders that are not authenticated yet. However many arrive slowly at once, their memory is
 * limited.
 */
export interface UnfinishedBodies {
  read(request: IncomingMessage): Promise<Buffer | BodyRefusal>;
}

export function createUnfinishedBodies(
  { ofOne, ofAll }: { ofOne: number; ofAll: number } = {
    ofOne: BOUNDS.requestBodyBytes,
    ofAll: BOUNDS.unfinishedBodiesBytes,
  },
): UnfinishedBodies {
  let held = 0;
  return {
    read(request) {
      if (Number(request.headers['content-length'] ?? 0) > ofOne) return Promise.resolve('too-long');
      return new Promise<Buffer | BodyRefusal>((resolve, reject) => {
        const chunks: Buffer[] = [];
        let size = 0;
        let isOver = false;
        const end = () => {
          if (isOver) return false;
          held -= size;
          return (isOver = true);
        };
        const refuse = (why: BodyRefusal) => {
          end();
          request.removeAllListeners('data');
          request.pause();
          resolve(why);
        };
        const gone = (why: string) => {
          if (end()) reject(new ClientGoneError(why));
        };
        request.on('data', (chunk: Buffer) => {
          size += chunk.length;
          held += chunk.length;
          if (size > ofOne) refuse('too-long');
          else if (held > ofAll) refuse('too-many');
          else chunks.push(chunk);
        });
        request.on('end', () => {
          const [only] = chunks;
          if (end()) resolve(only && chunks.length === 1 ? only : Buffer.concat(chunks));
        });
        // a body that is cut off or malformed
        request.on('error', () => gone('the body could not be received'));
        // it closes after its end as well
        request.on('close', () => gone('the client closed the connection'));
      });
    },
  };
}

/** Thrown when the client has gone, or has been answered already because it does not speak HTTP. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError';
}
