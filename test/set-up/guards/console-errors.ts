import { format } from 'node:util';

const seen: string[] = [];
const { error: print } = console;

/** From now on, messages to `console.error` are kept, and printed as before. A test that expects one spies on it. */
export function watchConsoleErrors(): void {
  console.error = (...parts: unknown[]) => {
    seen.push(format(...parts));
    print(...parts);
  };
}

/** The messages since the last call. */
export function takeConsoleErrors(): string[] {
  return seen.splice(0).map((text) => `console.error was called: ${text}`);
}
