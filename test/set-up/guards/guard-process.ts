/**
 * The guard against outgoing connections for a process that a test starts, loaded by `node --import` before its
 * program. Refused connections are reported on the standard error of the process.
 */
import { refuseOutgoingConnections } from './outgoing-connections.ts';

refuseOutgoingConnections((text) => void process.stderr.write(`${text}\n`));
