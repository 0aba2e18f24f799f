import type { Config } from '../../config/config.ts';
import { isLoopback } from '../../config/config.ts';
import { installation } from '../../config/installation.ts';
import { timeText } from '../../platform/text.ts';
import { judgeCertificate } from './certificate.ts';
import { broken, type Finding, ok, warning } from './check.ts';
import { explain } from './failure.ts';
import { needsNewAuthority, type OwnAuthority, readMqttCertificate } from './read-mqtt-certificate.ts';

const CHECK = 'MQTT certificate';
const PRINT_CA = `${installation.commandLine} certificate ca`;
/** Giving clients another CA by hand takes time, so the warning comes early. */
const ENDS_SOON_MS = 90 * 86_400_000;
/** How long a new CA is pointed out. */
const NEW_MS = 90 * 86_400_000;

/**
 * Checks the certificate of MQTT over TLS. The platform's own one is renewed, and adapted to the settings, at
 * the next start.
 */
export async function checkMqttCertificate(config: Config, now: number): Promise<Finding> {
  const { tls, tlsPort } = config.mqtt;
  if (tlsPort === undefined) return ok(CHECK, 'none needed: MQTTS_PORT is off');
  try {
    const found = await readMqttCertificate(config);
    if (!found && (await needsNewAuthority(config))) return newAuthority(config);
    if (!found) return ok(CHECK, 'of our own CA; the next start issues it');
    if (found.own === undefined) {
      const names = { check: CHECK, setting: 'MQTT_PUBLIC_URL', host: new URL(config.urls.mqtt).hostname };
      return judgeCertificate(found.certificate, names, now);
    }
    return judgeOwn(config, found.own, now);
  } catch (error) {
    return broken(
      CHECK,
      explain(error).message,
      tls
        ? `set ${tls.settings.join(' and ')} to a chain and the key it belongs to`
        : 'restore it from a backup, or remove it and give clients the new CA',
    );
  }
}

/** Warns before a start with a changed host, which cuts off clients. */
const newAuthority = ({ urls }: Config): Finding =>
  warning(
    CHECK,
    `the CA does not suit the settings (${new URL(urls.mqtt).hostname}): the next start makes another, and clients that trust only the present one cannot connect`,
    `set PUBLIC_URL, MQTT_PUBLIC_URL and CA_NAME_CONSTRAINTS back, or give clients what ${PRINT_CA} prints then`,
  );

function judgeOwn(config: Config, { authority, earlier }: OwnAuthority, now: number): Finding {
  const authorityEnds = authority.validToDate.getTime();
  if (authorityEnds - now < ENDS_SOON_MS) {
    return warning(
      CHECK,
      `its CA expires ${timeText(authorityEnds)}`,
      `its successor exists already: give it to clients before that; ${PRINT_CA} prints it`,
    );
  }
  if (earlier && now - authority.validFromDate.getTime() < NEW_MS) {
    return warning(
      CHECK,
      `its CA is new since ${timeText(authority.validFromDate.getTime())}: clients that trust only the earlier one cannot connect`,
      `give them what ${PRINT_CA} prints`,
    );
  }
  if (!isLoopback(config) && config.urls.mqtt.startsWith('mqtts:')) {
    return warning(
      CHECK,
      'our own: phones do not accept it, other clients only if they trust our CA',
      `set MQTT_TLS_CERT and MQTT_TLS_KEY to a public one; ${PRINT_CA} prints the CA`,
    );
  }
  return ok(CHECK, `our own; ${PRINT_CA} prints the CA to trust`);
}
