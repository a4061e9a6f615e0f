import { expect, it } from 'vitest';
import { adminPath } from '../../../app/pages/shell/admin-path.ts';

const OPENED =
  '?shop=a.myshopify.com&host=aG9zdA&embedded=1&locale=es&id_token=secret&hmac=h&timestamp=1&olderThan=1_x';

it('keeps what a reload needs, and neither the token nor the page', () => {
  expect(adminPath('/app/settings', OPENED)).toBe(
    '/app/settings?shop=a.myshopify.com&host=aG9zdA&embedded=1&locale=es',
  );
});

it("keeps the path's own query", () => {
  expect(adminPath('/app/deliveries?newerThan=2_y', '?locale=pt-BR')).toBe(
    '/app/deliveries?newerThan=2_y&locale=pt-BR',
  );
});

it('leaves the section of a page at the end', () => {
  expect(adminPath('/app/help/review#choose-a-district', '?locale=es')).toBe(
    '/app/help/review?locale=es#choose-a-district',
  );
  expect(adminPath('/app/help/review#choose-a-district', '')).toBe('/app/help/review#choose-a-district');
});

it('adds nothing to an address without a query', () => {
  expect(adminPath('/app', '')).toBe('/app');
});
