import { format } from 'node:util';

const seen: string[] = [];
const { error: print } = console;

/** From now on what is written to `console.error` is kept, and printed as before. A test that expects it spies on it. */
export function watchConsoleErrors(): void {
  console.error = (...parts: unknown[]) => {
    seen.push(format(...parts));
    print(...parts);
  };
}

/** What came since it was last asked. */
export function takeConsoleErrors(): string[] {
  return seen.splice(0).map((text) => `console.error was called: ${text}`);
}
