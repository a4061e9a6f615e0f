import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { lastOperatorAnswers } from '../../../app/shop-api/home/delivery-figures.ts';
import { useDatabase } from '../../set-up/database/use-database.ts';

const TESTED = new Date('2026-03-02T12:00:00Z');
const REFUSED = new Date('2026-03-02T12:05:00Z');
const UNANSWERED = new Date('2026-03-02T12:10:00Z');

const { database } = await useDatabase();

async function addShop(provenAt: Date | null): Promise<string> {
  const domain = `${randomUUID()}.myshopify.com`;
  const token = { tokenEncrypted: 'k:t', tokenFingerprint: domain, tokenLastFour: '1234' };
  const account = { create: { environment: 'production', provenAt, ...token } };
  await database.shop.create({ data: { domain, operatorAccount: account } });
  return domain;
}

it('before the first call there is none', async () => {
  const domain = await addShop(null);
  expect(await lastOperatorAnswers({ domain, database })).toEqual({ lastSuccess: null, lastAnswer: null });
});

it('a test of the token is an answer', async () => {
  const domain = await addShop(TESTED);
  expect(await lastOperatorAnswers({ domain, database })).toEqual({ lastSuccess: null, lastAnswer: TESTED });
});

it('a refusal is an answer, and a call that was not answered is none', async () => {
  const domain = await addShop(TESTED);
  const attempts = [
    { verb: 'create', startedAt: REFUSED, outcome: 'refused', httpStatus: 400 },
    { verb: 'create', startedAt: UNANSWERED, outcome: 'unknown' },
  ];
  const delivery = { fulfillmentId: 'f', orderId: 'o', phase: 'needs-attention', attempts: { create: attempts } };
  await database.delivery.create({ data: { shopDomain: domain, ...delivery } });
  expect(await lastOperatorAnswers({ domain, database })).toEqual({ lastSuccess: null, lastAnswer: REFUSED });
});
