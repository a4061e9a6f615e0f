/** Where `TEST_CLOCK` lets the clocks of a run start. */
export interface TestStart {
  /** Milliseconds of the epoch. */
  readonly at: number;
  /** IANA name; null when it is the machine's. */
  readonly zone: string | null;
}

/**
 * @param written such as `2026-03-28T23:58:30-03:00[America/Asuncion]`, where the name in brackets may be left out
 * @returns null when nothing is written
 * @throws Error when it is no time
 */
export function readTestStart(written: string | undefined): TestStart | null {
  if (!written) return null;
  const [, time = '', zone = null] = /^([^[]+)(?:\[([^\]]+)\])?$/.exec(written) ?? [];
  const at = Date.parse(time);
  if (Number.isNaN(at)) {
    throw new Error(`TEST_CLOCK must be a time such as 2026-03-28T23:58:30-03:00[America/Asuncion], and is ${written}`);
  }
  return { at, zone };
}
