import { setTimeout as delay } from 'node:timers/promises';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { GraphQLError } from 'graphql';
import type { Fault } from './fault.ts';
import { refusal, throttled, type AdminGraphql } from './graphql/execute.ts';
import { asyncRoute } from './async-route.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxShop } from './shop.ts';
import { answerTokenRequest } from './token-endpoint.ts';

const NOT_AUTHORIZED = {
  errors: '[API] Invalid API key or access token (unrecognized login or wrong password)',
};

/** What the app calls: `/shops/{domain}/admin/…` stands for `https://{domain}/admin/…`. */
export function adminApi(sandbox: Sandbox, graphql: AdminGraphql): Router {
  const router = express.Router();
  router.use('/shops/:domain', express.json({ limit: '10mb' }), express.urlencoded({ extended: false }));

  router.post(
    '/shops/:domain/admin/oauth/access_token',
    asyncRoute(async (request, response) => {
      const shop = sandbox.shops.get(request.params.domain ?? '');
      if (!shop) return void response.status(404).json({ errors: 'Not Found' });
      await underFault(shop.faults.spend('token', JSON.stringify(request.body)), shop, request, response, () => {
        const { status, body } = answerTokenRequest(sandbox, shop, request.body);
        return { status, body };
      });
    }),
  );

  router.post(
    '/shops/:domain/admin/api/:version/graphql.json',
    asyncRoute(async (request, response) => {
      const shop = sandbox.shops.get(request.params.domain ?? '');
      if (!shop || request.params.version !== sandbox.app.config.apiVersion)
        return void response.status(404).json({ errors: 'Not Found' });
      const { installation } = shop;
      if (!installation || !sandbox.tokens.find(request.get('X-Shopify-Access-Token') ?? '', shop.domain))
        return void response.status(401).json(NOT_AUTHORIZED);
      const body: unknown = request.body;
      const fault = shop.faults.spend('graphql', JSON.stringify(body));
      await underFault(fault, shop, request, response, async () => ({
        status: 200,
        body: await graphql.answer(sandbox, shop, installation, body),
      }));
    }),
  );

  router.all('/shops/:domain/*', (_request, response) => void response.status(404).json({ errors: 'Not Found' }));
  router.use('/shops', (error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    response.status(error instanceof SyntaxError ? 400 : 500).json({ errors: String(error) });
  });
  return router;
}

interface Answer {
  readonly status: number;
  readonly body: object;
}

async function underFault(
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
    case 'internal-error':
      response.json(
        refusal([
          new GraphQLError('Internal error. Looks like something went wrong on our end.', {
            extensions: { code: 'INTERNAL_SERVER_ERROR', requestId: 'sandbox' },
          }),
        ]),
      );
      return;
    case 'throttled':
      response.json(
        refusal([throttled()], {
          cost: {
            requestedQueryCost: 10,
            actualQueryCost: null,
            throttleStatus: { ...shop.bucket.status, currentlyAvailable: 0 },
          },
        }),
      );
      return;
    case 'reset':
      if (fault.when === 'after-commit') await answer();
      request.socket.destroy();
      return;
    case 'slow':
      await delay(fault.delay);
      break;
    case undefined:
  }
  const { status, body } = await answer();
  response.status(status).json(body);
}
