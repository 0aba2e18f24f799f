import { X509Certificate } from 'node:crypto';
import type { Config } from '../../config/config.ts';
import {
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
type OwnAuthority = { readonly authority: X509Certificate; readonly trusted: string; readonly file: string };

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
    },
  };
}
