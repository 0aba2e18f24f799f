import { BlockList, isIP, SocketAddress } from 'node:net';
import { type NetworkInterfaceInfo, networkInterfaces } from 'node:os';

/** The names and addresses under which clients may connect. */
export type Hosts = {
  /** Names and addresses that the certificate must contain: those of the settings and of this machine. */
  readonly configured: readonly string[];
  /** Addresses of this machine, included where its authority permits them. They change with the network. */
  readonly found: readonly string[];
  /** The networks of `found`, for a new authority. */
  readonly networks: readonly string[];
  /** The authority has no name constraints, for devices that do not support them. */
  readonly isUnconstrained?: boolean;
};

const ITSELF = ['localhost', '127.0.0.1', '::1'];
const WILDCARDS = { '0.0.0.0': ['IPv4'], '::': ['IPv4', 'IPv6'] } as const;

/**
 * Returns the hosts of a server that listens on `listensOn` and has `names`; IPv6 addresses may be in
 * brackets.
 */
export function hostsOf(
  listensOn: string,
  names: readonly string[],
  interfaces = Object.values(networkInterfaces()).flatMap((each) => each ?? []),
): Hosts {
  const bare = names.map((name) => canonical(name.replace(/^\[(.*)\]$/, '$1')));
  const families: readonly string[] | undefined =
    listensOn === '0.0.0.0' || listensOn === '::' ? WILDCARDS[listensOn] : undefined;
  if (!families)
    return { configured: unique([...ITSELF, ...bare, canonical(listensOn)]), found: [], networks: [] };
  const others = interfaces.filter(
    ({ internal, family, address }) => !internal && families.includes(family) && !isLinkLocal(address),
  );
  return {
    configured: unique([...ITSELF, ...bare]),
    found: unique(others.map(({ address }) => address)),
    networks: unique(others.map(networkOf)),
  };
}

/** Returns the canonical spelling of a host. */
export const canonical = (host: string): string =>
  isIP(host) === 6 ? new SocketAddress({ address: host, family: 'ipv6' }).address : host.toLowerCase();

/** Returns the names and networks that a new authority for `hosts` may name. */
export const permittedFor = ({ configured, networks }: Hosts): string[] =>
  unique([...configured.map((host) => (isIP(host) === 0 ? host : single(host))), '127.0.0.0/8', ...networks]);

/** Returns whether an authority with these constraints may name `host`. */
export function isPermitted(permitted: readonly string[], host: string): boolean {
  const family = isIP(host);
  if (family === 0) return permitted.some((name) => host === name || host.endsWith(`.${name}`));
  return listOf(permitted.filter((each) => isIP(addressOf(each)) === family)).check(host, typeOf(family));
}

const PRIVATE = listOf(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7']);

/**
 * Returns the whole network for a private address, which may change tomorrow; otherwise the address alone.
 */
function networkOf({ address, netmask, cidr }: NetworkInterfaceInfo): string {
  if (!cidr || !PRIVATE.check(address, typeOf(isIP(address)))) return single(address);
  const mask = partsOf(netmask);
  const parts = partsOf(address).map((part, index) => part & (mask[index] ?? 0));
  const network = isIP(address) === 4 ? parts.join('.') : parts.map((part) => part.toString(16)).join(':');
  return `${network}/${cidr.split('/')[1]}`;
}

/** Returns the four bytes of an IPv4 address, or the eight groups of an IPv6 address. */
function partsOf(address: string): number[] {
  if (isIP(address) === 4) return address.split('.').map(Number);
  const [head = '', tail] = address.split('::');
  const groups = (text: string) => (text === '' ? [] : text.split(':').map((group) => parseInt(group, 16)));
  if (tail === undefined) return groups(head);
  const [front, back] = [groups(head), groups(tail)];
  return [...front, ...new Array<number>(8 - front.length - back.length).fill(0), ...back];
}

function listOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks) {
    const address = addressOf(network);
    list.addSubnet(address, Number(network.split('/')[1]), typeOf(isIP(address)));
  }
  return list;
}

function addressOf(network: string): string {
  return network.split('/')[0] ?? '';
}

function typeOf(family: number): 'ipv4' | 'ipv6' {
  return family === 4 ? 'ipv4' : 'ipv6';
}

const single = (address: string): string => `${address}/${isIP(address) === 4 ? 32 : 128}`;
/** Returns whether the address is link-local: such addresses need an interface, which a certificate cannot name. */
const isLinkLocal = (address: string): boolean => /^(fe[89ab]|169\.254\.)/i.test(address);
const unique = (texts: readonly string[]): string[] => [...new Set(texts)];
