import type { OrderDraft } from '../orders/order-draft.ts';
import type { SeedShop } from './plant-seed.ts';

const METROPOLITAN = { province: 'Santiago Metropolitan', provinceCode: 'RM' };

const standard = { title: 'Despacho a domicilio', code: 'DOMICILIO', price: '3990' };
const express = { title: 'Despacho exprés (hoy)', code: 'EXPRESS', price: '5990' };

const coffee = {
  title: 'Café de grano Ñuble 1 kg',
  sku: 'CAF-NUB-1K',
  vendor: 'Tostaduría Sur',
  price: '15990',
  grams: 1000,
};
const press = {
  title: 'Prensa francesa',
  variantTitle: '600 ml',
  sku: 'PRE-600',
  vendor: 'Tostaduría Sur',
  price: '24990',
  grams: 720,
};
const filters = { title: 'Filtros de papel', variantTitle: '100 unidades', sku: 'FIL-100', price: '4990', grams: 120 };

const orders: { daysAgo: number; draft: OrderDraft }[] = [
  {
    daysAgo: 1.9,
    draft: {
      email: 'ignacio.munoz@example.com',
      phone: '+56987654321',
      customer: { firstName: 'Ignacio', lastName: 'Muñoz', email: 'ignacio.munoz@example.com', phone: '+56987654321' },
      shippingAddress: {
        firstName: 'Ignacio',
        lastName: 'Muñoz',
        phone: '9 8765 4321',
        address1: 'Av. Irarrázaval 2401',
        address2: 'Depto 1204',
        city: 'Ñuñoa',
        zip: '7750000',
        ...METROPOLITAN,
        latitude: -33.45367,
        longitude: -70.60462,
      },
      lineItems: [{ ...coffee, quantity: 2 }],
      shippingLine: express,
      localizedFields: [{ key: 'SHIPPING_CREDENTIAL_CL', value: '11111111-1' }],
    },
  },
  {
    daysAgo: 1.6,
    draft: {
      email: 'fernanda.soto@example.com',
      customer: { firstName: 'Fernanda', lastName: 'Soto', email: 'fernanda.soto@example.com', phone: '+56912345678' },
      shippingAddress: {
        firstName: 'Fernanda',
        lastName: 'Soto',
        phone: '(+56) 9 1234 5678',
        address1: 'Pedro de Valdivia 1783, casa B',
        city: 'Providencia',
        ...METROPOLITAN,
      },
      lineItems: [
        { ...press, quantity: 1, discount: '4990' },
        { ...filters, quantity: 3 },
      ],
      shippingLine: standard,
    },
  },
  {
    // The comuna is spelled differently from the official name.
    daysAgo: 1.4,
    draft: {
      email: 'tomas.reyes@example.com',
      customer: { firstName: 'Tomás', lastName: 'Reyes', email: 'tomas.reyes@example.com' },
      shippingAddress: {
        firstName: 'Tomás',
        lastName: 'Reyes',
        phone: '22 345 6789',
        address1: 'Av. Vicuña Mackenna 7110',
        address2: 'Torre A, of. 55',
        city: 'la florida',
        ...METROPOLITAN,
      },
      lineItems: [{ ...coffee, quantity: 1 }],
      shippingLine: standard,
    },
  },
  {
    // The city is Santiago, and the comuna comes after the street.
    daysAgo: 1.2,
    draft: {
      email: 'josefa.diaz@example.com',
      customer: { firstName: 'Josefa', lastName: 'Díaz', email: 'josefa.diaz@example.com', phone: '+56933221100' },
      shippingAddress: {
        firstName: 'Josefa',
        lastName: 'Díaz',
        phone: '+56933221100',
        address1: 'Av. Apoquindo 4501, Las Condes',
        address2: 'Piso 7',
        city: 'Santiago',
        ...METROPOLITAN,
      },
      lineItems: [
        { ...coffee, quantity: 3 },
        { ...press, quantity: 1 },
      ],
      shippingLine: express,
      tags: ['VIP'],
    },
  },
  {
    // The address is in another region.
    daysAgo: 1,
    draft: {
      email: 'benjamin.araya@example.com',
      customer: {
        firstName: 'Benjamín',
        lastName: 'Araya',
        email: 'benjamin.araya@example.com',
        phone: '+56955443322',
      },
      shippingAddress: {
        firstName: 'Benjamín',
        lastName: 'Araya',
        phone: '955443322',
        address1: 'Calle Valparaíso 585',
        address2: 'Local 14',
        city: 'Viña del Mar',
        province: 'Valparaíso',
        provinceCode: 'VS',
      },
      lineItems: [{ ...filters, quantity: 10 }],
      shippingLine: standard,
    },
  },
  {
    daysAgo: 0.8,
    draft: {
      email: 'catalina.perez@example.com',
      customer: {
        firstName: 'Catalina',
        lastName: 'Pérez',
        email: 'catalina.perez@example.com',
        phone: '+56966778899',
      },
      shippingAddress: {
        firstName: 'Catalina',
        lastName: 'Pérez',
        phone: '966778899',
        address1: 'Gran Avenida José Miguel Carrera 5020',
        city: 'San Miguel',
        ...METROPOLITAN,
      },
      lineItems: [
        { ...coffee, quantity: 1 },
        { ...press, quantity: 1, location: 'Tienda Providencia' },
      ],
      shippingLine: standard,
      note: 'Llamar antes de llegar. El citófono no funciona.',
    },
  },
  {
    daysAgo: 0.6,
    draft: {
      email: 'vicente.rojas@example.com',
      customer: { firstName: 'Vicente', lastName: 'Rojas', email: 'vicente.rojas@example.com', phone: '+56944556677' },
      lineItems: [{ ...press, quantity: 1, location: 'Tienda Providencia' }],
      shippingLine: { title: 'Retiro en tienda', code: 'Tienda Providencia', price: '0' },
      delivery: { method: 'PICK_UP', presentedName: 'Retiro en tienda' },
    },
  },
  {
    // The merchant holds the order until the payment is settled.
    daysAgo: 0.2,
    draft: {
      email: 'emilia.contreras@example.com',
      customer: { firstName: 'Emilia', lastName: 'Contreras', email: 'emilia.contreras@example.com' },
      shippingAddress: {
        firstName: 'Emilia',
        lastName: 'Contreras',
        phone: '+56 9 7766 5544',
        address1: 'Av. Pajaritos 3030',
        address2: 'Block 4, depto 21',
        city: 'Maipú',
        ...METROPOLITAN,
      },
      lineItems: [{ ...coffee, quantity: 2 }],
      shippingLine: standard,
      financialStatus: 'PENDING',
      onHold: true,
      risk: 'MEDIUM',
    },
  },
];

export const almacenSantiago: SeedShop = {
  domain: 'almacen-santiago.myshopify.com',
  name: 'Almacén Santiago',
  owner: 'Rodrigo Fuentes',
  email: 'contacto@almacen-santiago.example.com',
  ianaTimezone: 'America/Santiago',
  currencyCode: 'CLP',
  country: { code: 'CL', name: 'Chile' },
  address: { address1: 'Av. Providencia 2124', city: 'Providencia', ...METROPOLITAN, phone: '+56223456000' },
  fulfillmentMark: '-F',
  locations: [
    {
      name: 'Bodega Quilicura',
      address: {
        address1: 'Av. Presidente Eduardo Frei Montalva 9600',
        address2: 'Bodega 12',
        city: 'Quilicura',
        ...METROPOLITAN,
        phone: '+56223456001',
      },
    },
    {
      name: 'Tienda Providencia',
      address: { address1: 'Av. Providencia 2124', address2: 'Local 12', city: 'Providencia', ...METROPOLITAN },
    },
  ],
  installed: true,
  orders,
};
