import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { flag, oneOf, type Read } from './settings.ts';

/** Reads who runs bridges, and whether users may connect them. */
export const readBridges = (read: Read, publicUrl: string) => ({
  /** Whether the server starts their processes. */
  areSupervised: oneOf(read, 'BRIDGES', ['supervised', 'external']) === 'supervised',
  /** Whether users of /home may connect bridges. */
  mayBeConnectedInHome: flag(read, 'HOME_BRIDGES') ?? isPrivate(new URL(publicUrl).hostname),
});

const PRIVATE_RANGES: readonly string[] = ['loopback', 'private', 'uniqueLocal', 'linkLocal'];
/** RFC 6762 3, RFC 8375 4; ICANN reserves `internal`. */
const PRIVATE_NAMES = /^[^.]+$|\.(local|lan|internal|home\.arpa|localhost)$/;

/** Returns whether the host is known in a home's own network only, so its users are not strangers. */
function isPrivate(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) === 0 ? PRIVATE_NAMES.test(host) : PRIVATE_RANGES.includes(ipaddr.process(host).range());
}
