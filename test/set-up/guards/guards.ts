/**
 * Set-up of every test file. A test fails for errors that it did not expect: unhandled rejections, console errors and
 * outgoing connections. A file fails for those that came outside its tests, and for what it leaves open.
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

// The hook that is registered first runs last, after the file has closed what it opened.
afterAll(async () => {
  const leaked = await findLeakedHandles(before);
  fail([...takeConsoleErrors(), ...takeUnhandledRejections(), ...takeOutgoingConnections(), ...leaked]);
});

function fail(complaints: readonly string[]): void {
  if (complaints.length > 0) throw new Error(complaints.join('\n'));
}
