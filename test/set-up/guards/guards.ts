/**
 * Set-up of every test file: what a test did behind its back fails it. A file fails for what came outside its tests, and
 * for what it leaves open.
 */
import { setImmediate as pause } from 'node:timers/promises';
import { afterAll, afterEach } from 'vitest';
import { takeConsoleErrors, watchConsoleErrors } from './console-errors.ts';
import { findLeakedHandles, openHandles } from './leaked-handles.ts';
import { refuseOutgoingConnections, takeOutgoingConnections } from './outgoing-connections.ts';
import { watchTimers } from './timers.ts';
import { takeUnhandledRejections, watchUnhandledRejections } from './unhandled-rejections.ts';

watchConsoleErrors();
watchTimers();
watchUnhandledRejections();
refuseOutgoingConnections();
const before = openHandles();

afterEach(async () => {
  await pause(); // Node reports a rejection as unhandled a little later
  fail([...takeConsoleErrors(), ...takeUnhandledRejections(), ...takeOutgoingConnections()]);
});

// The first that is registered runs last, after the file has closed what it opened.
afterAll(async () => {
  const leaked = await findLeakedHandles(before);
  fail([...takeConsoleErrors(), ...takeUnhandledRejections(), ...takeOutgoingConnections(), ...leaked]);
});

function fail(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}
