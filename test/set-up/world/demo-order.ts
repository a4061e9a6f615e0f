import type { OrderDraft } from '../../../sandbox/shopify/orders/order-entry.ts';
import type { SeedShop } from '../../../sandbox/shopify/seed/plant-seed.ts';

export const SHOP = 'tienda-prueba.myshopify.com';

export const TEST_SHOP: SeedShop = {
  domain: SHOP,
  name: 'Tienda Prueba',
  owner: 'Rosa Quispe',
  email: 'rosa@tienda-prueba.example',
  ianaTimezone: 'America/Lima',
  currencyCode: 'PEN',
  country: { code: 'PE', name: 'Peru' },
  locations: [{ name: 'Almacén Surquillo', address: { address1: 'Av. Angamos Este 1551', city: 'Surquillo' } }],
};

export const SECOND_SHOP = 'segunda-tienda.myshopify.com';

export const SECOND_TEST_SHOP: SeedShop = {
  ...TEST_SHOP,
  domain: SECOND_SHOP,
  name: 'Segunda Tienda',
  email: 'rosa@segunda-tienda.example',
};

/** An order of a buyer in Lima. Every text about her is marked, so that a test finds any leak. */
export function limaOrder(change: Partial<OrderDraft> = {}): OrderDraft {
  return {
    email: 'marked-email@example.com',
    note: 'marked-note: tocar el timbre',
    customer: { firstName: 'Marked-Íñigo', lastName: 'Marked-Ñahui', email: 'marked-email@example.com' },
    shippingAddress: {
      firstName: 'Marked-Íñigo',
      lastName: 'Marked-Ñahui',
      address1: 'Marked-Calle Los Ñandúes 345',
      address2: 'Marked-dpto 402',
      city: 'Miraflores',
      province: 'Lima',
      zip: '15074',
      phone: '987 654 321',
    },
    lineItems: [
      { title: 'Té verde', variantTitle: '100 g', sku: 'TE-100', quantity: 2, price: '20.00' },
      { title: 'Taza', sku: 'TAZA', quantity: 1, price: '35.00', discount: '5.00' },
      { title: 'Tarjeta de regalo', price: '50.00', isGiftCard: true, requiresShipping: false },
    ],
    shippingLine: { title: 'Despacho a domicilio', price: '12.00' },
    ...change,
  };
}

/** Patterns of the buyer's data, which no log, message or row may contain. */
export const MARKED = [/marked-/i, /987 ?654 ?321/];
