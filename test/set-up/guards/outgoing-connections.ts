import net from 'node:net';

/** Part of every message about a refused connection. */
export const UNDECLARED = 'was not declared';

const seen: string[] = [];
const declared = new Set<string>();
// eslint-disable-next-line @typescript-eslint/unbound-method -- called on the socket that it belongs to
const { connect } = net.Socket.prototype;
let isWatching = false;

/**
 * From now on no connection leaves this machine, whichever library opens it: `fetch`, `node:http`, TLS and PostgreSQL
 * all use a socket's `connect`.
 *
 * @param complain receives a message for each refused connection; by default the message is kept
 */
export function refuseOutgoingConnections(complain: (text: string) => void = (text) => void seen.push(text)): void {
  declared.clear();
  if (isWatching) return;
  isWatching = true;
  net.Socket.prototype.connect = function (this: net.Socket, ...given: unknown[]): net.Socket {
    const host = hostOf(given);
    if (host === null || isLoopback(host) || declared.has(host)) {
      Reflect.apply(connect, this, given);
      return this;
    }
    const message = `an outgoing connection to ${host} ${UNDECLARED}`;
    complain(`${message}: declare it with allowConnectionsTo('${host}'), or use a server of the test's own`);
    return this.destroy(new Error(message));
  };
}

/**
 * Allows a host for the rest of the test file: one that the test resolves by itself, or whose look-up is meant to fail.
 */
export function allowConnectionsTo(host: string): void {
  declared.add(host);
}

/** The messages since the last call. */
export function takeOutgoingConnections(): string[] {
  return seen.splice(0);
}

/**
 * @param given the arguments of `connect`: options, a port and a host, a path, or the form that `net.connect` makes of
 * them @returns null for a path
 */
function hostOf(given: readonly unknown[]): string | null {
  const [first, second]: readonly unknown[] = Array.isArray(given[0]) ? given[0] : given;
  if (typeof first === 'number') return typeof second === 'string' ? second : 'localhost';
  if (typeof first !== 'object' || first === null || ('path' in first && first.path)) return null;
  return 'host' in first && typeof first.host === 'string' ? first.host : 'localhost';
}

const LOOPBACK = new net.BlockList();
LOOPBACK.addSubnet('127.0.0.0', 8, 'ipv4');
LOOPBACK.addAddress('0.0.0.0', 'ipv4');
LOOPBACK.addAddress('::1', 'ipv6');
LOOPBACK.addAddress('::', 'ipv6');

function isLoopback(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  const family = net.isIP(address);
  if (family === 0) return address === '' || /^(.+\.)?localhost$/i.test(address);
  return LOOPBACK.check(address, family === 6 ? 'ipv6' : 'ipv4');
}
