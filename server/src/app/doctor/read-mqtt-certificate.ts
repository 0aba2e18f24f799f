import { X509Certificate } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import {
  type Authority,
  bundleOf,
  chooseAuthority,
  hostsIn,
  ownFiles,
  publicFile,
  readPair,
} from '../../platform/certificates/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { Refusal } from '../../platform/refusal.ts';
import { certificatesFolder, mqttHosts } from '../certificates.ts';

/** The certificate of MQTT over TLS. */
export type MqttCertificate = {
  readonly certificate: X509Certificate;
  readonly hosts: readonly string[];
  readonly own: OwnAuthority | undefined;
};

/**
 * The platform's own authority that issued it; all authorities that clients must trust, as PEM, and the file
 * with them.
 */
export type OwnAuthority = {
  readonly authority: X509Certificate;
  readonly trusted: string;
  readonly file: string;
  /** The newest earlier one. Clients may trust it alone, and then cannot connect. */
  readonly earlier: X509Certificate | undefined;
};

/**
 * Reads the certificate without creating one. Returns undefined when the platform's own does not exist yet.
 * Throws when the operator's cannot be used.
 */
export async function readMqttCertificate(config: Config): Promise<MqttCertificate | undefined> {
  const { tls, tlsPort } = config.mqtt;
  if (tlsPort === undefined) throw new Refusal('MQTTS_PORT is off: there is no MQTT over TLS');
  if (tls) {
    const certificate = new X509Certificate((await readPair(tls)).cert);
    return { certificate, hosts: hostsIn(certificate), own: undefined };
  }
  const folder = certificatesFolder(config);
  const files = ownFiles(folder);
  const authorities = await files.readAuthorities();
  const authority = chooseAuthority(authorities, mqttHosts(config), systemClock);
  const leaf = authority && (await files.readLeaf(authority.number));
  if (!leaf) return undefined;
  const certificate = new X509Certificate(leaf.certificate);
  return {
    certificate,
    hosts: hostsIn(certificate),
    own: {
      authority: new X509Certificate(authority.certificate),
      trusted: bundleOf(authorities, systemClock),
      file: publicFile(folder),
      earlier: earlierThan(authority, authorities),
    },
  };
}

/** Returns the newest authority before this one. */
function earlierThan({ number }: Authority, all: readonly Authority[]): X509Certificate | undefined {
  const earlier = all.findLast((each) => each.number < number);
  return earlier && new X509Certificate(earlier.certificate);
}

/** Returns whether there are authorities and none suits the settings, so that the next start creates another one. */
export async function needsNewAuthority(config: Config): Promise<boolean> {
  const authorities = await ownFiles(certificatesFolder(config)).readAuthorities();
  return authorities.length > 0 && !chooseAuthority(authorities, mqttHosts(config), systemClock);
}
