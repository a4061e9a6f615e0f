/** A share, and the interval in which the true one lies in 19 of 20 cases; from 0 to 1. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** The number of standard deviations within which 95% of cases lie. */
const Z = 1.96;

/** The Wilson interval: right for few deliveries and for shares near 0 or 1, where the usual one is not. */
export function wilsonInterval(count: number, of: number): Interval {
  if (of === 0) return { low: 0, high: 1 };
  const share = count / of;
  const middle = share + (Z * Z) / (2 * of);
  const reach = Z * Math.sqrt((share * (1 - share)) / of + (Z * Z) / (4 * of * of));
  const whole = 1 + (Z * Z) / of;
  return { low: Math.max(0, (middle - reach) / whole), high: Math.min(1, (middle + reach) / whole) };
}
