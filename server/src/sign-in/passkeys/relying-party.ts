import { isIP } from 'node:net';

/** The platform as browsers know it: the host for which they hold passkeys, and the origin of its pages. */
export type RelyingParty = { readonly id: string; readonly origin: string };

/**
 * Returns the relying party of a platform at `publicUrl`; undefined where browsers have no passkeys: without
 * TLS, and for an IP address, which cannot be a relying party (WebAuthn 5.1.2). A platform at a loopback
 * address has `localhost`, the one host that browsers trust without TLS.
 */
export function relyingPartyOf(publicUrl: string): RelyingParty | undefined {
  const url = new URL(publicUrl);
  if (isLoopback(url.hostname)) url.hostname = 'localhost';
  const { hostname, origin, protocol } = url;
  const isTrusted = protocol === 'https:' || hostname === 'localhost';
  if (!isTrusted || isIP(hostname.replace(/^\[|\]$/g, '')) !== 0) return undefined;
  return { id: hostname, origin };
}

const isLoopback = (hostname: string): boolean => /^(?:127(?:\.\d+){3}|\[::1\])$/.test(hostname);
