import type { PlanInput } from '../../../../app/domain/planning/delivery-plan.ts';
import type {
  DeliveryMethod,
  Fulfillment,
  FulfillmentLine,
  MailingAddress,
  Order,
} from '../../../../app/domain/fulfillment/fulfillment.ts';
import { shopSettingsSchema, type ShopSettings } from '../../../../app/domain/settings/shop-settings.ts';
import type { z } from 'zod';

/** Builders of what a plan is made from. Each gives a plain, plausible whole; a test states only what it is about. */

export const LOCATION = 'gid://shopify/Location/7001';

export function anAddress(parts: Partial<MailingAddress> = {}): MailingAddress {
  return {
    firstName: 'Ana',
    lastName: 'Rojas',
    company: null,
    phone: '+56 9 8765 4321',
    address1: 'Av. Providencia 1234',
    address2: 'Depto 56',
    city: 'Providencia',
    province: 'Santiago Metropolitan',
    provinceCode: 'RM',
    zip: '7500000',
    countryCode: 'CL',
    latitude: null,
    longitude: null,
    coordinatesValidated: true,
    ...parts,
  };
}

export function anOrder(parts: Partial<Order> = {}): Order {
  return {
    id: 'gid://shopify/Order/5001',
    name: '#1001',
    test: false,
    cancelledAt: null,
    tags: [],
    note: null,
    attributes: [],
    email: 'ana@example.com',
    phone: null,
    total: { amount: '25000.0', currency: 'CLP' },
    riskLevel: 'LOW',
    shippingLine: { title: 'Envío a domicilio', code: 'standard' },
    shippingAddress: anAddress(),
    billingAddress: null,
    customer: null,
    metafields: [],
    withheld: [],
    ...parts,
  };
}

export function aLine(parts: Partial<FulfillmentLine> = {}): FulfillmentLine {
  return {
    id: 'gid://shopify/FulfillmentLineItem/9001',
    quantity: 1,
    currentQuantity: 1,
    lineItemId: 'gid://shopify/LineItem/8001',
    sku: 'TE-VERDE',
    name: 'Té verde - 100 g',
    vendor: 'Casa del Té',
    requiresShipping: true,
    isGiftCard: false,
    discountedTotal: { amount: '12500.0', currency: 'CLP' },
    attributes: [],
    ...parts,
  };
}

export function aMethod(parts: Partial<DeliveryMethod> = {}): DeliveryMethod {
  return {
    type: 'SHIPPING',
    minDeliveryDateTime: null,
    maxDeliveryDateTime: null,
    presentedName: 'Envío a domicilio',
    instructions: null,
    phone: null,
    ...parts,
  };
}

export function aFulfillment(parts: Partial<Omit<Fulfillment, 'order'>> = {}, order: Partial<Order> = {}): Fulfillment {
  return {
    id: 'gid://shopify/Fulfillment/6001',
    name: '#1001.1',
    status: 'SUCCESS',
    createdAt: '2026-05-05T13:00:00Z',
    updatedAt: '2026-05-05T13:00:00Z',
    location: {
      id: LOCATION,
      name: 'Bodega Ñuñoa',
      address1: 'Irarrázaval 1000',
      address2: null,
      city: 'Ñuñoa',
      province: 'Santiago Metropolitan',
      zip: null,
      countryCode: 'CL',
    },
    deliveryMethods: [aMethod()],
    lines: [aLine()],
    tracking: [],
    order: anOrder(order),
    ...parts,
  };
}

/** Settings of a shop whose set-up is complete: its pickup is branch 12. */
export function settingsWith(parts: z.input<typeof shopSettingsSchema> = {}): ShopSettings {
  return shopSettingsSchema.parse({ ...parts, pickup: { default: { id: 12 }, ...parts.pickup } });
}

/** Tuesday 5 May 2026, 10:00 in Santiago. */
export const TUESDAY_MORNING = new Date('2026-05-05T14:00:00Z');

export function aPlanInput(parts: Partial<PlanInput> = {}): PlanInput {
  return {
    fulfillment: aFulfillment(),
    shop: { domain: 'casa-del-te.myshopify.com', name: 'Casa del Té', currency: 'CLP', timeZone: 'America/Santiago' },
    settings: settingsWith(),
    operator: { timeZone: null, servedDistricts: null },
    now: TUESDAY_MORNING,
    ...parts,
  };
}
