import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { notFoundSince } from '../../../../app/deliveries/hand-over/attempts.ts';
import { useDatabase } from '../../../set-up/database/use-database.ts';

const SHOP = 'not-found.myshopify.com';
const BEGAN = new Date('2026-03-02T10:00:00Z').getTime();
const { database } = await useDatabase();

beforeAll(async () => {
  await database.shop.create({ data: { domain: SHOP } });
});

/** As "verb outcome status", one a minute. */
async function minuteOf(calls: readonly string[]): Promise<number | null> {
  const { id } = await database.delivery.create({
    data: { shopDomain: SHOP, fulfillmentId: randomUUID(), orderId: 'o', phase: 'handing-over' },
  });
  const data = calls.map((call, minute) => {
    const [verb = '', outcome, status] = call.split(' ');
    const httpStatus = status === undefined ? null : Number(status);
    return { deliveryId: id, verb, outcome, httpStatus, startedAt: new Date(BEGAN + minute * 60_000) };
  });
  await database.attempt.createMany({ data });
  const since = await notFoundSince(database, id);
  return since && (since.getTime() - BEGAN) / 60_000;
}

it.each([
  ['the first that finds nothing', 1, ['create unknown 500', 'look-up not-found 404', 'look-up not-found 404']],
  ['a page as well', 1, ['create unknown', 'look-up not-found-page 404', 'look-up not-found 404']],
  ['none yet', null, ['create unknown 500', 'look-up unknown 503']],
  ['a creation begins anew', 2, ['look-up not-found 404', 'create unknown 500', 'look-up not-found 404']],
  ['an order that was found begins anew', null, ['look-up not-found 404', 'look-up found 200']],
  ['an answer of a proxy begins anew', 2, ['look-up not-found 404', 'look-up unknown 302', 'look-up not-found 404']],
  ['a refusal in words begins anew', 2, ['look-up not-found 404', 'look-up refused 400', 'look-up not-found 404']],
  ['an outage says nothing', 0, ['look-up not-found 404', 'look-up unknown 503', 'look-up not-found 404']],
  ['no answer says nothing', 0, ['look-up not-found 404', 'look-up unknown', 'look-up not-found 404']],
  ['a limit says nothing', 0, ['look-up not-found 404', 'look-up throttled 429', 'look-up not-found 404']],
  [
    'a refused token says nothing',
    0,
    ['look-up not-found 404', 'look-up account-refused 401', 'look-up not-found 404'],
  ],
])('since when an order is not found: %s', async (_, minute, calls) => {
  expect(await minuteOf(calls)).toBe(minute);
});
