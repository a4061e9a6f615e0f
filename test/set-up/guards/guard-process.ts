/**
 * The guard against outgoing connections for a process that a test starts: `node --import` this before its program. What
 * is refused is told on its standard error.
 */
import { refuseOutgoingConnections } from './outgoing-connections.ts';

refuseOutgoingConnections((text) => void process.stderr.write(`${text}\n`));
