import { isIPv6, type Socket } from 'node:net';
import { createLruCache } from './lru-cache.ts';

/**
 * Numbers of 16-bit groups: a household, a phone or a rented server has a /64, and a customer a /48 (RFC 6177
 * 2).
 */
const LINK_GROUPS = 4;
const SITE_GROUPS = 3;

/** Returns the key of one host: an IPv4 address, or the /64 of an IPv6 address. */
export const addressKey = (address: string): string => ipv4Of(address) ?? ipv6Prefix(address, LINK_GROUPS);

/** Returns a key that a socket and its TLS socket share. */
export const peerOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;

/** Returns the key of the network that shares a limit: the /24 of an IPv4 or the /64 of an IPv6 address. */
export function networkOf(address: string): string {
  const known = networks.get(address);
  if (known !== undefined) return known;
  const network = ipv4Network(address, 3) ?? ipv6Prefix(address, LINK_GROUPS);
  networks.set(address, network);
  return network;
}

/** Every request asks for the network of its address. */
const networks = createLruCache<string>(10_000);

/**
 * Returns the key of the wide network, in which one customer may have many networks: the IPv4 /16 or the IPv6
 * /48.
 */
export const wideNetworkOf = (address: string): string =>
  ipv4Network(address, 2) ?? ipv6Prefix(address, SITE_GROUPS);

/**
 * Returns the IPv4 address, even when it is written as an IPv6 address by a dual-stack socket (RFC 4291
 * 2.5.5.2).
 */
const ipv4Of = (address: string): string | undefined =>
  /^(?:::ffff:)?(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];

function ipv4Network(address: string, bytes: number): string | undefined {
  const kept = ipv4Of(address)?.split('.').slice(0, bytes);
  return kept && `${[...kept, ...Array<string>(4 - bytes).fill('0')].join('.')}/${bytes * 8}`;
}

function ipv6Prefix(address: string, groups: number): string {
  if (!isIPv6(address)) return address;
  return `${expandIpv6(address).slice(0, groups).join(':')}::/${groups * 16}`;
}

function expandIpv6(address: string): string[] {
  const [head = '', tail] = (address.split('%')[0] ?? '').split('::');
  const left = head.split(':').filter((group) => group !== '');
  const right = (tail ?? '').split(':').filter((group) => group !== '');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  return [...left, ...Array<string>(zeros).fill('0'), ...right].map((group) =>
    group.toLowerCase().replace(/^0+(?=.)/, ''),
  );
}
