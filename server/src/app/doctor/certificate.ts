import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Config } from '../../config/config.ts';
import { readPair } from '../../platform/certificates/index.ts';
import { timeText } from '../../platform/text.ts';
import { broken, type Finding, ok, warning } from './check.ts';
import { explain } from './failure.ts';

const DAY_MS = 86_400_000;
/**
 * Automatic renewal takes place thirty days before the end: fewer days than this mean that it does not work.
 */
const RENEW_DAYS = 14;

/** Checks the certificate of HTTPS. */
export async function checkCertificate({ tls, urls }: Config, now: number): Promise<Finding> {
  const check = 'Certificate';
  if (!tls) return ok(check, 'none set: the server speaks plain HTTP');
  try {
    const { cert } = await readPair(tls);
    const certificate = new X509Certificate(cert);
    const names = { check, setting: 'PUBLIC_URL', host: new URL(urls.base).hostname };
    return judgeCertificate(certificate, names, now);
  } catch (error) {
    const todo = `set ${tls.settings.join(' and ')} to a chain and the key it belongs to`;
    return broken(check, explain(error).message, todo);
  }
}

/** The name of the check, and the host that clients use, with the setting from which it comes. */
type Names = { check: string; setting: string; host: string };

export function judgeCertificate(
  certificate: X509Certificate,
  { check, setting, host }: Names,
  now: number,
): Finding {
  const ends = Date.parse(certificate.validTo);
  if (ends <= now)
    return broken(check, `expired ${timeText(ends)}`, 'renew it; the server re-reads the files');
  if (Date.parse(certificate.validFrom) > now) {
    return broken(check, `is not valid before ${certificate.validFrom}`, 'check the clock of this machine');
  }
  if (!isFor(certificate, host)) {
    return broken(
      check,
      `does not name ${host}, the host of ${setting}`,
      `get one that does, or set ${setting}`,
    );
  }
  const days = Math.floor((ends - now) / DAY_MS);
  if (days < RENEW_DAYS)
    return warning(check, `ends in ${days} days`, 'renew it; the server re-reads the files');
  return ok(check, `valid for ${host} until ${timeText(ends)}`);
}

/** Accepts an IPv6 address with or without brackets. */
function isFor(certificate: X509Certificate, host: string): boolean {
  const bare = host.replace(/^\[(.*)\]$/, '$1');
  return (isIP(bare) ? certificate.checkIP(bare) : certificate.checkHost(bare)) !== undefined;
}
