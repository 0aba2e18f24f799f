import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import {
  type Hosts,
  hostsOf,
  type ServedCertificate,
  serveOperators,
  serveOwn,
} from '../platform/certificates/index.ts';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';

/** Where authorities, certificates and keys of our own are. */
export const certificatesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'certificates');

/** By what names clients come to MQTT over TLS. */
export const mqttHosts = ({ host, urls }: Config): Hosts =>
  hostsOf(
    host,
    [urls.base, urls.mqtt].map((url) => new URL(url).hostname),
  );

/** What serves MQTT over TLS: the operator's certificate, or one of our own. Undefined where MQTTS_PORT is off. */
export async function openMqttCertificate(
  config: Config,
  { clock, logger }: { clock: Clock; logger: Logger },
): Promise<ServedCertificate | undefined> {
  const { tls, tlsPort } = config.mqtt;
  if (tlsPort === undefined) return undefined;
  if (tls) return serveOperators(tls, { logger });
  return serveOwn({ folder: certificatesFolder(config), hosts: () => mqttHosts(config), clock, logger });
}
