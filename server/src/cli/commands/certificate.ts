import type { X509Certificate } from 'node:crypto';
import type { Command } from 'commander';
import type { Config } from '../../config.ts';
import { Refusal } from '../failure.ts';
import { type MqttCertificate, readMqttCertificate } from '../mqtt-certificate.ts';
import { onConfig } from '../run.ts';
import { record, timeText } from '../text.ts';

const HELP = `
Without MQTT_TLS_CERT and TLS_CERT the platform has an authority of its own, which clients must be told to trust. It may
name the configured hosts and no others.

Examples:
  $ azulejo certificate show
  $ azulejo certificate ca > ca.pem && mosquitto_sub --cafile ca.pem -h localhost -p 8883 …`;

export function addCertificate(program: Command): void {
  const group = program
    .command('certificate')
    .description('The certificate of MQTT over TLS.')
    .addHelpText('after', HELP);
  addShow(group);
  addCa(group);
}

function addShow(group: Command): void {
  group
    .command('show', { isDefault: true })
    .description('Show what it names, until when, its fingerprint, and who issued it.')
    .action(
      onConfig(async ({ config }) => {
        const { certificate, hosts, authority } = await served(config);
        return {
          data: {
            ...toRecord(certificate),
            hosts,
            issuer: commonName(certificate.issuer),
            authority: authority ? { ...toRecord(authority.certificate), file: authority.file } : null,
          },
          text: record(commonName(certificate.subject) || (hosts[0] ?? 'a certificate'), {
            names: hosts.join('\n'),
            valid: validity(certificate),
            'SHA-256': certificate.fingerprint256,
            'issued by': commonName(certificate.issuer),
            ...(authority && {
              'its validity': validity(authority.certificate),
              'its SHA-256': authority.certificate.fingerprint256,
              'its file': authority.file,
            }),
          }),
        };
      }),
    );
}

function addCa(group: Command): void {
  group
    .command('ca')
    .description('Print the authority that clients must trust (PEM).')
    .action(
      onConfig(async ({ config }) => {
        const { authority } = await served(config);
        if (!authority) {
          const [name] = config.mqtt.tls?.settings ?? [];
          throw new Refusal(
            `MQTT is served by the certificate of ${name}: whoever issued that one is trusted`,
          );
        }
        const pem = authority.certificate.toString();
        return { data: { ...toRecord(authority.certificate), pem }, text: pem.trimEnd() };
      }),
    );
}

async function served(config: Config): Promise<MqttCertificate> {
  const found = await readMqttCertificate(config);
  if (!found) throw new Refusal('there is no certificate yet: the first start of the server makes it');
  return found;
}

const toRecord = (certificate: X509Certificate) => ({
  subject: commonName(certificate.subject),
  valid_from: certificate.validFromDate.toISOString(),
  valid_to: certificate.validToDate.toISOString(),
  fingerprint_sha256: certificate.fingerprint256,
});

const validity = ({ validFromDate, validToDate }: X509Certificate): string =>
  `${timeText(validFromDate.getTime())} to ${timeText(validToDate.getTime())}`;

/** An operator's certificate may have no subject. */
const commonName = (name: string | undefined): string => /^CN=(.+)$/m.exec(name ?? '')?.[1] ?? name ?? '';
