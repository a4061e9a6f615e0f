import { Big } from 'big.js';
import { describe, expect, test } from 'vitest';
import { CUSTOMER_DATA, type CustomerData } from '../../../app/domain/fulfillment/fulfillment.ts';
import { planDelivery } from '../../../app/domain/planning/plan-delivery.ts';
import { readFulfillment, type ReadingNeeds } from '../../../app/shopify/reading/read-fulfillment.ts';
import { readPrintable } from '../../../app/shopify/reading/read-printable.ts';
import type { AdminApi } from '../../../app/shopify/admin-api/admin-api.ts';
import type { OrderDraft } from '../../../sandbox/shopify/orders/order-draft.ts';
import type { SandboxShopify } from '../../../sandbox/shopify/server.ts';
import { aPlanInput, settingsWith } from '../../domain/planning/inputs/plan-inputs.ts';
import { orderDraft, SHOP, shop, startSandbox } from '../../sandbox/shopify/sandbox-under-test.ts';
import { adminApiOf } from '../sandbox-admin-api.ts';
import { fc } from '../../set-up/properties.ts';

const NOTHING_ELSE: ReadingNeeds = { metafieldKeys: [] };

async function read(sandbox: SandboxShopify, draft: OrderDraft, needs: Partial<ReadingNeeds> = {}) {
  const { id } = sandbox.fulfill(SHOP, sandbox.enterOrder(SHOP, draft).id);
  const { adminApi, asked } = adminApiOf(sandbox);
  const live = await readFulfillment(adminApi, SHOP, id, { ...NOTHING_ELSE, ...needs });
  return { fulfillment: live?.fulfillment ?? expect.fail('no fulfillment'), asked };
}

/** The problems of the plan, with the kinds that they name. */
function problemsOf(fulfillment: Awaited<ReturnType<typeof read>>['fulfillment']) {
  const plan = planDelivery(aPlanInput({ fulfillment, settings: settingsWith() }));
  return plan.kind === 'problem' ? plan.problems.map(({ code, details }) => [code, details.fields ?? []]) : [];
}

describe('what is paid for a line', () => {
  test('leaves out the discounts of the line and its share of the order’s own', async () => {
    const sandbox = await startSandbox();
    const { fulfillment } = await read(sandbox, {
      ...orderDraft,
      lineItems: [
        { title: 'Botas', price: '100', quantity: 3, discount: '30' },
        { title: 'Cordones', price: '30' },
      ],
      discount: { amount: '100' },
    });
    expect(fulfillment.lines.map(({ discountedTotal }) => discountedTotal.amount)).toEqual(['180', '20']);
  });

  test('adds up to what the order costs without its shipping, to the cent, whatever the discounts', async () => {
    const sandbox = await startSandbox({ shops: [{ ...shop, currencyCode: 'PEN' }] });
    const lines = fc.array(
      fc.record({ cents: fc.integer({ min: 1, max: 100_000 }), quantity: fc.integer({ min: 1, max: 9 }) }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(lines, fc.nat({ max: 300_000 }), async (drafts, off) => {
        const text = (cents: number) => new Big(cents).div(100).toFixed(2);
        const { fulfillment } = await read(sandbox, {
          ...orderDraft,
          lineItems: drafts.map(({ cents, quantity }, index) => ({
            title: `Taza ${index}`,
            price: text(cents),
            quantity,
            discount: text(index === 0 ? Math.floor(cents / 3) : 0),
          })),
          shippingLine: null,
          discount: { amount: text(off) },
        });
        const settings = settingsWith({ mapping: { priceForm: 'minor-units' } });
        const plan = planDelivery(aPlanInput({ fulfillment, settings }));
        if (plan.kind !== 'hand-over') return expect.fail(JSON.stringify(plan));
        const told = plan.order.packages.reduce((sum, { price, qty }) => sum + Number(price) * qty, 0);
        expect(told).toBe(new Big(fulfillment.order.total.amount).times(100).toNumber());
      }),
      { numRuns: 30 },
    );
  });
});

test('everything of a large order is read: 250 lines, and as many metafields as the settings name', async () => {
  const sandbox = await startSandbox();
  const keys = Array.from({ length: 40 }, (_, index) => `archivo_${index}`);
  const { fulfillment } = await read(
    sandbox,
    {
      ...orderDraft,
      lineItems: [{ title: 'Taza', price: '10', copies: 250 }],
      metafields: keys.map((key) => ({ namespace: 'custom', key, type: 'url', value: `https://files.example/${key}` })),
    },
    { metafieldKeys: keys.map((key) => `custom.${key}`) },
  );
  expect(fulfillment.lines).toHaveLength(250);
  expect(new Set(fulfillment.lines.map(({ lineItemId }) => lineItemId)).size).toBe(250);
  expect(fulfillment.order.metafields.map(({ value }) => value)).toEqual(
    keys.map((key) => `https://files.example/${key}`),
  );
});

test('a line without a quantity leaves nothing out: the fulfillment, and what is printed of it, are unreadable', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.fulfill(SHOP, sandbox.enterOrder(SHOP, orderDraft).id);
  const { adminApi } = adminApiOf(sandbox);
  const withoutQuantities: AdminApi = {
    async request(shop, operation, variables) {
      const answer = JSON.stringify(await adminApi.request(shop, operation, variables));
      return operation.data.parse(
        JSON.parse(answer.replaceAll(/"quantity":\d+,"lineItem"/g, '"quantity":null,"lineItem"')),
      );
    },
  };
  const unreadable = expect.objectContaining({ failure: 'unreadable' });
  await expect(readFulfillment(withoutQuantities, SHOP, id, NOTHING_ELSE)).rejects.toEqual(unreadable);
  await expect(readPrintable(withoutQuantities, SHOP, [id], false)).rejects.toEqual(unreadable);
});

test('metafields that refer to files hold their links', async () => {
  const sandbox = await startSandbox();
  const namespace = 'custom';
  const pdf = { url: 'https://cdn.example/receta.pdf' };
  const photo = { kind: 'MediaImage' as const, url: 'https://cdn.example/foto.jpg' };
  const files = ['receta', 'todas', 'pronto', 'perdida', 'enlace'];
  const { fulfillment } = await read(
    sandbox,
    {
      ...orderDraft,
      metafields: [
        { namespace, key: 'receta', type: 'file_reference', files: [pdf] },
        { namespace, key: 'todas', type: 'list.file_reference', files: [pdf, photo] },
        { namespace, key: 'pronto', type: 'file_reference', files: [{ ...pdf, fileStatus: 'PROCESSING' }] },
        { namespace, key: 'perdida', type: 'file_reference', value: 'gid://shopify/GenericFile/1' },
        { namespace, key: 'enlace', type: 'url', value: 'https://files.example/x.pdf' },
      ],
    },
    { metafieldKeys: files.map((key) => `custom.${key}`) },
  );
  const values = new Map(fulfillment.order.metafields.map(({ key, value }) => [key, value]));
  expect(Object.fromEntries(values)).toEqual({
    'custom.receta': pdf.url,
    'custom.todas': JSON.stringify([pdf.url, photo.url]),
    'custom.pronto': expect.stringMatching(/^gid:/),
    'custom.perdida': 'gid://shopify/GenericFile/1',
    'custom.enlace': 'https://files.example/x.pdf',
  });
  const withFiles = (name: string) =>
    planDelivery(
      aPlanInput({ fulfillment, settings: settingsWith({ mapping: { files: [{ from: 'order-metafield', name }] } }) }),
    );
  expect(withFiles('custom.todas')).toMatchObject({ order: { files: [pdf, photo].map(({ url }) => ({ url })) } });
  expect(withFiles('custom.pronto')).toMatchObject({ problems: [{ code: 'file-link-unusable' }] });
});

describe('customer data that Shopify withholds', () => {
  const kinds: readonly CustomerData[] = CUSTOMER_DATA;

  test.each([...kinds.map((kind) => [kind]), ['name', 'phone'] as const, [...kinds]])(
    'and says so, %j: one problem names it, and the order is not blamed',
    async (...withheld) => {
      const sandbox = await startSandbox();
      sandbox.withhold(SHOP, 'fields-with-errors', withheld);
      const { fulfillment } = await read(sandbox, orderDraft);
      expect(problemsOf(fulfillment)).toEqual([['customer-data-withheld', withheld]]);
    },
  );

  test('is told from what is blank without an error, also where no order of the shop has it', async () => {
    const sandbox = await startSandbox();
    const silent = {
      ...orderDraft,
      email: null,
      phone: null,
      customer: null,
      shippingAddress: { ...orderDraft.shippingAddress, phone: null },
    };
    const { fulfillment, asked } = await read(sandbox, silent);
    expect(problemsOf(fulfillment)).toEqual([
      ['email-missing', []],
      ['phone-missing', []],
    ]);
    expect(asked).toEqual(['FulfillmentToHandOver']);
  });

  test('an order with everything is read in one query', async () => {
    const sandbox = await startSandbox();
    const { fulfillment, asked } = await read(sandbox, orderDraft);
    expect(fulfillment.order.withheld).toEqual([]);
    expect(asked).toEqual(['FulfillmentToHandOver']);
  });

  test('an order that is refused as a whole is told from a missing permission', async () => {
    const sandbox = await startSandbox();
    sandbox.withhold(SHOP, 'objects');
    await expect(read(sandbox, orderDraft)).rejects.toMatchObject({ failure: 'data-withheld' });
    sandbox.withhold(SHOP, 'nothing');
    sandbox.grantScopes(SHOP, ['read_locations']);
    await expect(read(sandbox, orderDraft)).rejects.toMatchObject({ failure: 'access-denied' });
  });
});

test('coordinates that Shopify has not recognized are read as such', async () => {
  const sandbox = await startSandbox();
  const place = { ...orderDraft.shippingAddress, latitude: 4.67, longitude: -74.05 };
  const to = async (address: object) => (await read(sandbox, { ...orderDraft, shippingAddress: address })).fulfillment;
  expect((await to(place)).order.shippingAddress).toMatchObject({ latitude: 4.67, coordinatesValidated: true });
  expect((await to({ ...place, coordinatesValidated: false })).order.shippingAddress).toMatchObject({
    latitude: 4.67,
    coordinatesValidated: false,
  });
});
