import { isIP } from 'node:net';
import { isIn, isOwn, isPublic, type Network } from './addresses.ts';
import { OutboundError } from './outbound-error.ts';

export type GuardOptions = {
  /** Networks that are allowed in addition to public addresses. */
  readonly networks: readonly Network[];
  /** The ports on which the platform listens. */
  readonly ownPorts: readonly number[];
  /** The origins under which clients reach the platform. */
  readonly ownOrigins: readonly string[];
};

const MAX_URL_LENGTH = 2000;

/** Ports from 1024 up that browsers refuse, because other protocols use them (Fetch 2.9). */
const BAD_PORTS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697,
  10080,
]);

export type Guard = ReturnType<typeof createGuard>;

/**
 * Decides where the platform may connect. Others name these addresses, so none may reach what only the platform can
 * reach: the machine itself, its network, the metadata of a cloud (OWASP: server-side request forgery). The URL is
 * judged after parsing, because `http://0x7f000001` is a form of 127.0.0.1, and each address again when it is
 * connected to.
 */
export function createGuard({ networks, ownPorts, ownOrigins }: GuardOptions) {
  const origins = new Set(ownOrigins.map((origin) => new URL(origin).origin));

  /** Returns why there may be no connection to the address, or undefined when there may. */
  function refuseAddress(address: string, url: URL): string | undefined {
    const isAllowed = isIn(networks, address);
    if (!isAllowed && !isPublic(address)) return 'must not point to an address that is not public';
    if (!isAllowed && url.protocol === 'http:') return 'must use https';
    if (ownPorts.includes(portOf(url)) && isOwn(address)) return 'must not point to the platform itself';
    return undefined;
  }

  function refuseName(host: string, url: URL): string | undefined {
    if (networks.length > 0) return undefined;
    if (url.protocol === 'http:') return 'must use https';
    return /^[^.]+\.?$/.test(host) ? 'must name a host with its domain' : undefined;
  }

  return {
    /**
     * Returns why the text cannot be the address of an outbound call, or undefined when it can. Does not
     * resolve names: an address is judged when it is connected to.
     */
    refuseUrl(text: string): string | undefined {
      const url = text.length <= MAX_URL_LENGTH ? URL.parse(text) : null;
      if (!url) return `must be a URL of at most ${MAX_URL_LENGTH} characters`;
      if (!/^https?:$/.test(url.protocol)) return 'must be an http(s) URL';
      if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
      if (url.hash !== '') return 'must not have a fragment';
      const port = portOf(url);
      if ((port < 1024 && port !== 80 && port !== 443) || BAD_PORTS.has(port))
        return `must not use the port ${port}`;
      if (origins.has(url.origin)) return 'must not point to the platform itself';
      const host = hostOf(url);
      return isIP(host) === 0 ? refuseName(host, url) : refuseAddress(host, url);
    },

    /** Throws when one of the addresses to which a name resolved is refused: the next try could get that one. */
    requireAddresses(addresses: readonly { address: string }[], url: URL): void {
      for (const { address } of addresses) {
        const reason = refuseAddress(address, url);
        if (reason !== undefined) throw new OutboundError('address_refused', `the URL ${reason}`);
      }
    },
  };
}

/** Returns the host without the brackets of an IPv6 address. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[(.*)\]$/, '$1');

const portOf = (url: URL): number => {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
};
