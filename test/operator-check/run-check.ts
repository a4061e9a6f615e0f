import { checkOperator, type CheckOrder } from '../../app/operator-check/check-operator.ts';
import type { CheckState } from '../../app/operator-check/check-state.ts';

/** The agreed recipient of the tests. */
export const RECIPIENT = {
  fullname: 'Prueba Handoff',
  email: 'prueba@example.com',
  phone: '+51987654321',
  address: 'Av. Larco 345',
  district: 'Miraflores',
  districtCode: 'PE-150122',
  latitude: -12.12,
  longitude: -77.03,
};

export const freshState = (url: string): CheckState => ({ url, run: 'hc-test', content: {}, adapted: [], orders: {} });

/** Runs a whole check on a clock that moves on when the check waits. */
export function runCheck(
  given: { url: string; token: string; branch?: number | null; state?: CheckState } & Partial<CheckOrder>,
  clock: { now(): Date; advance(ms: number): void },
) {
  const { url, token, branch = 101, state = freshState(url), keep = () => Promise.resolve() } = given;
  const create = given.create === null ? null : { recipient: RECIPIENT, branch, waitMs: 3_600_000 };
  const tools = {
    now: () => clock.now().getTime(),
    wait: (ms: number) => {
      clock.advance(ms);
      return Promise.resolve();
    },
    tell: () => undefined,
  };
  return checkOperator({ url, token, state, keep, create }, tools);
}
