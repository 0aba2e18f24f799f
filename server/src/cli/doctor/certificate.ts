import { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import type { Config } from '../../config.ts';
import { readPair } from '../../platform/certificates/index.ts';
import { explain } from '../failure.ts';
import { timeText } from '../text.ts';
import { broken, type Finding, ok, warning } from './check.ts';

const CHECK = 'Certificate';
const DAY_MS = 86_400_000;
/** Automatic renewal happens thirty days before; whoever has less than this left has none that works. */
const RENEW_DAYS = 14;

export async function checkCertificate({ tls, urls }: Config, now: number): Promise<Finding> {
  if (!tls) return ok(CHECK, 'none set: the server speaks plain HTTP');
  try {
    const { cert } = await readPair(tls);
    const certificate = new X509Certificate(cert);
    return judgeCertificate(certificate, new URL(urls.base).hostname, now);
  } catch (error) {
    return broken(
      CHECK,
      explain(error).message,
      'set TLS_CERT and TLS_KEY to a chain and the key it belongs to',
    );
  }
}

export function judgeCertificate(certificate: X509Certificate, host: string, now: number): Finding {
  const ends = Date.parse(certificate.validTo);
  if (ends <= now)
    return broken(CHECK, `expired ${timeText(ends)}`, 'renew it; the server re-reads the files');
  if (Date.parse(certificate.validFrom) > now) {
    return broken(CHECK, `is not valid before ${certificate.validFrom}`, 'check the clock of this machine');
  }
  if ((isIP(host) ? certificate.checkIP(host) : certificate.checkHost(host)) === undefined) {
    return broken(
      CHECK,
      `does not name ${host}, the host of PUBLIC_URL`,
      'get one that does, or set PUBLIC_URL',
    );
  }
  const days = Math.floor((ends - now) / DAY_MS);
  if (days < RENEW_DAYS)
    return warning(CHECK, `ends in ${days} days`, 'renew it; the server re-reads the files');
  return ok(CHECK, `valid for ${host} until ${timeText(ends)}`);
}
