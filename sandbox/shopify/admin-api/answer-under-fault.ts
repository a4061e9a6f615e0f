import { setTimeout as delay } from 'node:timers/promises';
import type { Request, Response } from 'express';
import { GraphQLError, Kind, parse, type FieldNode, type SelectionSetNode } from 'graphql';
import { z } from 'zod';
import type { Fault } from './fault.ts';
import { refusal, throttled } from '../graphql/execute.ts';
import type { SandboxShop } from '../shop/shop.ts';

export const NOT_AUTHORIZED = {
  errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
};

const INTERNAL_ERROR = refusal([
  new GraphQLError('Internal error. Looks like something went wrong on our end.', {
    extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'sandbox' },
  }),
]);

const INVALID_GRANT = {
  error: 'invalid_grant',
  error_description: 'The refresh token is unknown, expired or has been replaced',
};

/** Bodies with HTTP 200 that are not a GraphQL answer, each with its content type. */
const UNREADABLE = {
  html: ['text/html', '<!doctype html><title>Loading</title>'],
  empty: ['application/json', ''],
  text: ['text/plain', 'OK'],
  array: ['application/json', '[]'],
  other: ['application/json', '{"status":"ok"}'],
} as const;

interface Answer {
  readonly status: number;
  readonly body: object;
}

/** Sends the answer, changed by a fault if one applies. If the answer is never computed, the request has no effect. */
export async function answerUnderFault(
  fault: Fault | null,
  shop: SandboxShop,
  request: Request,
  response: Response,
  answer: () => Answer | Promise<Answer>,
): Promise<void> {
  switch (fault?.kind) {
    case 'http':
      if (fault.retryAfter !== undefined) response.set('Retry-After', fault.retryAfter.toFixed(1));
      response.status(fault.status);
      if (fault.status >= 500) response.type('html').send(`<!doctype html><title>${fault.status}</title>`);
      else response.json({ errors: `fault ${fault.status}` });
      return;
    case 'access-token-refused':
      response.status(401).json(NOT_AUTHORIZED);
      return;
    case 'refresh-token-refused':
      response.status(400).json(INVALID_GRANT);
      return;
    case 'internal-error':
      response.json(INTERNAL_ERROR);
      return;
    case 'error-beside-data': {
      const { body } = await answer();
      const error = new GraphQLError('The request took too long.', { extensions: { code: fault.code } });
      response.json({ ...body, ...refusal([error]), ...('data' in body && { data: body.data }) });
      return;
    }
    case 'user-error':
      response.json(refusedInWords(request.body, fault.message));
      return;
    case 'throttled':
      response.json(throttledAnswer(shop));
      return;
    case 'reset':
      if (fault.when === 'after-commit') await answer();
      request.socket.destroy();
      return;
    case 'truncated': {
      const { body } = fault.when === 'after-commit' ? await answer() : { body: { data: {}, extensions: {} } };
      sendHalf(JSON.stringify(body), fault.connection, request, response);
      return;
    }
    case 'unreadable': {
      if (fault.when === 'after-commit') await answer();
      const [type, text] = UNREADABLE[fault.body];
      response.type(type).send(text);
      return;
    }
    case 'slow':
      await delay(fault.delay, undefined, { ref: false }); // the caller may have disconnected
      break;
    case undefined:
  }
  const { status, body } = await answer();
  response.status(status).json(body);
}

function throttledAnswer({ bucket }: SandboxShop): object {
  return refusal([throttled()], {
    cost: {
      requestedQueryCost: 10,
      actualQueryCost: null,
      throttleStatus: { ...bucket.status, currentlyAvailable: 0 },
    },
  });
}

const graphqlRequest = z.object({ query: z.string() });

/** The payload of each mutation: what was made is null, and `userErrors` says why. */
function refusedInWords(body: unknown, message: string): object {
  const [operation] = parse(graphqlRequest.parse(body).query).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) throw new Error('a fault for a mutation met another document');
  const userErrors = [{ field: null, message, code: null }];
  const payload = ({ selectionSet }: FieldNode): object =>
    Object.fromEntries(
      fieldsOf(selectionSet).map(({ name: { value } }) => [value, value === 'userErrors' ? userErrors : null]),
    );
  const data = fieldsOf(operation.selectionSet).map((field) => [field.name.value, payload(field)] as const);
  return { data: Object.fromEntries(data) };
}

function fieldsOf(selections: SelectionSetNode | undefined): FieldNode[] {
  return (selections?.selections ?? []).filter((selection) => selection.kind === Kind.FIELD);
}

function sendHalf(text: string, connection: 'cut' | 'kept', request: Request, response: Response): void {
  const half = text.slice(0, Math.ceil(text.length / 2));
  response.type('json');
  if (connection === 'kept') response.send(half);
  else {
    response.set('Content-Length', String(Buffer.byteLength(text)));
    response.write(half, () => request.socket.destroy());
  }
}
