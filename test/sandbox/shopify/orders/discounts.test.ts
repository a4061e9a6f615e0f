import { expect, test } from 'vitest';
import { z } from 'zod';
import { startApp } from '../app-under-test.ts';
import { askData, orderDraft, SHOP, shop, startSandbox } from '../sandbox-under-test.ts';

const DISCOUNTED = {
  ...orderDraft,
  lineItems: [
    { title: 'Botas', price: '100', quantity: 3, discount: '30' },
    { title: 'Cordones', price: '30' },
  ],
  discount: { amount: '50', code: 'VERANO', title: null },
  shippingLine: { title: 'Envío', price: '12', discount: '2' },
};

const MONEY = '{ shopMoney { amount } }';
const ALLOCATIONS = `discountAllocations { allocatedAmountSet ${MONEY} discountApplication {
  __typename index allocationMethod targetSelection targetType value { ... on MoneyV2 { amount } }
  ... on DiscountCodeApplication { code } ... on ManualDiscountApplication { title } } }`;
const QUERY = `query ($id: ID!) { fulfillment(id: $id) {
  fulfillmentLineItems(first: 5) { nodes {
    quantity discountedTotalSet ${MONEY}
    lineItem {
      discountedTotalSet ${MONEY} discountedUnitPriceSet ${MONEY} totalDiscountSet ${MONEY}
      discountedUnitPriceAfterAllDiscountsSet ${MONEY} ${ALLOCATIONS}
    }
  } }
  order {
    subtotalPriceSet ${MONEY} totalPriceSet ${MONEY} totalDiscountsSet ${MONEY} cartDiscountAmountSet ${MONEY}
    totalShippingPriceSet ${MONEY} currentShippingPriceSet ${MONEY} discountCode discountCodes
    discountApplications(first: 5) { nodes { index targetType } }
    shippingLine { originalPriceSet ${MONEY} discountedPriceSet ${MONEY} ${ALLOCATIONS} }
  }
} }`;
const money = (amount: string) => ({ shopMoney: { amount } });

test('leaves the discount of the order out of the lines of a fulfillment, and shares it out in their allocations', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, DISCOUNTED);
  const { id } = sandbox.fulfill(SHOP, order.id, { lineItems: [{ id: 0, quantity: 2 }] });
  const ofOrder = {
    __typename: 'DiscountCodeApplication',
    index: 0,
    allocationMethod: 'ACROSS',
    targetSelection: 'ALL',
    targetType: 'LINE_ITEM',
    value: { amount: '50.0' },
    code: 'VERANO',
  };
  const own = (index: number, targetType: string, amount: string, title: string) => ({
    __typename: 'ManualDiscountApplication',
    index,
    allocationMethod: 'ONE',
    targetSelection: 'EXPLICIT',
    targetType,
    value: { amount },
    title,
  });
  expect(await askData(sandbox, QUERY, { id })).toEqual({
    fulfillment: {
      fulfillmentLineItems: {
        nodes: [
          {
            quantity: 2,
            discountedTotalSet: money('180.0'),
            lineItem: {
              discountedTotalSet: money('270.0'),
              discountedUnitPriceSet: money('90.0'),
              totalDiscountSet: money('30.0'),
              // 300 less 30 of its own, less 45 of the 50
              discountedUnitPriceAfterAllDiscountsSet: money('75.0'),
              discountAllocations: [
                { allocatedAmountSet: money('45.0'), discountApplication: ofOrder },
                {
                  allocatedAmountSet: money('30.0'),
                  discountApplication: own(1, 'LINE_ITEM', '30.0', 'Botas'),
                },
              ],
            },
          },
        ],
      },
      order: {
        subtotalPriceSet: money('250.0'),
        totalPriceSet: money('260.0'),
        totalDiscountsSet: money('82.0'),
        cartDiscountAmountSet: money('50.0'),
        totalShippingPriceSet: money('12.0'),
        currentShippingPriceSet: money('10.0'),
        discountCode: 'VERANO',
        discountCodes: ['VERANO'],
        discountApplications: {
          nodes: [
            { index: 0, targetType: 'LINE_ITEM' },
            { index: 1, targetType: 'LINE_ITEM' },
            { index: 2, targetType: 'SHIPPING_LINE' },
          ],
        },
        shippingLine: {
          originalPriceSet: money('12.0'),
          discountedPriceSet: money('10.0'),
          discountAllocations: [
            { allocatedAmountSet: money('2.0'), discountApplication: own(2, 'SHIPPING_LINE', '2.0', 'Envío') },
          ],
        },
      },
    },
  });
});

test('shares a discount out to the last unit of the currency, and never more than the lines cost', async () => {
  const sandbox = await startSandbox({ shops: [{ ...shop, currencyCode: 'CLP' }] });
  const lineItems = ['1000', '1000', '1000', '0'].map((price) => ({ title: 'Taza', price }));
  const sharesOf = (amount: string) =>
    sandbox
      .enterOrder(SHOP, { ...orderDraft, lineItems, discount: { amount, title: 'Aniversario' } })
      .lineItems.map(({ orderDiscount }) => orderDiscount);
  expect(sharesOf('100')).toEqual(['33', '33', '34', '0']);
  expect(sharesOf('5000')).toEqual(['1000', '1000', '1000', '0']);
});

test('tells the discounts in the webhooks of the order too', async () => {
  const app = await startApp();
  const sandbox = await startSandbox({ appUrl: app.url });
  const order = sandbox.enterOrder(SHOP, DISCOUNTED);
  sandbox.changeOrder(SHOP, order.id, { note: 'x' });
  await app.has(1);
  const [sent] = sandbox.webhooks.log.filter(({ topic }) => topic === 'orders/updated');
  expect(z.json().parse(JSON.parse(sent?.body ?? 'null'))).toMatchObject({
    total_price: '260.00',
    total_discounts: '82.00',
    discount_codes: [{ code: 'VERANO', amount: '50.00', type: 'fixed_amount' }],
    discount_applications: [
      { type: 'discount_code', code: 'VERANO', allocation_method: 'across', target_selection: 'all' },
      { type: 'manual', title: 'Botas', value: '30.00', target_type: 'line_item' },
      { target_type: 'shipping_line', value: '2.00' },
    ],
    line_items: [
      {
        total_discount: '30.00',
        discount_allocations: [
          { amount: '45.00', discount_application_index: 0 },
          { amount: '30.00', discount_application_index: 1 },
        ],
      },
      { total_discount: '0.00', discount_allocations: [{ amount: '5.00', discount_application_index: 0 }] },
    ],
    shipping_lines: [{ price: '12.00', discounted_price: '10.00', discount_allocations: [{ amount: '2.00' }] }],
  });
});
