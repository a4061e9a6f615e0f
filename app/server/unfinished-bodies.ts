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
    async read(request) {
      if (Number(request.headers['content-length'] ?? 0) > ofOne) return 'too-long';
      const chunks: Buffer[] = [];
      let size = 0;
      try {
        return await new Promise<Buffer | BodyRefusal>((resolve, reject) => {
          const refuse = (why: BodyRefusal) => {
            request.pause();
            resolve(why);
          };
          request.on('data', (chunk: Buffer) => {
            size += chunk.length;
            held += chunk.length;
            if (size > ofOne) refuse('too-long');
            else if (held > ofAll) refuse('too-many');
            else chunks.push(chunk);
          });
          request.once('end', () => resolve(Buffer.concat(chunks)));
          // a body that is cut off or malformed
          request.once('error', () => reject(new ClientGoneError('the body could not be received')));
          request.once('close', () => {
            // it closes after its end as well
            if (!request.readableEnded) reject(new ClientGoneError('the client closed the connection'));
          });
        });
      } finally {
        held -= size;
        request.removeAllListeners('data');
      }
    },
  };
}

/** Thrown when the client has gone, or has been answered already because it does not speak HTTP. */
export class ClientGoneError extends Error {
  override name = 'ClientGoneError';
}
