import { readFile } from 'node:fs/promises';
import path from 'node:path';
import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import { asyncRoute } from '../async-route.ts';
import type { AdminGraphql } from '../graphql/execute.ts';
import { metafieldNamespace } from '../graphql/resolvers/metafields.ts';
import { html } from '../pages/html.ts';
import { appPath } from '../pages/layout.ts';
import { findShop, type Sandbox } from '../sandbox.ts';
import type { SandboxShop } from '../shop/shop.ts';
import { Bundles } from './bundles.ts';
import { readExtensions, readTexts, type Extension } from './extensions.ts';
import type { BuyerConfig, FrameConfig, ShownMetafield } from './frame-config.ts';

const HERE = 'sandbox/shopify/extension-host/browser';
const PATH = '/extension-host';

/**
 * Runs the app's extensions in the admin's pages as Shopify does: each in a separate frame, with the `shopify` global,
 * an authenticated `fetch` and the admin's components. Where a page has an element with `data-extension-target`,
 * `host.js` adds the extensions of that target.
 */
export function extensionHost(sandbox: Sandbox, graphql: AdminGraphql): Router {
  const router = express.Router();
  const bundles = new Bundles();
  const shopOf = (request: Request) => findShop(sandbox, z.string().parse(request.query.shop));
  const extensionOf = async (request: Request) => {
    const found = (await readExtensions(sandbox.app.folder)).find(({ handle }) => handle === request.params.handle);
    if (!found) throw new Error(`there is no extension ${request.params.handle}`);
    return found;
  };

  for (const script of ['host', 'frame']) {
    router.get(
      `${PATH}/${script}.js`,
      asyncRoute(async (_request, response) => {
        response.type('text/javascript').send(await bundles.of(`${HERE}/${script}.ts`));
      }),
    );
  }
  for (const sheet of ['host.css', 'frame.css']) {
    router.get(
      `${PATH}/${sheet}`,
      asyncRoute(async (_request, response) => {
        response.type('text/css').send(await readFile(path.join(import.meta.dirname, 'browser', sheet), 'utf8'));
      }),
    );
  }

  /** The extensions that a page may show, with names in the language of the shop's admin. */
  router.get(
    `${PATH}/extensions`,
    asyncRoute(async (request, response) => {
      const { installation, record } = shopOf(request);
      const offered = installation ? await readExtensions(sandbox.app.folder) : [];
      response.json(
        await Promise.all(
          offered.map(async (extension) => ({
            handle: extension.handle,
            target: extension.target,
            name: (await readTexts(extension, record.locale)).texts.name,
            isConditional: extension.condition !== null,
          })),
        ),
      );
    }),
  );
  router.get(
    `${PATH}/modules/:handle.js`,
    asyncRoute(async (request, response) => {
      const { module, condition } = await extensionOf(request);
      const entry = request.query.part === 'condition' ? condition : module;
      if (entry === null) throw new Error('the extension has no condition');
      response.type('text/javascript').send(await bundles.of(entry));
    }),
  );
  router.get(
    `${PATH}/frames/:handle`,
    asyncRoute(async (request, response) => {
      const shop = shopOf(request);
      const extension = await extensionOf(request);
      const selected = z.string().parse(request.query.selected).split(',').filter(Boolean);
      const part = request.query.part === 'condition' ? 'condition' : 'module';
      const fulfillment = z.string().optional().parse(request.query.fulfillment);
      const locale = z.string().default(shop.record.locale).parse(request.query.locale);
      const config = await frameConfig(sandbox, extension, { shop, selected, part, fulfillment, locale });
      response.set('Cache-Control', 'no-store').send(framePage(config));
    }),
  );
  /** What an extension in the pages of a buyer may see of an order, as it is now. */
  router.get(
    `${PATH}/metafields/:handle`,
    asyncRoute(async (request, response) => {
      const orderId = z.string().parse(request.query.order);
      response.json(shownMetafields(sandbox, shopOf(request), await extensionOf(request), orderId));
    }),
  );
  /** `shopify.query`. It runs as the staff member who looks at the page, so it uses no token of the app. */
  router.post(
    `${PATH}/graphql`,
    express.json(),
    asyncRoute(async (request, response) => {
      const shop = shopOf(request);
      if (!shop.installation) throw new Error(`the app is not installed in ${shop.domain}`);
      const body: unknown = request.body;
      response.json(await graphql.answer(sandbox, shop, shop.installation, body));
    }),
  );
  return router;
}

async function frameConfig(
  sandbox: Sandbox,
  extension: Extension,
  given: {
    shop: SandboxShop;
    selected: readonly string[];
    part: FrameConfig['part'];
    fulfillment: string | undefined;
    locale: string;
  },
): Promise<FrameConfig> {
  const { shop, selected, part, fulfillment, locale } = given;
  const { handle, target } = extension;
  return {
    handle,
    target,
    part,
    shop: shop.domain,
    selected,
    ...(await readTexts(extension, locale)),
    staffLocale: locale,
    appUrl: sandbox.app.url,
    appPath: appPath(sandbox, shop),
    module: `${PATH}/modules/${handle}.js?part=${part}`,
    buyer: fulfillment === undefined ? null : buyerConfig(sandbox, shop, extension, fulfillment),
  };
}

function buyerConfig(sandbox: Sandbox, shop: SandboxShop, extension: Extension, fulfillmentId: string): BuyerConfig {
  const { orderId } = shop.fulfillment(fulfillmentId);
  const query = new URLSearchParams({ shop: shop.domain, order: orderId });
  return {
    fulfillmentId,
    shop: { name: shop.record.name, storefrontUrl: `https://${shop.domain}`, myshopifyDomain: shop.domain },
    metafieldsPath: `${PATH}/metafields/${extension.handle}?${query}`,
    metafields: shownMetafields(sandbox, shop, extension, orderId),
  };
}

/** The metafields of an order that the extension's configuration names. */
function shownMetafields(sandbox: Sandbox, shop: SandboxShop, extension: Extension, orderId: string): ShownMetafield[] {
  const named = extension.metafields.map((each) => `${metafieldNamespace(each.namespace, { sandbox })} ${each.key}`);
  return shop
    .metafieldsOf(orderId)
    .filter(({ namespace, key }) => named.includes(`${namespace} ${key}`))
    .map(({ namespace, key, type, value }) => ({
      target: { type: 'order', id: orderId },
      metafield: { namespace, key, type, value },
    }));
}

function framePage(config: FrameConfig): string {
  return html`<!doctype html>
    <html lang="${config.locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${config.handle}</title>
        <link rel="icon" href="data:," />
        <link rel="stylesheet" href="${PATH}/frame.css" />
        <meta name="extension" content="${JSON.stringify(config)}" />
        <script src="${PATH}/frame.js" type="module"></script>
      </head>
      <body></body>
    </html>`.text;
}
