import { expect, it } from 'vitest';
import { createCallLimits } from '../../app/scheduling/call-limits.ts';
import { judgeOperatorCall } from '../../app/operator-accounts/account-limits.ts';
import { STANDARD_PACE } from '../../app/pace.ts';
import { findOrder } from '../../app/operator/client.ts';
import { serverAnswering } from '../operator/answering-server.ts';

/** Of the clock, milliseconds between two rounds of calls. */
const STEP_MS = 1_000;

it.each([429, 503, 500])('after a %d with Retry-After no call of the account comes too early', async (status) => {
  const clock = { now: Date.parse('2026-11-22T12:00:00Z') };
  let restsUntil = 0;
  let tooEarly = 0;
  const server = await serverAnswering((response) => {
    if (clock.now < restsUntil) tooEarly += 1;
    const count = server.requests.length;
    if (count % 7 !== 0)
      return response.writeHead(200).end(JSON.stringify({ success: true, data: { deliveries: [] } }));
    // a later answer of the same moment asks for less, and takes nothing back
    const seconds = count % 14 === 0 ? 30 : 90;
    restsUntil = Math.max(restsUntil, clock.now + seconds * 1_000);
    response.writeHead(status, { 'Retry-After': String(seconds) }).end();
  });
  const limits = createCallLimits({
    limit: 1,
    times: { ...STANDARD_PACE.calls, firstBetweenMs: 0, betweenLimitMs: 0 }, // which are of the real clock
    now: () => new Date(clock.now),
    random: () => 0.5,
    judge: judgeOperatorCall,
  });
  const access = { baseUrl: server.url, token: 'token', pace: { ...STANDARD_PACE.operator, timeoutMs: 10_000 } };
  for (let round = 0; round < 600; round += 1) {
    await limits.call('account', () => findOrder(access, `R-${round}`)).catch(() => null);
    clock.now += STEP_MS;
  }
  expect(server.requests.length).toBeGreaterThan(20);
  expect(tooEarly).toBe(0);
});
