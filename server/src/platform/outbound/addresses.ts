import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A range of addresses, as `parseNetwork` returns it. */
export type Network = readonly [Address, number];

/** Returns the network of an address or a CIDR range; undefined when the text is neither. */
export function parseNetwork(text: string): Network | undefined {
  const [address = '', bits = isIP(address) === 4 ? '32' : '128', ...rest] = text.split('/');
  const cidr = `${address}/${bits}`;
  if (isIP(address) === 0 || rest.length > 0 || !ipaddr.isValidCIDR(cidr)) return undefined;
  return ipaddr.parseCIDR(cidr);
}

/**
 * Returns whether the address is public: one of the internet that is neither reserved nor of a tunnel. An
 * IPv6 form of an IPv4 address is public when that address is.
 */
export function isPublic(text: string): boolean {
  const address = toAddress(text);
  if (address === undefined) return false;
  if (address.kind() === 'ipv4') return address.range() === 'unicast';
  // Global unicast addresses are 2000::/3 (RFC 4291 2.4); the library knows the reserved ones in it.
  const [first = 0] = (address as ipaddr.IPv6).parts;
  return first >= 0x2000 && first < 0x4000 && address.range() === 'unicast';
}

export function isIn(networks: readonly Network[], text: string): boolean {
  const address = toAddress(text);
  if (address === undefined) return false;
  return networks.some(
    ([network, bits]) => network.kind() === address.kind() && address.match(network, bits),
  );
}

/** Returns whether the address is this machine's own. */
export function isOwn(text: string): boolean {
  const address = toAddress(text);
  if (address === undefined) return false;
  if (address.range() === 'loopback' || address.range() === 'unspecified') return true;
  const own = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return own.some((entry) => toAddress(entry.address)?.toNormalizedString() === address.toNormalizedString());
}

/**
 * Returns the address; of an IPv6 form of an IPv4 address, that address. Connections to such a form end at
 * the IPv4 address, so it decides.
 */
function toAddress(text: string): Address | undefined {
  if (!ipaddr.isValid(text)) return undefined;
  const address = ipaddr.parse(text);
  return address.kind() === 'ipv6' ? (embeddedIpv4(address as ipaddr.IPv6) ?? address) : address;
}

function embeddedIpv4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
  const { parts } = address;
  switch (address.range()) {
    case 'ipv4Mapped':
    case 'rfc6145':
      return fromGroups(parts.slice(6));
    case 'rfc6052':
      // The other prefix, 64:ff9b:1::/48, is for local use (RFC 8215 3), and stays an IPv6 address.
      return parts[2] === 0 ? fromGroups(parts.slice(6)) : undefined;
    case '6to4':
      return fromGroups(parts.slice(1, 3));
    default:
      return undefined;
  }
}

const fromGroups = (groups: readonly number[]): ipaddr.IPv4 =>
  new ipaddr.IPv4(groups.flatMap((group) => [group >> 8, group & 0xff]));
