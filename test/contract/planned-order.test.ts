import { expect, test } from 'vitest';
import type { PlanInput } from '../../app/domain/planning/delivery-plan.ts';
import { planDelivery } from '../../app/domain/planning/plan-delivery.ts';
import { compareOrder } from '../../app/domain/hand-over/same-order.ts';
import { createOrder, findOrder } from '../../app/operator/client.ts';
import {
  aFulfillment,
  aLine,
  aMethod,
  anAddress,
  aPlanInput,
  settingsWith,
} from '../domain/planning/inputs/plan-inputs.ts';
import { operatorAccount, TOKEN } from './operator-account.ts';

/** What is planned for a fulfillment, handed over: an operator whose reading of the interface is its own takes it. */

/** The branches that the builders' settings name. */
const BRANCHES = [12];

/** A pharmacy's parcel: two lines, one of them discounted; an apartment, a window, a prescription, a gift. */
const fulfillment = aFulfillment(
  {
    name: '#FARMA 1042.2',
    deliveryMethods: [aMethod({ instructions: 'Dejar en conserjería' })],
    lines: [
      aLine({ sku: 'AMX-500', name: 'Amoxicilina 500 mg — 21 cápsulas', quantity: 2 }),
      aLine({ sku: null, lineItemId: 'gid://shopify/LineItem/8002', name: 'Termómetro', vendor: 'Salud & Cía.' }),
      aLine({ name: 'Tarjeta de regalo', isGiftCard: true, requiresShipping: false }),
    ],
  },
  {
    name: '#FARMA 1042',
    note: 'Tocar el timbre\n"dos veces"',
    attributes: [
      { key: 'Receta', value: 'https://files.example.cl/r/1042-Ñ.pdf' },
      { key: 'Fecha', value: '08/05/2026' },
      { key: 'Horario', value: '10:00 - 12:00' },
    ],
    shippingAddress: anAddress({
      firstName: 'Begoña',
      lastName: "O'Higgins Núñez",
      phone: '9 8765 4321',
      latitude: -33.4372,
      longitude: -70.65,
      address1: 'Av. Irarrázaval 1000',
      address2: 'Torre B, depto. 1204',
      city: 'Nunoa',
    }),
  },
);
const mapping = {
  districtAliases: { Nunoa: 'Ñuñoa' },
  files: [{ from: 'note-attribute' as const, name: 'Receta' }],
  tags: { canal: 'shopify {order}', marca: '{vendor}' },
  windowAttributes: { date: 'Fecha', start: 'Horario' },
};
const BODEGA = { name: 'Bodega Ñuñoa', address: 'Irarrázaval 1000', district: 'Ñuñoa' };

async function handOver(input: Partial<PlanInput>) {
  const { operator, access } = await operatorAccount({ branches: { [TOKEN]: BRANCHES }, timeZone: 'America/Santiago' });
  const plan = planDelivery(aPlanInput({ fulfillment, ...input }));
  if (plan.kind !== 'hand-over') return expect.fail(JSON.stringify(plan));
  const accepted = await createOrder(access, plan.order);
  const body: unknown = JSON.parse(operator.requests()[0]?.body ?? '');
  const found = await findOrder(access, plan.order.order_number);
  return { operator, plan, accepted, body, record: found.kind === 'found' ? found.record : expect.fail('not found') };
}

test('a realistic fulfillment arrives in every field', async () => {
  const settings = settingsWith({ mapping, service: { default: 'NextdayWithWindow' } });
  const { operator, accepted, body } = await handOver({ settings });
  expect(body).toEqual({
    order_number: 'casa-del-te-FARMA-1042.2-rllvuc',
    delivery_date: '2026-05-08 10:00:00',
    delivery_service: 'NextdayWithWindow',
    delivery_start_time: '10:00',
    delivery_end_time: '12:00',
    notes: expect.stringContaining('Dejar en conserjería'),
    pickup: { location: { id: 12 } },
    dropoff: {
      contact: { fullname: "Begoña O'Higgins Núñez", email: 'ana@example.com', phone: '+56987654321' },
      location: {
        address: 'Av. Irarrázaval 1000, Torre B, depto. 1204',
        district: 'Ñuñoa',
        latitude: -33.4372,
        longitude: -70.65,
      },
    },
    packages: [
      { code: 'AMX-500', name: 'Amoxicilina 500 mg — 21 cápsulas', price: '6250', qty: 2 },
      { code: '8002', name: 'Termómetro', price: '12500', qty: 1 },
    ],
    tags: { brand: 'Casa del Té', canal: 'shopify #FARMA 1042', marca: 'Casa del Té, Salud & Cía.' },
    files: [{ name: '1042-Ñ.pdf', kind: 'recipe', url: 'https://files.example.cl/r/1042-%C3%91.pdf' }],
    url_tracking: true,
  });
  expect(accepted).toEqual({ httpStatus: 201, trackingUrl: `${operator.url}/tracking/1` });
});

test.each([
  ...(['Nextday', 'Express', 'Sameday', 'NextdayWithWindow', 'SamedayWithWindow'] as const).flatMap((service) => [
    [service, 'a branch', { id: 12 }] as const,
    [service, 'an address', BODEGA] as const,
  ]),
])('%s from %s is accepted, and recognised as ours', async (service, _pickup, point) => {
  const window = { start: '16:00', end: '20:00' };
  const windows = { NextdayWithWindow: window, SamedayWithWindow: window };
  const settings = settingsWith({
    pickup: { default: point },
    service: { default: service, windows },
    mapping: { files: [] },
  });
  const { plan, body, record } = await handOver({ settings });
  expect(body).toEqual(plan.order);
  expect(body).toMatchObject({ delivery_service: service, pickup: { location: point } });
  expect(compareOrder(plan.order, record)).toBe('same');
  expect(Date.parse(record.deliveryDate ?? '')).toBeLessThanOrEqual(plan.promise.until.getTime());
});
