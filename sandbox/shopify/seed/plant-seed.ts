import { z } from 'zod';
import { addLocations, locationDraft } from '../shop/adding-locations.ts';
import { addressDraft, type OrderDraft } from '../orders/order-draft.ts';
import { addressRecord } from '../orders/addresses.ts';
import { enterOrder } from '../orders/order-entry.ts';
import { installApp } from '../access/installing.ts';
import { timestamp, type Sandbox } from '../sandbox.ts';
import { SandboxShop } from '../shop/shop.ts';

/** A shop to start with. */
export const seedShopSchema = z.strictObject({
  domain: z.string().regex(/^[a-z0-9-]+\.myshopify\.com$/),
  name: z.string(),
  owner: z.string(),
  email: z.string(),
  ianaTimezone: z.string(),
  currencyCode: z.string().length(3),
  locale: z.string().default('es'),
  country: z.strictObject({ code: z.string().length(2), name: z.string() }),
  address: addressDraft.default({}),
  fulfillmentMark: z.enum(['.', '-F']).default('.'),
  /** Lines leave from the first location unless an order names another. */
  locations: z.array(locationDraft).min(1),
  /** Query points of the shop's plan. */
  limits: z
    .strictObject({
      maximum: z.number().positive().optional(),
      restoreRate: z.number().min(0).optional(),
      maxQueryCost: z.number().positive().optional(),
    })
    .default({}),
  /** Whether the merchant has already installed the app. */
  installed: z.boolean().default(false),
  /** Whether the merchant has already pinned the app's blocks. */
  hasPinnedBlocks: z.boolean().default(true),
  /** `daysAgo` counts back from the start. */
  orders: z.array(z.strictObject({ daysAgo: z.number().min(0).default(0), draft: z.custom<OrderDraft>() })).default([]),
});
export type SeedShop = z.input<typeof seedShopSchema>;

/** Creates the shops with their locations and orders. No webhooks are sent for orders from before the installation. */
export function plantSeed(sandbox: Sandbox, shops: readonly SeedShop[]): void {
  for (const input of shops) {
    const seed = seedShopSchema.parse(input);
    const now = timestamp(sandbox);
    const { gids } = sandbox;
    const shop = new SandboxShop(
      {
        __typename: 'Shop',
        id: gids.next('Shop'),
        name: seed.name,
        myshopifyDomain: seed.domain,
        email: seed.email,
        contactEmail: seed.email,
        shopOwnerName: seed.owner,
        ianaTimezone: seed.ianaTimezone,
        currencyCode: seed.currencyCode,
        weightUnit: 'KILOGRAMS',
        taxesIncluded: true,
        createdAt: now,
        updatedAt: now,
        shopAddress: {
          ...addressRecord(gids, { country: seed.country.name, countryCode: seed.country.code, ...seed.address }),
          __typename: 'ShopAddress',
        },
        locale: seed.locale,
        fulfillmentMark: seed.fulfillmentMark,
      },
      sandbox.clock,
      seed.limits,
    );
    shop.hasPinnedBlocks = seed.hasPinnedBlocks;
    addLocations(sandbox, shop, seed.locations);
    sandbox.shops.set(seed.domain, shop);
    for (const { daysAgo, draft } of seed.orders) {
      const createdAt = new Date(sandbox.clock.now().getTime() - daysAgo * 86_400_000);
      enterOrder(sandbox, shop, { createdAt: `${createdAt.toISOString().slice(0, 19)}Z`, ...draft });
    }
    if (seed.installed) installApp(sandbox, shop);
  }
}
