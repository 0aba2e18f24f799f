import { join } from 'node:path';
import type { Config } from '../config/config.ts';
import {
  type Hosts,
  hostsOf,
  type ServedCertificate,
  serveOperators,
  serveOwn,
} from '../platform/certificates/index.ts';
import type { Clock, Timers } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';

/** Returns the folder of the platform's own authorities, certificates and keys. */
export const certificatesFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'certificates');

/** Returns the host names by which clients reach MQTT over TLS. */
export const mqttHosts = ({ host, urls, mqtt }: Config): Hosts => ({
  ...hostsOf(
    host,
    [urls.base, urls.mqtt].map((url) => new URL(url).hostname),
  ),
  isUnconstrained: !mqtt.hasConstrainedAuthority,
});

/**
 * Opens the certificate of MQTT over TLS: the operator's, or the platform's own. Returns undefined when
 * MQTTS_PORT is off.
 */
export async function openMqttCertificate(
  config: Config,
  { clock, timers, logger }: { clock: Clock; timers: Timers; logger: Logger },
): Promise<ServedCertificate | undefined> {
  const { tls, tlsPort } = config.mqtt;
  if (tlsPort === undefined) return undefined;
  if (tls) return serveOperators(tls, { logger });
  const folder = certificatesFolder(config);
  return serveOwn({ folder, hosts: () => mqttHosts(config), clock, timers, logger });
}
