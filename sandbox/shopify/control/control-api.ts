import express, { type Request, type Router } from 'express';
import { z } from 'zod';
import { PROTECTED_CONTENTS } from '../graphql/admin-schema.ts';
import { locationDraft } from '../shop/adding-locations.ts';
import { asyncRoute } from '../async-route.ts';
import { fulfillChoice, type Controls } from './controls.ts';
import { displayStatus, orderFulfillmentStatus } from '../fulfillments/fulfillment-status.ts';
import { flowRun } from '../flow/calling-the-app.ts';
import { faultSchema } from '../admin-api/fault.ts';
import { SETTLED_STATUSES } from '../fulfillments/fulfillment-changes.ts';
import { orderChange } from '../orders/order-editing.ts';
import { orderDraft } from '../orders/order-draft.ts';
import type { OrderRecord } from '../shop/order-records.ts';
import { FULFILLMENT_EVENT_STATUSES, type FulfillmentRecord } from '../shop/fulfillment-records.ts';
import { findShop, type Sandbox } from '../sandbox.ts';
import { seedShopSchema } from '../seed/plant-seed.ts';

const PATH = '/_sandbox';
const webhookOrder = z.strictObject({
  shop: z.string(),
  topic: z.string(),
  body: z.record(z.string(), z.unknown()),
  copies: z.number().int().min(1).optional(),
  badHmac: z.boolean().optional(),
  withoutHmac: z.boolean().optional(),
  webhookId: z.string().optional(),
  eventId: z.string().optional(),
  triggeredAt: z.coerce.date().optional(),
  uri: z.string().optional(),
});
const webhookPolicy = z.strictObject({
  drop: z.number().int().min(0).optional(),
  duplicate: z.number().int().min(0).optional(),
  hold: z.boolean().optional(),
});
const withholding = z.strictObject({
  withhold: z.enum(['fields', 'fields-with-errors', 'nothing', 'objects']),
  contents: z.array(z.enum(PROTECTED_CONTENTS)).optional(),
});
const scopeList = z.strictObject({ scopes: z.array(z.string()) });

/**
 * The controls for other processes, as JSON under `/_sandbox`. Shops are named by domain or handle, records by the
 * number in their gid. A call that cannot be done is answered 400 with `{error}`.
 */
export function controlApi(sandbox: Sandbox, controls: Controls): Router {
  const router = express.Router();
  router.use(PATH, express.json({ limit: '1mb' }));

  const shopOf = (request: Request) => findShop(sandbox, request.params.shop ?? '');
  const gid = (type: string, request: Request) => `gid://shopify/${type}/${request.params.id}`;
  const orderView = (order: OrderRecord, shop: string) => ({
    ...order,
    displayFulfillmentStatus: orderFulfillmentStatus(order),
    metafields: controls.metafields(shop, order.id),
  });
  const fulfillmentView = (fulfillment: FulfillmentRecord) => ({
    ...fulfillment,
    displayStatus: displayStatus(fulfillment),
  });

  /** The routes by method and path, with the answer of each. */
  const routes: Readonly<Record<string, (request: Request) => unknown>> = {
    'GET /': () => Object.keys(routes),
    'POST /reset': ({ body }) => controls.reset(z.strictObject({ orders: z.boolean().optional() }).parse(body ?? {})),
    'GET /shops': () =>
      [...sandbox.shops.values()].map(({ record, installation, orders }) => ({
        domain: record.myshopifyDomain,
        name: record.name,
        installed: installation !== null,
        orders: orders.size,
      })),
    'POST /shops': ({ body }) => controls.addShop(seedShopSchema.parse(body)).record,
    'GET /shops/:shop': (request) => {
      const {
        record,
        locations,
        installation,
        withholding: withheld,
        withheldContents,
        faults,
        bucket,
      } = shopOf(request);
      return {
        ...record,
        locations: [...locations.values()],
        installation,
        withheld,
        withheldContents,
        faults: faults.pending,
        throttleStatus: bucket.status,
      };
    },
    'GET /shops/:shop/id-token': (request) => ({ idToken: controls.idToken(shopOf(request).domain) }),
    'POST /shops/:shop/access-token': (request) => ({ accessToken: controls.accessToken(shopOf(request).domain) }),
    'POST /shops/:shop/revoke-access-tokens': (request) => controls.revokeAccessTokens(shopOf(request).domain),
    'POST /shops/:shop/install': (request) =>
      controls.installApp(shopOf(request).domain, scopeList.partial().parse(request.body ?? {}).scopes),
    'POST /shops/:shop/uninstall': (request) => controls.uninstallApp(shopOf(request).domain),
    'PUT /shops/:shop/scopes': (request) =>
      controls.grantScopes(shopOf(request).domain, scopeList.parse(request.body).scopes),
    'PUT /shops/:shop/faults': (request) =>
      controls.setFaults(shopOf(request).domain, z.array(faultSchema).parse(request.body)),
    'PUT /shops/:shop/withheld': (request) => {
      const { withhold, contents } = withholding.parse(request.body);
      controls.withhold(shopOf(request).domain, withhold, contents);
    },
    'GET /shops/:shop/flow/triggers': (request) => controls.flowTriggers(shopOf(request).domain),
    'PUT /shops/:shop/flow/use': (request) =>
      controls.useFlow(shopOf(request).domain, z.strictObject({ on: z.boolean() }).parse(request.body).on),
    'POST /shops/:shop/flow/actions': (request) =>
      controls.runFlowAction(shopOf(request).domain, flowRun.parse(request.body)),
    'GET /shops/:shop/emails': (request) => controls.emails(shopOf(request).domain),
    'PUT /shops/:shop/notifications': (request) =>
      controls.setMailsEvents(
        shopOf(request).domain,
        z.strictObject({ events: z.boolean() }).parse(request.body).events,
      ),
    'POST /shops/:shop/locations': (request) =>
      controls.addLocations(shopOf(request).domain, z.array(locationDraft).parse(request.body)),
    'POST /shops/:shop/drain': (request) => controls.drainBucket(shopOf(request).domain),
    'GET /shops/:shop/orders': (request) =>
      [...shopOf(request).orders.values()].map((order) => orderView(order, shopOf(request).domain)),
    'POST /shops/:shop/orders': (request) =>
      orderView(controls.enterOrder(shopOf(request).domain, orderDraft.parse(request.body)), shopOf(request).domain),
    'GET /shops/:shop/orders/:id': (request) =>
      orderView(shopOf(request).order(gid('Order', request)), shopOf(request).domain),
    'PATCH /shops/:shop/orders/:id': (request) =>
      orderView(
        controls.changeOrder(shopOf(request).domain, gid('Order', request), orderChange.parse(request.body)),
        shopOf(request).domain,
      ),
    'POST /shops/:shop/orders/:id/fulfillments': (request) =>
      fulfillmentView(
        controls.fulfill(shopOf(request).domain, gid('Order', request), fulfillChoice.parse(request.body ?? {})),
      ),
    'POST /shops/:shop/orders/:id/hold': (request) =>
      orderView(controls.holdOrder(shopOf(request).domain, gid('Order', request)), shopOf(request).domain),
    'POST /shops/:shop/orders/:id/release': (request) =>
      orderView(controls.releaseOrder(shopOf(request).domain, gid('Order', request)), shopOf(request).domain),
    'GET /shops/:shop/fulfillments/:id': (request) =>
      fulfillmentView(shopOf(request).fulfillment(gid('Fulfillment', request))),
    'POST /shops/:shop/fulfillments/:id/cancel': (request) =>
      fulfillmentView(controls.cancelFulfillment(shopOf(request).domain, gid('Fulfillment', request))),
    'POST /shops/:shop/fulfillments/:id/settle': (request) => {
      const { status } = z.strictObject({ status: z.enum(SETTLED_STATUSES).optional() }).parse(request.body ?? {});
      return fulfillmentView(controls.settleFulfillment(shopOf(request).domain, gid('Fulfillment', request), status));
    },
    'POST /shops/:shop/fulfillments/:id/events': (request) => {
      const { status } = z.strictObject({ status: z.enum(FULFILLMENT_EVENT_STATUSES) }).parse(request.body);
      return fulfillmentView(controls.recordEvent(shopOf(request).domain, gid('Fulfillment', request), status));
    },
    'PUT /address': ({ body }) =>
      controls.refuseAddress(z.strictObject({ isRefused: z.boolean() }).parse(body).isRefused),
    'GET /webhooks': ({ query }) =>
      controls.webhooks.log.filter(
        ({ topic, shop }) =>
          (query.topic === undefined || query.topic === topic) && (query.shop === undefined || query.shop === shop),
      ),
    'POST /webhooks': ({ body }) => {
      const { shop, topic, body: payload, ...options } = webhookOrder.parse(body);
      return controls.sendWebhook(shop, topic, payload, options);
    },
    'PUT /webhooks/policy': ({ body }) => controls.setWebhookPolicy(webhookPolicy.parse(body)),
    'POST /webhooks/release': ({ body }) =>
      controls.webhooks.release(z.strictObject({ reverse: z.boolean().optional() }).parse(body ?? {})),
    'POST /webhooks/:id/repeat': ({ params }) => controls.webhooks.repeat(params.id ?? ''),
  };

  for (const [route, answer] of Object.entries(routes)) {
    const [method = '', path = ''] = route.split(' ');
    const handle = asyncRoute(async (request, response) => {
      try {
        response.json((await answer(request)) ?? { ok: true });
      } catch (error) {
        const message = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
        response.status(400).json({ error: message });
      }
    });
    if (method === 'GET') router.get(`${PATH}${path}`, handle);
    else if (method === 'POST') router.post(`${PATH}${path}`, handle);
    else if (method === 'PUT') router.put(`${PATH}${path}`, handle);
    else router.patch(`${PATH}${path}`, handle);
  }
  return router;
}
