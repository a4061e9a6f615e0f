/**
 * Routes a program's requests to `https://{shop}.myshopify.com` to the sandbox. All other requests go where they
 * belong:
 *
 *     SANDBOX_SHOPIFY_URL=http://127.0.0.1:4001 node --import ./sandbox/shopify/route-shop-hosts.ts app/main.ts
 */
import { z } from 'zod';
import { routeShopHosts } from './shop-hosts.ts';

routeShopHosts(
  z
    .url({ error: 'SANDBOX_SHOPIFY_URL must be the address of the sandbox Shopify, e.g. http://127.0.0.1:4001' })
    .parse(process.env.SANDBOX_SHOPIFY_URL),
);
