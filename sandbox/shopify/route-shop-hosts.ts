/**
 * Sends what a program asks of `https://{shop}.myshopify.com` to the sandbox instead, everything else where it belongs:
 *
 *     SANDBOX_SHOPIFY_URL=http://127.0.0.1:4001 node --import ./sandbox/shopify/route-shop-hosts.ts app/main.ts
 *
 * It has to come before the program: Shopify's library keeps the `fetch` it finds when it is imported.
 */
import { z } from 'zod';
import { routeShopHosts } from './shop-hosts.ts';

routeShopHosts(
  z
    .url({ error: 'SANDBOX_SHOPIFY_URL must be the address of the sandbox Shopify, e.g. http://127.0.0.1:4001' })
    .parse(process.env.SANDBOX_SHOPIFY_URL),
);
