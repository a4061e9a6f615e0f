import type { SeedShop } from './plant-seed.ts';

const LIMA = { province: 'Lima (Metropolitan)', provinceCode: 'PE-LMA' };

/** A shop that has not installed the app. */
export const libreriaBarranco: SeedShop = {
  domain: 'libreria-barranco.myshopify.com',
  name: 'Librería Barranco',
  owner: 'Óscar Delgado',
  email: 'libros@libreria-barranco.example.com',
  ianaTimezone: 'America/Lima',
  currencyCode: 'PEN',
  locale: 'en',
  hasPinnedBlocks: false,
  country: { code: 'PE', name: 'Peru' },
  address: { address1: 'Av. Grau 320', city: 'Barranco', ...LIMA },
  locations: [{ name: 'Librería', address: { address1: 'Av. Grau 320', city: 'Barranco', ...LIMA } }],
  orders: [
    {
      daysAgo: 0.4,
      draft: {
        email: 'elena.campos@example.com',
        customer: { firstName: 'Elena', lastName: 'Campos', email: 'elena.campos@example.com', phone: '+51911222333' },
        shippingAddress: {
          firstName: 'Elena',
          lastName: 'Campos',
          phone: '911 222 333',
          address1: 'Calle Los Cedros 118',
          address2: 'Pueblo Libre',
          city: 'Lima',
          ...LIMA,
        },
        lineItems: [{ title: 'Los ríos profundos', sku: 'LIB-0001', price: '45.00', quantity: 1, grams: 350 }],
        shippingLine: { title: 'Courier', price: '12.00' },
      },
    },
    {
      daysAgo: 0.1,
      draft: {
        email: 'bruno.leon@example.com',
        customer: { firstName: 'Bruno', lastName: 'León', email: 'bruno.leon@example.com' },
        shippingAddress: {
          firstName: 'Bruno',
          lastName: 'León',
          phone: '01 462 1190',
          address1: 'Av. Sáenz Peña 150, int. 3',
          city: 'Callao',
          province: 'El Callao',
          provinceCode: 'PE-CAL',
        },
        lineItems: [{ title: 'Trilce', sku: 'LIB-0002', price: '38.50', quantity: 2, grams: 220 }],
        shippingLine: { title: 'Courier', price: '12.00' },
      },
    },
  ],
};
