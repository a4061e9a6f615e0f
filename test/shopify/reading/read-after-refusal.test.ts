import { expect, test } from 'vitest';
import { isOrderInReach } from '../../../app/shopify/reading/read-orders.ts';
import { orderDraft, SHOP, startSandbox } from '../../sandbox/shopify/sandbox-under-test.ts';
import { adminApiOf } from '../sandbox-admin-api.ts';

test.each([
  [503, 'unreachable', 7, 7_000],
  [429, 'throttled', 7, 7_000],
  [503, 'unreachable', 3_600, 60_000], // as long as the program lets itself be put off
  [404, 'unreadable', 7, null],
] as const)('a %d is %s, and its Retry-After of %d s is kept', async (status, failure, retryAfter, retryAfterMs) => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  sandbox.setFaults(SHOP, [{ kind: 'http', status, retryAfter, times: 1 }]);
  const reading = isOrderInReach(adminApiOf(sandbox).adminApi, SHOP, id);
  await expect(reading).rejects.toMatchObject({ failure, retryAfterMs });
});
