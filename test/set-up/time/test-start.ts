/** Where the clocks of a run start, from `TEST_CLOCK`. */
export interface TestStart {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** IANA name; null for the machine's zone. */
  readonly zone: string | null;
}

/**
 * @param written such as `2026-03-28T23:58:30-03:00[America/Asuncion]`, where the name in brackets may be left out
 * @returns null when nothing is written
 * @throws Error when the text is not a time
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
