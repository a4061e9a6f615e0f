import { afterEach, expect, it, vi } from 'vitest';
import shouldRender from '../src/should-render.ts';

afterEach(() => vi.unstubAllGlobals());

function offerIn(selected: readonly { id: string }[], answer: () => Promise<object>): ReturnType<typeof vi.fn> {
  const query = vi.fn(answer);
  vi.stubGlobal('shopify', { data: { selected }, query });
  return query;
}

const ORDER = [{ id: 'gid://shopify/Order/1' }];

it.each([
  ['where something is fulfilled', { order: { fulfillments: [{ id: 'gid://shopify/Fulfillment/1' }] } }, true],
  ['not where nothing is fulfilled', { order: { fulfillments: [] } }, false],
  ['where Shopify does not show the order', { order: null }, true],
  ['where Shopify answers nothing', undefined, true],
])('the action is offered %s', async (_, data, display) => {
  const query = offerIn(ORDER, async () => ({ data }));
  expect(await shouldRender()).toEqual({ display });
  expect(query).toHaveBeenCalledWith(expect.stringContaining('fulfillments(first: 1)'), {
    variables: { id: 'gid://shopify/Order/1' },
  });
});

it('the action is offered while Shopify cannot be asked', async () => {
  offerIn(ORDER, () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await shouldRender()).toEqual({ display: true });
});

it('the action is not offered without an order', async () => {
  const query = offerIn([], async () => ({}));
  expect(await shouldRender()).toEqual({ display: false });
  expect(query).not.toHaveBeenCalled();
});
