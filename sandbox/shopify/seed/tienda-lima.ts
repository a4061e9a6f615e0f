import { DateTime } from 'luxon';
import type { OrderDraft } from '../orders/order-draft.ts';
import type { SeedShop } from './plant-seed.ts';

const LIMA = { province: 'Lima', provinceCode: 'PE-LIM' };

const standard = { title: 'Envío estándar (24 h)', code: 'estandar', price: '10.00' };
const sameDay = { title: 'Envío el mismo día', code: 'mismo-dia', price: '18.00' };

const sneakers = {
  title: 'Zapatillas Urbanas Ñusta',
  variantTitle: '38 / Blanco',
  sku: 'ZAP-NUS-38-BL',
  vendor: 'Ñusta',
  price: '249.90',
  grams: 850,
};
const tShirt = {
  title: 'Polo algodón pima',
  variantTitle: 'M / Azul',
  sku: 'POL-PIM-M-AZ',
  vendor: 'Costa',
  price: '59.90',
  grams: 180,
};
const backpack = { title: 'Mochila Andina 20 L', sku: 'MOC-AND-20', vendor: 'Costa', price: '189.00', grams: 900 };
const mug = { title: 'Taza de cerámica', sku: 'TAZ-CER', vendor: 'Taller Barranco', price: '35.00', grams: 400 };
const giftCard = { title: 'Tarjeta de regalo', variantTitle: 'S/ 100', price: '100.00', isGiftCard: true };

/** No delivery is due on a Sunday. */
function dayAfter(now: Date): DateTime {
  const today = DateTime.fromJSDate(now, { zone: 'America/Lima' });
  return today.plus({ days: today.weekday === 6 ? 2 : 1 });
}

/** @param soon the next day but no Sunday, as `2026-12-01`, for the dates that buyers chose */
const ordersFor = (soon: string): { daysAgo: number; draft: OrderDraft }[] => [
  {
    daysAgo: 2.1,
    draft: {
      email: 'valeria.quispe@example.com',
      phone: '+51987654321',
      customer: {
        firstName: 'Valeria',
        lastName: 'Quispe Ñaupari',
        email: 'valeria.quispe@example.com',
        phone: '+51987654321',
      },
      shippingAddress: {
        firstName: 'Valeria',
        lastName: 'Quispe Ñaupari',
        phone: '987 654 321',
        address1: 'Av. José Larco 1150',
        address2: 'Dpto. 402',
        city: 'Miraflores',
        zip: '15074',
        ...LIMA,
        latitude: -12.12988,
        longitude: -77.03011,
      },
      lineItems: [
        { ...sneakers, quantity: 1 },
        { ...tShirt, quantity: 2 },
      ],
      shippingLine: sameDay,
      note: 'Tocar el timbre 402, la portería cierra a las 7 p. m.',
    },
  },
  {
    // The city is Lima, and the district is in the second line.
    daysAgo: 2,
    draft: {
      email: 'jorge.mamani@example.com',
      customer: { firstName: 'Jorge', lastName: 'Mamani Condori', email: 'jorge.mamani@example.com' },
      shippingAddress: {
        firstName: 'Jorge',
        lastName: 'Mamani Condori',
        phone: '51 956 123 478',
        address1: 'Jr. Huiracocha 1520, dpto 301',
        address2: 'Jesús María',
        city: 'Lima',
        zip: '15072',
        ...LIMA,
      },
      lineItems: [{ ...backpack, quantity: 1, discount: '18.90' }],
      shippingLine: standard,
      tags: ['mayorista'],
    },
  },
  {
    // Only the customer has a phone, in the local format.
    daysAgo: 1.9,
    draft: {
      email: 'lucia.paredes@example.com',
      customer: { firstName: 'Lucía', lastName: 'Paredes', email: 'lucia.paredes@example.com', phone: '+51944112233' },
      shippingAddress: {
        firstName: 'Lucía',
        lastName: 'Paredes',
        address1: 'Calle Las Begonias 441',
        address2: 'Of. 903',
        city: 'San Isidro',
        zip: '15046',
        ...LIMA,
      },
      lineItems: [{ ...mug, quantity: 6, discount: '21.00' }],
      shippingLine: standard,
    },
  },
  {
    // Only the billing address has a phone.
    daysAgo: 1.8,
    draft: {
      email: 'compras.estudio@example.com',
      customer: { firstName: 'Rosa', lastName: 'Alva', email: 'compras.estudio@example.com' },
      shippingAddress: {
        firstName: 'Rosa',
        lastName: 'Alva',
        address1: 'Av. Primavera 1878',
        city: 'Santiago de Surco',
        zip: '15023',
        ...LIMA,
      },
      billingAddress: {
        firstName: 'Rosa',
        lastName: 'Alva',
        phone: '(01) 445-1288',
        address1: 'Av. Benavides 2549',
        city: 'Miraflores',
        ...LIMA,
      },
      lineItems: [{ ...tShirt, quantity: 3 }],
      shippingLine: standard,
    },
  },
  {
    // A company only, without a person's name.
    daysAgo: 1.7,
    draft: {
      email: 'logistica@panaderia.example.com',
      shippingAddress: {
        company: 'Panadería El Buen Pan S. A. C.',
        phone: '+51 1 715 0099 anexo 12',
        address1: 'Av. Universitaria 1801',
        city: 'San Miguel',
        ...LIMA,
      },
      lineItems: [{ ...mug, quantity: 24, discount: '84.00' }],
      shippingLine: standard,
      customAttributes: [{ key: 'RUC', value: '20600000001' }],
    },
  },
  {
    // Extended address: an invisible character joins the parts of the first line.
    daysAgo: 1.6,
    draft: {
      email: 'mateo.rojas@example.com',
      phone: '+51961222333',
      customer: { firstName: 'Mateo', lastName: 'Rojas Peña', email: 'mateo.rojas@example.com', phone: '+51961222333' },
      shippingAddress: {
        firstName: 'Mateo',
        lastName: 'Rojas Peña',
        phone: '961222333',
        address1: 'Av. La Molina\u2060 1450',
        address2: 'Mz. B Lt. 12\u2060 Urb. Santa Patricia',
        city: 'La Molina',
        ...LIMA,
      },
      lineItems: [{ ...sneakers, variantTitle: '42 / Negro', sku: 'ZAP-NUS-42-NG', quantity: 1 }],
      shippingLine: sameDay,
      customAttributes: [
        { key: 'Fecha de entrega', value: soon },
        { key: 'Horario', value: '15:00 - 19:00' },
      ],
    },
  },
  {
    // A gift card and goods in one order.
    daysAgo: 1.4,
    draft: {
      email: 'camila.torres@example.com',
      customer: { firstName: 'Camila', lastName: 'Torres', email: 'camila.torres@example.com', phone: '+51933444555' },
      shippingAddress: {
        firstName: 'Camila',
        lastName: 'Torres',
        phone: '+51 933 444 555',
        address1: 'Jr. Domeyer 204',
        city: 'Barranco',
        zip: '15063',
        ...LIMA,
      },
      lineItems: [{ ...mug, quantity: 2 }, { ...giftCard }],
      shippingLine: standard,
      note: 'Es un regalo, no incluir boleta.',
    },
  },
  {
    // Only a gift card: nothing to deliver, and no address.
    daysAgo: 1.3,
    draft: {
      email: 'andrea.nunez@example.com',
      customer: { firstName: 'Andrea', lastName: 'Núñez', email: 'andrea.nunez@example.com' },
      lineItems: [{ ...giftCard }],
    },
  },
  {
    // Digital: an order without shipping.
    daysAgo: 1.2,
    draft: {
      email: 'diego.salas@example.com',
      customer: { firstName: 'Diego', lastName: 'Salas', email: 'diego.salas@example.com' },
      lineItems: [{ title: 'Molde de costura (PDF)', sku: 'PDF-MOLDE', price: '25.00', requiresShipping: false }],
    },
  },
  {
    // Shipped from two locations at once.
    daysAgo: 1.1,
    draft: {
      email: 'patricia.huaman@example.com',
      customer: {
        firstName: 'Patricia',
        lastName: 'Huamán Ríos',
        email: 'patricia.huaman@example.com',
        phone: '+51999888777',
      },
      shippingAddress: {
        firstName: 'Patricia',
        lastName: 'Huamán Ríos',
        phone: '999888777',
        address1: 'Av. Alfredo Mendiola 3900',
        address2: 'Block C, dpto. 105',
        city: 'Los Olivos',
        ...LIMA,
      },
      lineItems: [
        { ...sneakers, quantity: 1 },
        { ...backpack, quantity: 1, location: 'Almacén Lurín' },
        { ...mug, quantity: 2, location: 'Almacén Lurín' },
      ],
      shippingLine: standard,
    },
  },
  {
    // The buyer collects it in the shop.
    daysAgo: 1,
    draft: {
      email: 'renzo.castillo@example.com',
      customer: {
        firstName: 'Renzo',
        lastName: 'Castillo',
        email: 'renzo.castillo@example.com',
        phone: '+51977000111',
      },
      lineItems: [{ ...tShirt, quantity: 1 }],
      shippingLine: { title: 'Recojo en tienda Miraflores', code: 'Tienda Miraflores', price: '0' },
      delivery: { method: 'PICK_UP', presentedName: 'Recojo en tienda Miraflores' },
    },
  },
  {
    // Local delivery with a window that the buyer chose and instructions for the courier.
    daysAgo: 0.9,
    draft: {
      email: 'ximena.bravo@example.com',
      customer: { firstName: 'Ximena', lastName: 'Bravo', email: 'ximena.bravo@example.com', phone: '+51955666777' },
      shippingAddress: {
        firstName: 'Ximena',
        lastName: 'Bravo',
        phone: '955666777',
        address1: 'Av. Pardo 620',
        address2: 'Torre 2, piso 8',
        city: 'Miraflores',
        ...LIMA,
      },
      lineItems: [{ ...backpack, quantity: 1 }],
      shippingLine: { title: 'Entrega local', code: 'local', price: '8.00' },
      delivery: {
        method: 'LOCAL',
        presentedName: 'Entrega local',
        minDeliveryDateTime: `${soon}T15:00:00-05:00`,
        maxDeliveryDateTime: `${soon}T18:00:00-05:00`,
        instructions: 'Dejar con el vigilante',
        phone: '955666777',
      },
    },
  },
  {
    daysAgo: 0.7,
    draft: {
      email: 'comprador.nuevo@example.com',
      customer: { firstName: 'John', lastName: 'Smith', email: 'comprador.nuevo@example.com' },
      shippingAddress: {
        firstName: 'John',
        lastName: 'Smith',
        phone: '999',
        address1: 'Av. Próceres de la Independencia 1632',
        city: 'San Juan de Lurigancho',
        ...LIMA,
      },
      lineItems: [{ ...sneakers, quantity: 5 }],
      shippingLine: sameDay,
      risk: 'HIGH',
    },
  },
  {
    daysAgo: 0.5,
    draft: {
      email: 'prueba@example.com',
      customer: { firstName: 'Pedido', lastName: 'de Prueba', email: 'prueba@example.com' },
      shippingAddress: {
        firstName: 'Pedido',
        lastName: 'de Prueba',
        phone: '+51900000000',
        address1: 'Av. Arequipa 2450',
        city: 'Lince',
        ...LIMA,
      },
      lineItems: [{ ...mug, quantity: 1 }],
      shippingLine: standard,
      test: true,
    },
  },
  {
    // No district in any field.
    daysAgo: 0.3,
    draft: {
      email: 'sofia.vega@example.com',
      customer: { firstName: 'Sofía', lastName: 'Vega', email: 'sofia.vega@example.com', phone: '+51922333444' },
      shippingAddress: {
        firstName: 'Sofía',
        lastName: 'Vega',
        phone: '922333444',
        address1: 'Jr. Junín 455',
        city: 'Lima',
        ...LIMA,
      },
      lineItems: [{ ...tShirt, quantity: 1 }],
      shippingLine: standard,
    },
  },
];

export const tiendaLima = (now: Date): SeedShop => ({
  domain: 'tienda-lima.myshopify.com',
  name: 'Tienda Lima',
  owner: 'Milagros Ortiz',
  email: 'hola@tienda-lima.example.com',
  ianaTimezone: 'America/Lima',
  currencyCode: 'PEN',
  country: { code: 'PE', name: 'Peru' },
  address: { address1: 'Av. José Larco 743', city: 'Miraflores', ...LIMA, phone: '+5116100000' },
  locations: [
    {
      name: 'Tienda Miraflores',
      address: { address1: 'Av. José Larco 743', city: 'Miraflores', zip: '15074', ...LIMA, phone: '+5116100000' },
    },
    {
      name: 'Almacén Lurín',
      address: {
        address1: 'Antigua Panamericana Sur km 29.5',
        address2: 'Mz. D Lt. 4',
        city: 'Lurín',
        ...LIMA,
        phone: '+5116100001',
      },
    },
    {
      name: 'Fulfillment Norte',
      isFulfillmentService: true,
      address: { address1: 'Av. Carlos Izaguirre 275', city: 'Independencia', ...LIMA },
    },
  ],
  installed: true,
  orders: ordersFor(dayAfter(now).toFormat('yyyy-MM-dd')),
});
