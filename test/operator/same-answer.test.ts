import { expect, it } from 'vitest';
import { findOrderAgain, type SeenAnswer } from '../../app/operator/client.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';
import { serverAnswering } from './answering-server.ts';

const RECORD = { orderNumber: 'S-1', last_state: 'en despacho', state: [], notes: 'ñ' };

/** The digest is the answer itself. */
const digestOf: SeenAnswer['digestOf'] = (parts) => parts.map(String).join('');

/** An operator that gives these answers, one after the other, and what is found with each of them. */
async function readAllOf(...answers: readonly { body: string; type?: string; status?: number }[]) {
  const left = [...answers];
  const { url } = await serverAnswering((response) => {
    const { body = '', type = 'application/json', status = 200 } = left.shift() ?? {};
    response.writeHead(status, { 'Content-Type': type }).end(body);
  });
  const access = { baseUrl: url, token: 'a-token', pace: TEST_PACE.operator };
  const all: Awaited<ReturnType<typeof findOrderAgain>>[] = [];
  for (let digest: string | null = null; left.length > 0;) {
    const found = await findOrderAgain(access, 'S-1', { digest, digestOf });
    if (found.kind === 'found') ({ digest } = found);
    all.push(found);
  }
  return all;
}

const text = JSON.stringify(RECORD);

it('an answer is known again, and its record can be read from it', async () => {
  const [first, again] = await readAllOf({ body: text }, { body: text });
  expect(first).toMatchObject({ kind: 'found', isSeen: false });
  expect(again).toMatchObject({ kind: 'found', isSeen: true });
  const records = [first, again].map((found) => (found?.kind === 'found' ? found.record() : null));
  expect(records[0]).toMatchObject({ orderNumber: 'S-1', lastState: 'en despacho' });
  expect(records[1]).toEqual(records[0]);
});

it.each([
  ['one more character', { body: `${text} ` }],
  ['another type', { body: text, type: 'application/json; charset=utf-8' }],
  ['another status', { body: text, status: 203 }],
])('%s makes it another answer', async (_what, other) => {
  expect(await readAllOf({ body: text }, other)).toMatchObject([{ isSeen: false }, { isSeen: false }]);
});

it('an order that is not there any more is not found, whatever came before', async () => {
  const none = JSON.stringify({ success: true, data: { deliveries: [] } });
  const found = await readAllOf({ body: text }, { body: none }, { body: none }, { body: text });
  expect(found.map((each) => (each.kind === 'found' ? each.isSeen : each.kind))).toEqual([
    false,
    'not-found',
    'not-found',
    true,
  ]);
});
