import { timeText } from '../../platform/text.ts';
import { isTrustedBy, readUntrustedProxy } from '../untrusted-proxy.ts';
import { type Finding, ok, type Stored, warning } from './check.ts';

const CHECK = 'Proxy';
const RECENT_MS = 7 * 24 * 3600 * 1000;

/** Checks whether a proxy is in front of the server that the settings do not name. */
export async function checkProxy({ config, db, now }: Stored): Promise<Finding> {
  const { trustedProxies } = config;
  const seen = await readUntrustedProxy(db.read);
  if (!seen || now - seen.at > RECENT_MS || isTrustedBy(trustedProxies)(seen.address)) {
    return ok(CHECK, trustedProxies.length === 0 ? 'none seen' : `${trustedProxies.join(', ')} trusted`);
  }
  return warning(
    CHECK,
    `${seen.address} sends X-Forwarded-For, which is not trusted: all its clients share the limits of one ` +
      `address (${timeText(seen.at)})`,
    `if it is your proxy, set TRUSTED_PROXIES=${[...trustedProxies, seen.address].join(',')}`,
  );
}
