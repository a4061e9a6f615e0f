import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { asyncRoute } from '../async-route.ts';
import { answerUnderFault, NOT_AUTHORIZED } from './answer-under-fault.ts';
import type { AdminGraphql } from '../graphql/execute.ts';
import type { Sandbox } from '../sandbox.ts';
import { answerTokenRequest } from '../access/token-endpoint.ts';

/** The routes that the app calls: `/shops/{domain}/admin/…` stands for `https://{domain}/admin/…`. */
export function adminApi(sandbox: Sandbox, graphql: AdminGraphql): Router {
  const router = express.Router();
  router.use('/shops/:domain', express.json({ limit: '10mb' }), express.urlencoded({ extended: false }));

  router.post(
    '/shops/:domain/admin/oauth/access_token',
    asyncRoute(async (request, response) => {
      const shop = sandbox.shops.get(request.params.domain ?? '');
      if (!shop) return void response.status(404).json({ errors: 'Not Found' });
      const fault = shop.faults.spend('token', JSON.stringify(request.body));
      await answerUnderFault(fault, shop, request, response, () => {
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
      if (sandbox.isAddressRefused) return void response.status(403).json({ errors: 'Forbidden' });
      const { installation } = shop;
      if (!installation || !sandbox.tokens.find(request.get('X-Shopify-Access-Token') ?? '', shop.domain))
        return void response.status(401).json(NOT_AUTHORIZED);
      const body: unknown = request.body;
      const fault = shop.faults.spend('graphql', JSON.stringify(body));
      await answerUnderFault(fault, shop, request, response, async () => ({
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
