import { expect } from 'vitest';
import { ZodError } from 'zod';
import type { PlanInput } from '../../app/domain/planning/delivery-plan.ts';
import { paidShare } from '../../app/domain/mapping/price.ts';
import { planDelivery } from '../../app/domain/planning/plan-delivery.ts';
import { createOrder } from '../../app/operator/client.ts';
import type { SandboxOperator } from '../../sandbox/operator/server.ts';
import { aFulfillment, aLine, anAddress, aPlanInput, settingsWith } from '../domain/planning/inputs/plan-inputs.ts';
import { ORDER, orderWith, valueAt } from './an-order.ts';
import type { CasesOf, ContractCase } from './contract-case.ts';
import type { RowsOf } from '../../app/operator-check/interface-rows.ts';
import { operatorAccount, TOKEN } from './operator-account.ts';

/** §2.1-2.5: what is sent is read from the body as the operator received it. */

function lastBody(operator: SandboxOperator): unknown {
  return JSON.parse(operator.requests().at(-1)?.body ?? '');
}

/** The client sends each value as it is, and a strict operator takes it. */
function isSent(
  path: string,
  values: readonly unknown[],
  besides: Readonly<Record<string, unknown>> = {},
): ContractCase {
  return async () => {
    const { operator, access } = await operatorAccount();
    for (const [index, value] of values.entries()) {
      const order = orderWith({ order_number: `norte-${index}`, ...besides, [path]: value });
      await createOrder(access, order);
      expect(valueAt(lastBody(operator), path)).toEqual(value);
      expect(lastBody(operator)).toEqual(order);
    }
    expect(operator.orders()).toHaveLength(values.length);
  };
}

/** The client sends no order with such a value. */
function isNotSent(path: string, values: readonly unknown[]): ContractCase {
  return async () => {
    const { operator, access } = await operatorAccount();
    for (const value of values) {
      const error: unknown = await createOrder(access, orderWith({ [path]: value })).catch((thrown: unknown) => thrown);
      if (!(error instanceof ZodError)) expect.fail(`${path}: ${JSON.stringify(value)} was sent`);
      const [topmost] = path.split('.');
      for (const issue of error.issues) {
        expect([...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])][0]).toBe(topmost);
      }
    }
    expect(operator.requests()).toEqual([]);
  };
}

/** Without the field the body has no such key, and a strict operator takes it. */
function mayBeLeftOut(...paths: readonly string[]): ContractCase {
  return async () => {
    const { operator, access } = await operatorAccount();
    await createOrder(access, orderWith(Object.fromEntries(paths.map((path) => [path, undefined]))));
    for (const path of paths) expect(valueAt(lastBody(operator), path)).toBeUndefined();
    expect(operator.orders()).toHaveLength(1);
  };
}

const isNeverLeftOut = (path: string) => isNotSent(path, [undefined]);

const NO_TEXT = [null, 7, true, {}, [], '', ' \t'];
const NO_TIME = ['9:30', '09:30:00', '24:00', '12:60', '0930', '9:30 AM', '', null];
const LETTERS = ['x', 'Av. Ñuñoa 12 — dpto. 3', '名 😀 "\'\\ <b>&'];
const ADDRESS_PICKUP = { name: 'Bodega Ñuñoa', address: 'Irarrázaval 1000', district: 'Ñuñoa' };
const PLAIN = { delivery_service: 'Nextday', delivery_start_time: undefined, delivery_end_time: undefined };
const SERVICES = ['Nextday', 'Express', 'Sameday', 'NextdayWithWindow', 'SamedayWithWindow'];

/** What a plan comes to, as a strict operator received it. */
async function bodyOfPlan(input: Partial<PlanInput>): Promise<unknown> {
  const { operator, access } = await operatorAccount({ branches: { [TOKEN]: [12] } });
  const plan = planDelivery(aPlanInput(input));
  if (plan.kind !== 'hand-over') return expect.fail(JSON.stringify(plan));
  await createOrder(access, plan.order);
  return lastBody(operator);
}

/** A text field: any text arrives as it is, and none is sent without. */
const textCases = (path: string) => ({
  'is sent as a string, as it is': isSent(path, LETTERS),
  'is never sent as anything else, nor blank': isNotSent(path, NO_TEXT),
  'is never left out': isNeverLeftOut(path),
});

export const sendingCases: CasesOf<
  | RowsOf<'2.1' | '2.2' | '2.3' | '2.5'>
  | (`2.4 ${string}(sent)` & RowsOf<'2.4'>)
  | '2.4 unit of price'
  | '2.4 discounts in price'
> = {
  '2.1 order_number': {
    'is sent as a string, as it is': isSent('order_number', ['1', 'norte #1001/2 Ñ', 'x'.repeat(100)]),
    'is never sent as anything else, nor blank': isNotSent('order_number', NO_TEXT),
    'is never left out': isNeverLeftOut('order_number'),
  },
  '2.1 delivery_date': {
    'is sent as Y-m-d H:i:s': isSent('delivery_date', [
      '2026-11-22 18:00:00',
      '2026-12-31 23:59:59',
      '2028-02-29 00:00:00',
    ]),
    'is sent in no other form': isNotSent('delivery_date', [
      ...['2026-11-22', '2026-11-22T18:00:00', '2026-11-22 18:00', '2026-11-22 18:00:00Z', '2026-11-22 18:00:00.000'],
      ...['22-11-2026 18:00:00', '2026-1-2 18:00:00', ' 2026-11-22 18:00:00', '', null, 1_795_370_400],
    ]),
    'is never left out': isNeverLeftOut('delivery_date'),
  },
  '2.1 delivery_service': {
    'is sent as each of the five allowed': isSent('delivery_service', SERVICES),
    'is sent as nothing else': isNotSent('delivery_service', ['nextday', 'Next day', 'SameDay', 'Pickup', '', null, 1]),
    'is never left out': isNeverLeftOut('delivery_service'),
  },
  '2.1 delivery_start_time': {
    'is sent as HH:MM': isSent('delivery_start_time', ['00:00', '09:30', '17:59']),
    'is sent in no other shape': isNotSent('delivery_start_time', NO_TIME),
    'may be left out, with the end': mayBeLeftOutOfPlain('delivery_start_time'),
  },
  '2.1 delivery_end_time': {
    'is sent as HH:MM': isSent('delivery_end_time', ['09:31', '18:00', '23:59']),
    'is sent in no other shape': isNotSent('delivery_end_time', NO_TIME),
    'may be left out, with the start': mayBeLeftOutOfPlain('delivery_end_time'),
  },
  '2.1 notes': {
    'is sent as a string, as it is': isSent('notes', [...LETTERS, '', 'Tocar el timbre\ndos veces']),
    'is never sent as anything else': isNotSent('notes', [null, 7, {}, []]),
    'may be left out': mayBeLeftOut('notes'),
  },
  '2.1 pickup': {
    'is sent as an object': isSent('pickup', [{ location: { id: 102 } }, { location: ADDRESS_PICKUP }]),
    'is never sent as anything else': isNotSent('pickup', [null, 'x', [], {}, 101]),
    'is never left out': isNeverLeftOut('pickup'),
  },
  '2.1 dropoff': {
    'is sent as an object': isSent('dropoff', [ORDER.dropoff]),
    'is never sent as anything else': isNotSent('dropoff', [null, 'x', [], {}]),
    'is never left out': isNeverLeftOut('dropoff'),
  },
  '2.1 packages': {
    'is sent as an array': isSent('packages', [ORDER.packages, ORDER.packages.slice(1)]),
    'is never sent as anything else, nor empty': isNotSent('packages', [null, {}, 'x', [], [null]]),
    'is never left out': isNeverLeftOut('packages'),
  },
  '2.1 tags': {
    'is sent as an object of keys and values': isSent('tags', [{ brand: 'Norte' }, {}]),
    'is never sent as anything else': isNotSent('tags', [null, 'x', ['brand'], 7]),
    'is never left out': isNeverLeftOut('tags'),
    'is sent with the brand of the shop': async () => {
      expect(valueAt(await bodyOfPlan({}), 'tags')).toEqual({ brand: 'Casa del Té' });
    },
  },
  '2.1 files': {
    'is sent as an array of file objects': isSent('files', [
      ORDER.files,
      [...(ORDER.files ?? []), ...(ORDER.files ?? [])],
    ]),
    'may be left out': mayBeLeftOut('files'),
  },
  '2.1 url_tracking': {
    'is sent as a boolean': isSent('url_tracking', [true, false]),
    'may be left out': mayBeLeftOut('url_tracking'),
  },
  '2.1 form of files': {
    'is never sent as an object or a string': isNotSent('files', [
      ORDER.files?.[0],
      { 0: ORDER.files?.[0] },
      'x',
      null,
    ]),
    'is not sent where an order has none': async () => {
      expect(await bodyOfPlan({})).not.toHaveProperty('files');
    },
  },
  '2.1 form of url_tracking': {
    'is never sent as a string': isNotSent('url_tracking', ['true', 'false', 1, null]),
    'is true of every order that is planned': async () => {
      expect(valueAt(await bodyOfPlan({}), 'url_tracking')).toBe(true);
    },
  },
  '2.1 values of tags': {
    'are strings under any key': isSent('tags', [{ brand: '', 'canal de venta': 'web — Ñ' }]),
    'are never anything else': isNotSent('tags', [{ brand: 7 }, { brand: null }, { brand: ['x'] }, { '': 'x' }]),
  },
  '2.1 zone of delivery_date': {
    "is the operator's, where the deployer names it": async () => {
      const now = new Date('2026-05-05T04:30:00Z'); // past midnight in Santiago, and not in Lima
      const shop = { ...aPlanInput().shop, timeZone: 'America/Lima' };
      const inZone = (timeZone: string | null) =>
        bodyOfPlan({ now, shop, operator: { timeZone, servedDistricts: null } });
      expect(valueAt(await inZone('America/Santiago'), 'delivery_date')).toMatch(/^2026-05-06 /);
      expect(valueAt(await inZone(null), 'delivery_date')).toMatch(/^2026-05-05 /);
    },
  },
  '2.1 window over midnight': {
    'is sent with the day on which it starts': async () => {
      const attributes = [
        { key: 'Fecha', value: '2026-05-08' },
        { key: 'Horario', value: '22:00 - 02:00' },
      ];
      const settings = settingsWith({
        service: { default: 'NextdayWithWindow' },
        mapping: { windowAttributes: { date: 'Fecha', start: 'Horario' } },
      });
      expect(await bodyOfPlan({ fulfillment: aFulfillment({}, { attributes }), settings })).toMatchObject({
        delivery_date: '2026-05-08 22:00:00',
        delivery_start_time: '22:00',
        delivery_end_time: '02:00',
      });
    },
  },
  '2.1 fields beyond the table': {
    'are not sent': async () => {
      for (const path of ['colour', 'pickup.colour', 'dropoff.colour', 'packages.0.colour', 'files.0.colour']) {
        await isNotSent(path, ['x'])();
      }
      await isNotSent('dropoff.contact.rut', ['x'])();
      await isNotSent('dropoff.location.zip', ['x'])();
    },
  },

  '2.2 location.name': textCasesOfPickup('name'),
  '2.2 location.address': textCasesOfPickup('address'),
  '2.2 location.district': textCasesOfPickup('district'),
  '2.2 location.id': {
    'is sent as an integer': isSent('pickup.location.id', [101, 102, 103]),
    'is never sent as anything else': isNotSent('pickup.location.id', ['101', 1.5, 0, -1, null, true, {}]),
  },
  '2.2 required address fields': {
    'are all three sent, and none is left out': async () => {
      const { name, address, district } = ADDRESS_PICKUP;
      await isSent('pickup.location', [ADDRESS_PICKUP])();
      await isNotSent('pickup.location', [{ name, address }, { name, district }, { address, district }, {}])();
    },
  },
  '2.2 choice of the shape': {
    'is never a mixture': isNotSent('pickup.location', [
      ...[{ id: 101, ...ADDRESS_PICKUP }, { id: 101, name: 'Bodega' }, [], null, 'x'],
    ]),
    'is the branch where the merchant has entered one': async () => {
      const settings = settingsWith({ pickup: { default: { id: 12 } } });
      expect(valueAt(await bodyOfPlan({ settings }), 'pickup')).toEqual({ location: { id: 12 } });
    },
    'is the address where the merchant has entered that': async () => {
      const settings = settingsWith({ pickup: { default: ADDRESS_PICKUP } });
      expect(valueAt(await bodyOfPlan({ settings }), 'pickup')).toEqual({ location: ADDRESS_PICKUP });
    },
  },

  '2.3 contact.fullname': textCases('dropoff.contact.fullname'),
  '2.3 contact.email': {
    'is sent as an e-mail address': isSent('dropoff.contact.email', ['a@b.pe', 'rosa.q+1@mail.example.co.uk']),
    'is sent as nothing else': isNotSent('dropoff.contact.email', [
      ...[...NO_TEXT, 'rosa', '@b.pe', 'rosa@', 'rosa@example', 'rosa q@b.pe', 'a@b@c.pe'],
    ]),
    'is never left out': isNeverLeftOut('dropoff.contact.email'),
  },
  '2.3 contact.phone': {
    'is sent in international format with a leading +': isSent('dropoff.contact.phone', [
      ...['+51987654321', '+56912345678', '+123456789012345'],
    ]),
    'is sent in no other format': isNotSent('dropoff.contact.phone', [
      ...[...NO_TEXT, '987654321', '51987654321', '0051987654321', '+51 987 654 321', '+51-987654321', '+0987654321'],
      ...['+12345', '+1234567890123456', '+51987654321 ext. 2', '++51987654321', '+٥١٩٨٧٦٥٤٣٢١'],
    ]),
    'is never left out': isNeverLeftOut('dropoff.contact.phone'),
  },
  '2.3 location.address': textCases('dropoff.location.address'),
  '2.3 location.district': textCases('dropoff.location.district'),
  '2.3 location.latitude': {
    'is sent as a number of degrees': isSent('dropoff.location.latitude', [-12.0566, 0, 90, -90]),
    'is sent as nothing else': isNotSent('dropoff.location.latitude', ['-12.05', 90.1, -91, null, true]),
    'may be left out, with the longitude': mayBeLeftOut('dropoff.location.latitude', 'dropoff.location.longitude'),
  },
  '2.3 location.longitude': {
    'is sent as a number of degrees': isSent('dropoff.location.longitude', [-77.0517, 0, 180, -180]),
    'is sent as nothing else': isNotSent('dropoff.location.longitude', ['-77.05', 180.1, -181, null, true]),
    'may be left out, with the latitude': mayBeLeftOut('dropoff.location.longitude', 'dropoff.location.latitude'),
  },
  '2.3 form of email': {
    'may have letters of any script': isSent('dropoff.contact.email', ['muñoz@cabañas.cl', 'joão@exemplo.com.br']),
    'is the address of the order, and not another of the customer': async () => {
      const customer = { firstName: null, lastName: null, email: 'otra@example.com', phone: null };
      const fulfillment = aFulfillment({}, { email: 'muñoz@example.pe', customer });
      expect(valueAt(await bodyOfPlan({ fulfillment }), 'dropoff.contact.email')).toBe('muñoz@example.pe');
    },
  },
  '2.3 source of coordinates': {
    'is an address that Shopify has recognized, and no other': async () => {
      const at = async (coordinatesValidated: boolean) => {
        const shippingAddress = anAddress({ latitude: -33.4, longitude: -70.6, coordinatesValidated });
        return valueAt(await bodyOfPlan({ fulfillment: aFulfillment({}, { shippingAddress }) }), 'dropoff.location');
      };
      expect(await at(true)).toMatchObject({ latitude: -33.4, longitude: -70.6 });
      expect(await at(false)).toEqual({ address: expect.any(String), district: expect.any(String) });
    },
  },
  '2.3 required fields': {
    'are all but the coordinates': async () => {
      await mayBeLeftOut('dropoff.location.latitude', 'dropoff.location.longitude')();
      for (const path of ['contact', 'contact.fullname', 'contact.email', 'contact.phone', 'location']) {
        await isNeverLeftOut(`dropoff.${path}`)();
      }
      for (const path of ['location.address', 'location.district']) await isNeverLeftOut(`dropoff.${path}`)();
    },
  },

  '2.4 code (sent)': textCases('packages.1.code'),
  '2.4 name (sent)': textCases('packages.1.name'),
  '2.4 price (sent)': {
    'is sent as a string of digits': isSent('packages.1.price', ['0', '2990', '999999999999999']),
    'is sent as nothing else': isNotSent('packages.1.price', [
      2990,
      '29.90',
      '29,90',
      '-1',
      '$10',
      ' 10',
      '1e3',
      '',
      null,
    ]),
    'is never left out': isNeverLeftOut('packages.1.price'),
  },
  '2.4 qty (sent)': {
    'is sent as an integer': isSent('packages.1.qty', [1, 500]),
    'is sent as nothing else': isNotSent('packages.1.qty', ['1', 1.5, 0, -1, null, true]),
    'is never left out': isNeverLeftOut('packages.1.qty'),
  },
  '2.4 unit of price': {
    'is one piece': async () => {
      const lines = [aLine({ quantity: 2, discountedTotal: { amount: '25000.0', currency: 'CLP' } })];
      const body = await bodyOfPlan({ fulfillment: aFulfillment({ lines }) });
      expect(valueAt(body, 'packages')).toMatchObject([{ price: '12500', qty: 2 }]);
    },
    'is the whole unit of the currency, or its smallest coin where the merchant chooses it': async () => {
      const lines = [aLine({ discountedTotal: { amount: '29.90', currency: 'PEN' } })];
      const fulfillment = aFulfillment({ lines });
      const settings = settingsWith({ mapping: { priceForm: 'minor-units' } });
      expect(valueAt(await bodyOfPlan({ fulfillment }), 'packages.0.price')).toBe('30');
      expect(valueAt(await bodyOfPlan({ fulfillment, settings }), 'packages.0.price')).toBe('2990');
    },
  },

  '2.4 discounts in price': {
    'are taken off: those of the line, and its share of those of the order': async () => {
      const ordered = { quantity: 2, originalTotal: '100.00', discounts: ['10.00', '9.00'] };
      const discountedTotal = { amount: paidShare(ordered, 2) ?? '', currency: 'PEN' };
      const fulfillment = aFulfillment({ lines: [aLine({ quantity: 2, discountedTotal })] });
      const settings = settingsWith({ mapping: { priceForm: 'minor-units' } });
      expect(valueAt(await bodyOfPlan({ fulfillment, settings }), 'packages')).toMatchObject([
        { price: '4050', qty: 2 },
      ]);
    },
  },

  '2.5 name': textCases('files.0.name'),
  '2.5 kind': textCases('files.0.kind'),
  '2.5 url': {
    'is sent as an address': isSent('files.0.url', [
      'https://files.example.pe/receta.pdf',
      'https://x.example/a?b=%20c',
    ]),
    'is sent as nothing else, and over https alone': isNotSent('files.0.url', [
      ...[...NO_TEXT, 'receta.pdf', '//x.example/a', 'http://x.example/a', 'file:///a', 'javascript:alert(1)'],
    ]),
    'is never left out': isNeverLeftOut('files.0.url'),
  },
  '2.5 values of kind': {
    'are recipe, or what the merchant sets': async () => {
      const attributes = [{ key: 'Receta', value: 'https://files.example.pe/receta.pdf' }];
      const fulfillment = aFulfillment({}, { attributes });
      const kindWith = async (kind: object) => {
        const files = [{ from: 'note-attribute' as const, name: 'Receta', ...kind }];
        return valueAt(
          await bodyOfPlan({ fulfillment, settings: settingsWith({ mapping: { files } }) }),
          'files.0.kind',
        );
      };
      expect(await kindWith({})).toBe('recipe');
      expect(await kindWith({ kind: 'invoice' })).toBe('invoice');
    },
  },
};

/** A window is both times or none. */
function mayBeLeftOutOfPlain(path: string): ContractCase {
  return async () => {
    await isSent('delivery_service', ['Nextday', 'Express', 'Sameday'], { ...PLAIN })();
    const { operator, access } = await operatorAccount();
    await createOrder(access, orderWith(PLAIN));
    expect(valueAt(lastBody(operator), path)).toBeUndefined();
  };
}

function textCasesOfPickup(name: keyof typeof ADDRESS_PICKUP) {
  const besides = { 'pickup.location': ADDRESS_PICKUP };
  const path = `pickup.location.${name}`;
  return {
    'is sent as a string, as it is': isSent(path, LETTERS, besides),
    'is never sent as anything else, nor blank': isNotSent(
      'pickup.location',
      NO_TEXT.map((value) => ({ ...ADDRESS_PICKUP, [name]: value })),
    ),
  };
}
