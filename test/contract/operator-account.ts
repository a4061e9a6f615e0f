import { onTestFinished } from 'vitest';
import type { OperatorAccess } from '../../app/operator/client.ts';
import { manualClock, type ManualClock } from '../../sandbox/clock.ts';
import {
  startSandboxOperator,
  type SandboxOperator,
  type SandboxOperatorOptions,
} from '../../sandbox/operator/server.ts';
import { TEST_PACE } from '../set-up/time/pace.ts';

export const TOKEN = 'token-of-a-shop-7f3a';

/** 08:00 in Lima. */
export const MORNING = new Date('2026-11-21T13:00:00Z');

export interface OperatorAccount {
  readonly operator: SandboxOperator;
  readonly access: OperatorAccess;
  readonly clock: ManualClock;
}

/**
 * An account at a strict operator of its own, in Lima, which ends with the test.
 *
 * @param whenFinished a test that runs beside others passes the one of its own context
 */
export async function operatorAccount(
  options: SandboxOperatorOptions = {},
  whenFinished: (close: () => Promise<void>) => void = onTestFinished,
): Promise<OperatorAccount> {
  const clock = manualClock(MORNING);
  const operator = await startSandboxOperator({ tokens: [TOKEN], timeZone: 'America/Lima', clock, ...options });
  whenFinished(() => operator.close());
  return { operator, clock, access: { baseUrl: operator.url, token: TOKEN, pace: TEST_PACE.operator } };
}
