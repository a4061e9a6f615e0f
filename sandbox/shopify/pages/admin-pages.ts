import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type NextFunction, type Request, type Response, type Router } from 'express';
import { z } from 'zod';
import { asyncRoute } from '../async-route.ts';
import { fulfillItems, fulfillLines, RuleBroken } from '../fulfillments/fulfilling.ts';
import { cancelFulfillment } from '../fulfillments/fulfillment-changes.ts';
import { releaseHolds } from '../fulfillments/fulfillment-holds.ts';
import { isOpen } from '../fulfillments/fulfillment-status.ts';
import { mintIdToken } from '../access/id-token.ts';
import { readExtensions } from '../extension-host/extensions.ts';
import { installApp, uninstallApp } from '../access/installing.ts';
import { findShop, type Sandbox } from '../sandbox.ts';
import { drawProductImage, PRODUCT_IMAGES } from '../shop/product-images.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { runAction, tellUse } from '../flow/calling-the-app.ts';
import { appPage } from './app-page.ts';
import { flowPage } from './flow-page.ts';
import { homePage } from './home-page.ts';
import { appPath, storePath } from './layout.ts';
import { orderListPage } from './order-list-page.ts';
import { orderPage } from './order-page.ts';

const BROWSER = path.join(import.meta.dirname, '..', 'browser');
const files: Readonly<Record<string, string>> = {
  'admin.css': 'text/css',
  'admin.js': 'text/javascript',
  'app-bridge.js': 'text/javascript',
};

/** A small server-rendered admin, and the scripts that browsers load from it. */
export function adminPages(sandbox: Sandbox): Router {
  const router = express.Router();
  router.use('/store', express.urlencoded({ extended: false }));

  for (const [file, type] of Object.entries(files))
    router.get(
      `/${file}`,
      asyncRoute(async (_request, response) => {
        response
          .type(type)
          .set('Access-Control-Allow-Origin', '*')
          .send(await readFile(path.join(BROWSER, file)));
      }),
    );

  router.get(PRODUCT_IMAGES, (request, response) => {
    response.type('svg').send(drawProductImage(request.params.name));
  });

  // App Bridge in the app's frame calls this from another origin.
  router.get('/app-bridge/id-token', (request, response) => {
    const shop = findShop(sandbox, z.string().parse(request.query.shop));
    response.set('Access-Control-Allow-Origin', '*').set('Cache-Control', 'no-store');
    if (shop.installation)
      response.json({ idToken: mintIdToken({ clock: sandbox.clock, ...sandbox.app }, shop.domain) });
    else response.status(403).json({ error: `the app is not installed in ${shop.domain}` });
  });

  router.get(
    '/app-bridge/extensions',
    asyncRoute(async (request, response) => {
      const { hasPinnedBlocks } = findShop(sandbox, z.string().parse(request.query.shop));
      const extensions = await readExtensions(sandbox.app.folder);
      response.set('Access-Control-Allow-Origin', '*').set('Cache-Control', 'no-store');
      response.json(
        extensions.map(({ handle, target }) => {
          const isActive = hasPinnedBlocks || !target.endsWith('.block.render'); // actions are offered at once
          return { handle, type: 'ui_extension', activations: isActive ? [{ target }] : [] };
        }),
      );
    }),
  );

  const shopOf = (request: Request) => findShop(sandbox, request.params.handle ?? '');
  const orderOf = (request: Request) => shopOf(request).order(`gid://shopify/Order/${request.params.order}`);

  router.get('/', (_request, response) => {
    const [first] = sandbox.shops.values();
    if (first) response.redirect(storePath(first));
    else response.status(404).send('There is no shop.');
  });
  router.get('/store/:handle', (request, response) => void response.send(homePage(sandbox, shopOf(request))));
  router.get(
    '/store/:handle/orders',
    (request, response) => void response.send(orderListPage(sandbox, shopOf(request))),
  );
  router.get('/store/:handle/flow', (request, response) => void response.send(flowPage(sandbox, shopOf(request))));
  router.post(
    '/store/:handle/flow/use',
    asyncRoute(async (request, response) => {
      const shop = shopOf(request);
      await tellUse(sandbox, shop, z.object({ on: z.string() }).parse(request.body).on === 'true');
      response.redirect(303, `${storePath(shop)}/flow`);
    }),
  );
  router.post(
    '/store/:handle/flow/actions',
    asyncRoute(async (request, response) => {
      const shop = shopOf(request);
      const { action, order } = z.object({ action: z.string(), order: z.string() }).parse(request.body);
      const result = await runAction(sandbox, shop, { action, orderId: order });
      response.send(flowPage(sandbox, shop, `${action}: ${result.status} ${result.body}`));
    }),
  );
  router.get('/store/:handle/orders/:order', (request, response) => {
    response.send(orderPage(sandbox, shopOf(request), orderOf(request)));
  });

  router.post('/store/:handle/orders/fulfill-selected', (request, response) => {
    const shop = shopOf(request);
    for (const id of selected(request)) {
      const order = shop.order(`gid://shopify/Order/${id}`);
      if (order.fulfillmentOrders.some(isOpen)) fulfillItems(sandbox, shop, order);
    }
    response.redirect(303, `${storePath(shop)}/orders`);
  });
  router.post('/store/:handle/orders/:order/fulfillments', (request, response) =>
    acting(request, response, (shop) => {
      const { fulfillmentOrder, ...fields } = z.record(z.string(), z.string()).parse(request.body);
      const lines = Object.entries(fields)
        .filter(([name]) => name.startsWith('quantity:'))
        .map(([name, value]) => ({
          fulfillmentOrderId: String(fulfillmentOrder),
          lineId: name.slice('quantity:'.length),
          quantity: Number(value),
        }))
        .filter(({ quantity }) => quantity !== 0);
      fulfillLines(sandbox, shop, orderOf(request), { lines });
    }),
  );
  router.post('/store/:handle/orders/:order/fulfillments/:fulfillment/cancel', (request, response) =>
    acting(request, response, (shop) =>
      cancelFulfillment(sandbox, shop, shop.fulfillment(`gid://shopify/Fulfillment/${request.params.fulfillment}`)),
    ),
  );

  router.post('/store/:handle/orders/:order/fulfillment-orders/:fulfillmentOrder/release', (request, response) =>
    acting(request, response, (shop) => {
      const id = `gid://shopify/FulfillmentOrder/${request.params.fulfillmentOrder}`;
      releaseHolds(sandbox, shop, shop.fulfillmentOrder(id), null);
    }),
  );

  router.post('/store/:handle/orders/:order/pin-blocks', (request, response) =>
    acting(request, response, (shop) => {
      shop.hasPinnedBlocks = true;
    }),
  );

  router.post('/store/:handle/apps/:app/install', (request, response) => {
    installApp(sandbox, shopOf(request));
    response.redirect(303, appPath(sandbox, shopOf(request)));
  });
  router.post('/store/:handle/apps/:app/uninstall', (request, response) => {
    uninstallApp(sandbox, shopOf(request));
    response.redirect(303, storePath(shopOf(request)));
  });
  router.get('/store/:handle/apps/:app*', (request, response) => {
    const { pathname, searchParams } = new URL(request.originalUrl, 'http://admin');
    const inner = pathname.split('/').slice(5).join('/');
    response.send(appPage(sandbox, shopOf(request), `/${inner}`, searchParams));
  });

  router.use((_request, response) => void response.status(404).type('text').send('Not found'));
  router.use((error: unknown, _request: Request, response: Response, next: NextFunction) => {
    if (response.headersSent) return next(error);
    response.status(404).type('text').send(String(error));
  });
  return router;

  /**
   * Runs the action of a form on the order's page, and shows that page again: updated, or with the reason for a
   * refusal.
   */
  function acting(request: Request, response: Response, act: (shop: SandboxShop) => void): void {
    const shop = shopOf(request);
    const order = orderOf(request);
    try {
      act(shop);
    } catch (error) {
      if (!(error instanceof RuleBroken)) throw error;
      return void response.status(422).send(orderPage(sandbox, shop, order, error.message));
    }
    response.redirect(303, `${storePath(shop)}/orders/${request.params.order}`);
  }
}

function selected(request: Request): string[] {
  const { order } = z.object({ order: z.union([z.string(), z.array(z.string())]).default([]) }).parse(request.body);
  return [order].flat();
}
