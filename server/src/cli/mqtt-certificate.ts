import { X509Certificate } from 'node:crypto';
import { certificatesFolder } from '../certificates.ts';
import type { Config } from '../config.ts';
import { hostsIn, ownFiles, readPair } from '../platform/certificates/index.ts';
import { Refusal } from './failure.ts';

/** What serves MQTT over TLS. */
export type MqttCertificate = {
  readonly certificate: X509Certificate;
  readonly hosts: readonly string[];
  /** Our own one, which clients must be told to trust; `file` is its public part. */
  readonly authority: { readonly certificate: X509Certificate; readonly file: string } | undefined;
};

/** Makes nothing; undefined when our own one is not made yet. Throws when the operator's cannot serve. */
export async function readMqttCertificate(config: Config): Promise<MqttCertificate | undefined> {
  const { tls, tlsPort } = config.mqtt;
  if (tlsPort === undefined) throw new Refusal('MQTTS_PORT is off: there is no MQTT over TLS');
  if (tls) {
    const certificate = new X509Certificate((await readPair(tls)).cert);
    return { certificate, hosts: hostsIn(certificate), authority: undefined };
  }
  const files = ownFiles(certificatesFolder(config));
  const [authority, leaf] = [await files.readAuthority(), await files.readLeaf()];
  if (!authority || !leaf) return undefined;
  const certificate = new X509Certificate(leaf.certificate);
  return {
    certificate,
    hosts: hostsIn(certificate),
    authority: { certificate: new X509Certificate(authority.certificate), file: files.publicPath },
  };
}
