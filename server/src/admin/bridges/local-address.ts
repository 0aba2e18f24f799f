import type { Config } from '../../config/config.ts';

/** Where a bridge on this machine reaches the platform. */
export type LocalAddress = {
  readonly platform: string;
  readonly mqtt: string;
  /** Makes the bridge trust the certificate of a platform that serves TLS itself. */
  readonly environment: Readonly<Record<string, string>>;
};

const EVERY_ADDRESS = /^(0\.0\.0\.0|::)$/;

/**
 * Returns addresses on this machine, since it may not reach its own public one. The certificate of a platform that
 * serves TLS itself names the public one, so that is used then.
 */
export function localAddressOf({ host, httpPort, mqtt, tls, urls }: Config): LocalAddress {
  const at = (name: string) => {
    if (EVERY_ADDRESS.test(name)) return '127.0.0.1';
    return name.includes(':') ? `[${name}]` : name;
  };
  const platform = tls ? urls.base : `http://${at(host)}:${httpPort}`;
  return {
    platform,
    mqtt:
      mqtt.port === undefined
        ? `${platform.replace(/^http/, 'ws')}/mqtt`
        : `mqtt://${at(mqtt.host)}:${mqtt.port}`,
    environment: tls ? { NODE_EXTRA_CA_CERTS: tls.certificate } : {},
  };
}
