import { expect, test } from 'vitest';
import { ask, askRaw, orderDraft, postJson, SHOP, startSandbox } from '../sandbox-under-test.ts';

const QUERY = { query: '{ shop { id } }' };

test('fails as often as it is told, then works', async () => {
  const sandbox = await startSandbox();
  const token = sandbox.accessToken(SHOP);
  sandbox.setFaults(SHOP, [
    { kind: 'http', status: 429, retryAfter: 2, times: 2 },
    { kind: 'http', status: 502 },
  ]);
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push(await askRaw(sandbox, QUERY, token));
  expect(answers.map(({ status }) => status)).toEqual([429, 429, 502, 200]);
  expect(answers[0]?.headers.get('Retry-After')).toBe('2.0');
  expect(answers[2]?.headers.get('Content-Type')).toContain('text/html');
});

test('fails only where it matches', async () => {
  const sandbox = await startSandbox();
  const { id } = sandbox.enterOrder(SHOP, orderDraft);
  sandbox.setFaults(SHOP, [
    { kind: 'internal-error', match: 'tagsAdd' },
    { kind: 'throttled', match: 'orders(' },
  ]);
  const add = `mutation { tagsAdd(id: "${id}", tags: ["a"]) { userErrors { message } } }`;
  expect((await ask(sandbox, '{ shop { id } }')).errors).toBeUndefined();
  expect((await ask(sandbox, add)).errors?.[0]?.extensions?.code).toBe('INTERNAL_SERVER_ERROR');
  const throttled = await ask(sandbox, '{ orders(first: 1) { nodes { id } } }');
  expect(throttled.errors?.[0]?.extensions?.code).toBe('THROTTLED');
  expect(throttled.extensions?.cost.throttleStatus.currentlyAvailable).toBe(0);
  expect((await ask(sandbox, add)).errors).toBeUndefined();
});

test('loses the answer of a mutation that took effect, or the request before it', async () => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const token = sandbox.accessToken(SHOP);
  const add = (tag: string) =>
    askRaw(
      sandbox,
      { query: `mutation { tagsAdd(id: "${order.id}", tags: ["${tag}"]) { userErrors { message } } }` },
      token,
    );
  sandbox.setFaults(SHOP, [
    { kind: 'reset', when: 'after-commit' },
    { kind: 'reset', when: 'before' },
  ]);
  await expect(add('kept')).rejects.toThrow('fetch failed');
  await expect(add('lost')).rejects.toThrow('fetch failed');
  expect(order.tags).toEqual(['kept']);
});

test.each(['before', 'after-commit'] as const)('cuts an answer short, %s the mutation', async (when) => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const token = sandbox.accessToken(SHOP);
  const query = `mutation { tagsAdd(id: "${order.id}", tags: ["kept"]) { userErrors { message } } }`;
  sandbox.setFaults(SHOP, [
    { kind: 'truncated', when, match: 'mutation' },
    { kind: 'truncated', when, connection: 'cut', match: 'mutation' },
  ]);
  const whole = await askRaw(sandbox, { query }, token);
  expect([whole.status, whole.headers.get('Content-Type')]).toEqual([200, 'application/json; charset=utf-8']);
  const text = await whole.text();
  expect(text).toMatch(/^\{"data":/);
  expect(() => void JSON.parse(text)).toThrow(SyntaxError);
  const cut = await askRaw(sandbox, { query }, token);
  expect(cut.status).toBe(200);
  await expect(cut.text()).rejects.toThrow('terminated');
  expect(order.tags).toEqual(when === 'before' ? [] : ['kept']);
  expect((await askRaw(sandbox, { query }, token)).status).toBe(200);
});

test.each(['before', 'after-commit'] as const)('answers what nobody can read, %s the mutation', async (when) => {
  const sandbox = await startSandbox();
  const order = sandbox.enterOrder(SHOP, orderDraft);
  const token = sandbox.accessToken(SHOP);
  const bodies = ['html', 'empty', 'text', 'array', 'other'] as const;
  sandbox.setFaults(
    SHOP,
    bodies.map((body) => ({ kind: 'unreadable', when, body })),
  );
  const answers: string[] = [];
  for (const body of bodies) {
    const query = `mutation { tagsAdd(id: "${order.id}", tags: ["${body}"]) { userErrors { message } } }`;
    const answer = await askRaw(sandbox, { query }, token);
    expect(answer.status).toBe(200);
    answers.push(await answer.text());
  }
  expect(answers).toEqual([expect.stringContaining('<!doctype html>'), '', 'OK', '[]', '{"status":"ok"}']);
  expect(order.tags).toEqual(when === 'before' ? [] : bodies.toSorted());
});

test('refuses a good access token once', async () => {
  const sandbox = await startSandbox();
  const token = sandbox.accessToken(SHOP);
  sandbox.setFaults(SHOP, [{ kind: 'access-token-refused' }]);
  const refused = await askRaw(sandbox, QUERY, token);
  expect(refused.status).toBe(401);
  expect(await refused.json()).toEqual({ errors: expect.stringContaining('Invalid API key or access token') });
  expect((await askRaw(sandbox, QUERY, token)).status).toBe(200);
});

test('answers late', async () => {
  const sandbox = await startSandbox();
  const token = sandbox.accessToken(SHOP);
  sandbox.setFaults(SHOP, [{ kind: 'slow', delay: 10_000 }]);
  const body = JSON.stringify(QUERY);
  const headers = { 'Content-Type': 'application/json', 'X-Shopify-Access-Token': token };
  const url = `${sandbox.url}/shops/${SHOP}/admin/api/2026-07/graphql.json`;
  await expect(fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(100) })).rejects.toThrow(
    'timeout',
  );
});

test('fails at the token endpoint', async () => {
  const sandbox = await startSandbox();
  sandbox.setFaults(SHOP, [{ kind: 'http', status: 503, on: 'token' }]);
  expect((await askRaw(sandbox, QUERY, sandbox.accessToken(SHOP))).status).toBe(200);
  const url = `${sandbox.url}/shops/${SHOP}/admin/oauth/access_token`;
  expect((await postJson(url, {})).status).toBe(503);
  expect((await postJson(url, {})).status).toBe(400);
});
