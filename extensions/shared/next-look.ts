import type { DeliveryView } from '../../app/extension-api/extension-answers.ts';

const SOON_MS = 2_000;
const CALM_MS = 15_000;
const TIME_LIMIT_MS = 120_000;

/**
 * When to load the deliveries again, so that nobody has to reload the page: soon while one is being handed over or has
 * not been read yet, slowly while the operator has them or somebody may act elsewhere, and less and less often while
 * nothing changes.
 *
 * @param deliveries as last loaded
 * @param given.isMoreToCome whether a fulfillment has no delivery yet
 * @param given.now by the server's clock
 * @param given.unchanged how many times in a row nothing had changed
 * @returns milliseconds from now; null when every delivery has ended
 */
export function nextLookMs(
  deliveries: readonly DeliveryView[],
  given: { isMoreToCome: boolean; now: number; unchanged: number },
): number | null {
  const { isMoreToCome, now, unchanged } = given;
  const waits = deliveries.flatMap((delivery) => waitFor(delivery, now) ?? []);
  if (isMoreToCome) waits.push(CALM_MS);
  if (waits.length === 0) return null;
  return Math.min(Math.min(...waits) * 2 ** Math.min(unchanged, 10), TIME_LIMIT_MS);
}

function waitFor({ phase, hold, sendAt, checkedAt }: DeliveryView, now: number): number | null {
  switch (phase) {
    case 'handing-over':
      return hold ? CALM_MS : SOON_MS;
    case 'waiting':
      return hold || sendAt === null ? CALM_MS : Math.min(CALM_MS, Math.max(SOON_MS, sendAt - now));
    case 'in-delivery':
      return checkedAt === null ? SOON_MS : CALM_MS;
    case 'needs-attention':
    case 'skipped':
      return CALM_MS;
    case 'delivered':
    case 'failed':
    case 'cancelled':
      return null;
  }
}
