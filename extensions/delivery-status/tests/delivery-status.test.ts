/// <reference types="@shopify/ui-extensions/customer-account.order-status.fulfillment-details.render-after" />
import { getExtension } from '@shopify/ui-extensions-tester';
import { expect, it } from 'vitest';
import { element, elements, labels, putUnderTest, shown } from '../../shared/tests/screen.ts';
import texts from '../locales/en.default.json';

const FULFILLMENT = 'gid://shopify/Fulfillment/11';
const HISTORY = [
  ['ingresado', 'accepted'],
  ['en despacho', 'on-the-way'],
  ['en camino entrega', 'out-for-delivery'],
  ['entregado', 'delivered'],
].map(([status, stateGroup], index) => ({
  status,
  stateGroup,
  at: new Date(2026, 10, 20 + index, 15).toISOString(), // the page shows the day of the reader
}));

const extension = getExtension('customer-account.order-status.fulfillment-details.render-after');
putUnderTest(extension, texts);

/** Shows what the app has published of an order. */
async function show(value: string, change: { type?: 'order' | 'product'; key?: string } = {}): Promise<void> {
  const { type = 'order', key = 'deliveries' } = change;
  extension.shopify.fulfillmentId = FULFILLMENT;
  Object.assign(extension.shopify, { shop: { name: 'Tienda Prueba', storefrontUrl: 'https://tienda.example' } });
  Object.assign(extension.shopify.appMetafields, {
    value: [
      {
        target: { type, id: 'gid://shopify/Order/1' },
        metafield: { namespace: '$app', key, value, valueType: 'json', type: 'json' },
      },
    ],
  });
  await extension.render();
}

const published = (delivery: object) => JSON.stringify({ [FULFILLMENT]: delivery });
const entries = () => elements('s-stack[direction="inline"]').slice(1);

it('shows the group of the operator’s state and not its own word, the promised window and the tracking page', async () => {
  await show(
    published({
      state: 'en despacho',
      stateGroup: 'on-the-way',
      orderNumber: 'tienda-1001.1',
      trackingUrl: 'https://operator.example/t/1',
      promisedDate: '2026-11-23',
      windowStart: '09:00',
      windowEnd: '13:00',
    }),
  );
  expect(element('s-badge').textContent).toBe('On the way');
  expect(shown()).not.toContain('en despacho');
  expect(element('s-badge').getAttribute('tone')).toBe('auto');
  expect(shown()).toContain('Expected Mon, Nov 23, 09:00–13:00');
  const link = element('s-link', 'Track delivery');
  expect(link.getAttribute('href')).toBe('https://operator.example/t/1');
  expect(link.getAttribute('target')).toBe('_blank');
  expect(link.getAttribute('accessibilitylabel')).toBe('Track delivery tienda-1001.1 (opens in a new tab)');
  expect(elements('s-details')).toEqual([]);
});

it('says that a delivery without a state is being prepared, and the day it is expected', async () => {
  await show(
    published({ promisedDate: '2026-11-23', windowStart: '09:00', trackingUrl: 'https://operator.example/t/1' }),
  );
  expect(element('s-badge').textContent).toBe('Preparing');
  expect(shown()).toContain('Expected Mon, Nov 23');
  expect(shown()).not.toContain('09:00');
});

it.each([
  ['delivered', 'auto'],
  ['ended-badly', 'critical'],
  ['attempt-failed', 'critical'],
  ['needs-merchant', 'critical'],
])('shows no promise once it is %s', async (stateGroup, tone) => {
  await show(published({ state: 'x', stateGroup, promisedDate: '2026-11-23' }));
  expect(element('s-badge').getAttribute('tone')).toBe(tone);
  expect(shown()).not.toContain('Expected');
});

it.each(['stored', 'returning'])('shows no promise while it is %s', async (code) => {
  await show(published({ state: 'x', stateGroup: 'delayed', promisedDate: '2026-11-23', exceptions: [{ code }] }));
  expect(shown()).toContain(texts.next[code as keyof typeof texts.next]);
  expect(shown()).not.toContain('Expected');
});

it('shows the newest three states, and the others on demand', async () => {
  await show(published({ state: 'entregado', stateGroup: 'delivered', history: HISTORY }));
  expect(entries().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Nov 23.*Delivered$/),
    expect.stringMatching(/^Nov 22.*Out for delivery$/),
    expect.stringMatching(/^Nov 21.*On the way$/),
    expect.stringMatching(/^Nov 20.*Confirmed$/),
  ]);
  expect(labels('s-details s-summary')).toEqual(['History']);
  expect(element('s-details').textContent).toContain('Confirmed');
  expect(element('s-details').textContent).not.toContain('Delivered');
});

it('shows states of one group that follow each other once, and one of an unknown group as under way', async () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 10, 20, hour)).toISOString();
  const history = [
    { status: 'ingresado', stateGroup: 'accepted', at: at(10) },
    { status: 'aceptado', stateGroup: 'accepted', at: at(11) },
    { status: 'en un limbo', stateGroup: 'limbo', at: at(12) },
  ];
  await show(published({ state: 'en un limbo', stateGroup: 'limbo', history }));
  expect(element('s-badge').textContent).toBe('In progress');
  expect(entries().map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/In progress$/),
    expect.stringMatching(/Confirmed$/),
  ]);
});

it('leaves out unreadable parts, and links that do not lead to a web page', async () => {
  await show(
    published({
      state: 7,
      trackingUrl: 'javascript:alert(1)',
      promisedDate: 'soon',
      history: [{ status: 'ingresado', at: 'yesterday' }, { at: '2026-11-20T15:00:00Z' }, null, 'ingresado'],
    }),
  );
  expect(shown()).toBe('Preparing');
  expect(elements('s-link')).toEqual([]);
});

it.each([
  ['of another fulfillment', JSON.stringify({ 'gid://shopify/Fulfillment/12': { state: 'en despacho' } }), {}],
  ['of another thing', published({ state: 'en despacho' }), { type: 'product' as const }],
  ['of another kind', published({ state: 'en despacho' }), { key: 'other' }],
  ['that is no JSON', '{', {}],
  ['that holds no deliveries', '[]', {}],
  ['that holds nothing of the delivery', published([]).replace('[]', 'null'), {}],
])('shows nothing for a metafield %s', async (_, value, change) => {
  await show(value, change);
  expect(document.body.innerHTML).toBe('');
});

it('shows nothing before anything is published', async () => {
  await extension.render();
  expect(document.body.innerHTML).toBe('');
});

it.each(['attempt-failed', 'address-wrong', 'returned', 'late'])(
  'says what comes next after %s, with the store’s contact, while the store has been told',
  async (code) => {
    const delivery = { state: 'x', stateGroup: 'attempt-failed' };
    await show(published({ ...delivery, exceptions: [{ code: 'phone-missing' }, { code }, null, 'x'] }));
    expect(shown()).toContain(texts.next[code as keyof typeof texts.next]);
    const link = element('s-link', 'Contact Tienda Prueba');
    expect(link.getAttribute('href')).toBe('https://tienda.example');
    await show(published(delivery));
    expect(shown()).toBe('Delivery attempted');
  },
);

it('good news looks like good news', async () => {
  await show(published({ state: 'entregado', stateGroup: 'delivered' }));
  expect(element('s-text', 'Your package has arrived.').getAttribute('tone')).toBe('success');
});

it('promises nothing in the store’s name before the store is told', async () => {
  await show(published({ state: 'error dirección', stateGroup: 'needs-merchant' }));
  expect(shown()).not.toMatch(/store/i);
});
