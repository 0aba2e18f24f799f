import type { X509Certificate } from 'node:crypto';
import type { Command } from 'commander';
import type { MqttCertificate } from '../../app/doctor/read-mqtt-certificate.ts';
import type { Config } from '../../config/config.ts';
import { Refusal } from '../../platform/refusal.ts';
import { onConfig } from '../run.ts';
import { record, timeText } from '../text.ts';

const HELP = `
Without MQTT_TLS_CERT and TLS_CERT the platform uses its own CA, which clients must be configured to trust. The CA
can only issue certificates for the configured hosts.

Examples:
  $ azulejo certificate show
  $ azulejo certificate ca > ca.pem && mosquitto_sub --cafile ca.pem -h localhost -p 8883 …`;

export function addCertificate(program: Command): void {
  const group = program
    .command('certificate')
    .description('The certificate for MQTT over TLS.')
    .addHelpText('after', HELP);
  addShow(group);
  addCa(group);
}

function addShow(group: Command): void {
  group
    .command('show', { isDefault: true })
    .description('Show its hosts, validity, fingerprint and issuer.')
    .action(
      onConfig(async ({ config }) => {
        const { certificate, hosts, own } = await served(config);
        return {
          data: {
            ...toRecord(certificate),
            hosts,
            issuer: commonName(certificate.issuer),
            authority: own ? { ...toRecord(own.authority), file: own.file } : null,
          },
          text: record(commonName(certificate.subject) || (hosts[0] ?? 'a certificate'), {
            names: hosts.join('\n'),
            valid: validity(certificate),
            'SHA-256': certificate.fingerprint256,
            'issued by': commonName(certificate.issuer),
            ...(own && {
              'its validity': validity(own.authority),
              'its SHA-256': own.authority.fingerprint256,
              'to trust': own.file,
            }),
          }),
        };
      }),
    );
}

function addCa(group: Command): void {
  group
    .command('ca')
    .description('Print what clients must trust (PEM).')
    .action(
      onConfig(async ({ config }) => {
        const { own } = await served(config);
        if (!own) {
          const [name] = config.mqtt.tls?.settings ?? [];
          throw new Refusal(`MQTT uses the certificate of ${name}: clients must trust its issuer`);
        }
        return { data: { ...toRecord(own.authority), pem: own.trusted }, text: own.trusted.trimEnd() };
      }),
    );
}

async function served(config: Config): Promise<MqttCertificate> {
  const { readMqttCertificate } = await import('../../app/doctor/read-mqtt-certificate.ts');
  const found = await readMqttCertificate(config);
  if (!found)
    throw new Refusal('there is no certificate for these settings yet: the server creates it when it starts');
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

/** Returns the common name, or the whole name: an operator's certificate may have no subject. */
const commonName = (name: string | undefined): string => /^CN=(.+)$/m.exec(name ?? '')?.[1] ?? name ?? '';
