import { type Config, isLoopback } from '../../config/config.ts';
import { type Finding, ok, warning } from './check.ts';

const CHECK = 'PUBLIC_URL';

/** Checks whether phones can use the platform's public address. */
export function checkPublicUrl(config: Config): Finding {
  const { host, urls, tls, trustedProxies } = config;
  const { protocol, hostname } = new URL(urls.base);
  const isBehindProxy = trustedProxies.length > 0;
  if (isLocal(hostname)) {
    return warning(
      CHECK,
      `${urls.base} is this machine only: phones cannot reach it`,
      isLoopback(config)
        ? 'for phones set HOST=0.0.0.0 and PUBLIC_URL to the address that they use'
        : 'set PUBLIC_URL to the address that phones will use',
    );
  }
  if (isLocal(host) && !isBehindProxy) {
    return warning(
      CHECK,
      `${urls.base} is given to clients, but the server listens on ${host} only`,
      'set HOST=0.0.0.0, or put a proxy in front of it and name the proxy in TRUSTED_PROXIES',
    );
  }
  if (protocol === 'http:') {
    return warning(
      CHECK,
      `${urls.base} sends passwords unencrypted`,
      'set TLS_CERT and TLS_KEY, or use a proxy that has a certificate; phones need a public one',
    );
  }
  if (!tls && !isBehindProxy) {
    return warning(
      CHECK,
      `${urls.base} is HTTPS, which this server does not speak without TLS_CERT`,
      'set TLS_CERT and TLS_KEY, or name the proxy that does in TRUSTED_PROXIES',
    );
  }
  return ok(CHECK, urls.base);
}

const isLocal = (name: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(name);
