import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { findShop, type Sandbox } from '../sandbox.ts';
import { orderStatusPage } from './order-status-page.ts';

/**
 * The pages of a buyer. `/account/{handle}/orders/{order}` is the page of an order's status, in the shop's language or
 * in that of `?locale=`.
 */
export function accountPages(sandbox: Sandbox): Router {
  const router = express.Router();
  router.get('/account/:handle/orders/:order', (request, response) => {
    const shop = findShop(sandbox, request.params.handle);
    const order = shop.order(`gid://shopify/Order/${request.params.order}`);
    const locale = z.string().default(shop.record.locale).parse(request.query.locale);
    response.send(orderStatusPage(shop, order, locale));
  });
  router.use('/account', (error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    response.status(404).type('text').send(String(error));
  });
  return router;
}
