import { describe, expect, it } from 'vitest';
import { shopSettingsSchema } from '../../app/domain/settings/shop-settings.ts';
import { correctOrderField, type Correction } from '../../app/shopify/admin-api/correct-order.ts';
import { correctableOrder } from '../../app/shopify/admin-api/operations.ts';
import { SHOP, startSandbox } from '../sandbox/shopify/sandbox-under-test.ts';
import { limaOrder } from '../set-up/world/demo-order.ts';
import { adminApiOf } from './sandbox-admin-api.ts';

type Draft = Parameters<typeof limaOrder>[0];
type Typed = Pick<Correction, 'field' | 'value'>;

/** @returns how each correction ended, and the order afterwards */
async function correct(draft: Draft, corrections: readonly Typed[], settings: object = {}) {
  const sandbox = await startSandbox(); // of a shop in Peru
  const { adminApi } = adminApiOf(sandbox);
  const { mapping } = shopSettingsSchema.parse({ mapping: settings });
  const { id: orderId } = sandbox.enterOrder(SHOP, limaOrder(draft));
  const ends: string[] = [];
  for (const typed of corrections) {
    ends.push(await correctOrderField(adminApi, SHOP, { orderId, ...typed }, mapping));
  }
  return { ends, order: (await adminApi.request(SHOP, correctableOrder, { id: orderId })).order };
}

it('reads a corrected phone in the country of the order’s address', async () => {
  const shippingAddress = { ...limaOrder().shippingAddress, country: 'Chile', countryCode: 'CL', phone: '12' };
  const phones = ['9 1234', '987 654 321'].map((value) => ({ field: 'phone', value }) as const);
  const { ends, order } = await correct({ shippingAddress }, phones);
  expect(ends).toEqual(['invalid', 'written']);
  expect(order?.shippingAddress).toMatchObject({ phone: '+56987654321', city: shippingAddress.city });
});

it.each([
  ['with a code', { province: 'Lima (Metropolitan)', provinceCode: 'PE-LMA' }],
  ['without a code', { province: 'Lima y Callao', provinceCode: null }],
])('leaves the rest of the address as it is, and a province %s', async (_, region) => {
  const shippingAddress = { ...limaOrder().shippingAddress, ...region };
  const { ends, order } = await correct({ shippingAddress }, [{ field: 'address1', value: 'Av. Larco 1' }]);
  expect(ends).toEqual(['written']);
  expect(order?.shippingAddress).toMatchObject({ ...shippingAddress, address1: 'Av. Larco 1' });
});

describe('the date of an order', () => {
  const gift = { key: 'Regalo', value: 'sí' };
  const empty = { key: 'Nota', value: null };
  const day = { key: 'Fecha de entrega', value: '2026-11-20' };
  const time = { key: 'Hora de entrega', value: '10:00-12:00' };

  it.each([
    [
      'of a known date picker',
      [gift, day, empty, time],
      {},
      [gift, { ...day, value: '2026-12-01' }, { ...empty, value: '' }, time],
    ],
    [
      'in the attribute that the shop has chosen',
      [{ key: 'Día', value: 'x' }, gift],
      { windowAttributes: { date: 'Día' } },
      [{ key: 'Día', value: '2026-12-01' }, gift],
    ],
  ])('%s is written, and all other attributes stay', async (_, customAttributes, settings, after) => {
    const { ends, order } = await correct({ customAttributes }, [{ field: 'date', value: '2026-12-01' }], settings);
    expect(ends).toEqual(['written']);
    expect(order?.customAttributes).toEqual(after);
  });

  it.each([
    ['no date', [gift], {}, '2026-12-01', 'no-date'],
    ['a date with its times', [{ ...day, value: '30/11/2026, 14:00 - 18:00' }], {}, '2026-12-01', 'no-date'],
    [
      'one text for date and times',
      [day],
      { windowAttributes: { date: day.key, start: day.key } },
      '2026-12-01',
      'no-date',
    ],
    ['another form of a date', [day], {}, '1/12/2026', 'invalid'],
  ])('stays where there is %s', async (_, customAttributes, settings, value, end) => {
    const { ends, order } = await correct({ customAttributes }, [{ field: 'date', value }], settings);
    expect(ends).toEqual([end]);
    expect(order?.customAttributes).toEqual(customAttributes);
  });
});
