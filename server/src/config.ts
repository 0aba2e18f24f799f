import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { resolve } from 'node:path';
import { flag, list, number, oneOf, path, SettingError, seconds, url } from './settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Config = ReturnType<typeof readConfig>;

const MINIMUM_LIFETIME = 72 * 3600;

/**
 * Environment to configuration: every setting with its default. Nothing else reads the environment. A wrong or
 * contradictory setting throws a SettingError that names it. The README's table of settings follows this order.
 */
export function readConfig(environment: Environment) {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const host = read('HOST') ?? '127.0.0.1';
  const httpPort = number(read, 'HTTP_PORT', 8480, { min: 0, max: 65_535 });
  const tls = readTls(read);
  const publicUrl = url(read, 'PUBLIC_URL', `${tls ? 'https' : 'http'}://${reachableHost(host)}:${httpPort}`);
  const mqttsPort = number(read, 'MQTTS_PORT', 8883, { min: 0, max: 65_535 });
  return {
    host,
    httpPort,
    publicUrlIsSet: read('PUBLIC_URL') !== undefined,
    /** The five origins of the platform; one unless set apart. No path, no trailing slash: clients append to them. */
    urls: {
      base: publicUrl,
      auth: url(read, 'AUTH_URL', publicUrl),
      cdn: url(read, 'CDN_URL', publicUrl),
      ontology: url(read, 'ONTOLOGY_URL', publicUrl),
      uploader: url(read, 'UPLOADER_URL', publicUrl),
      mqtt: mqttUrl(read) ?? `mqtts://${bracketed(new URL(publicUrl).hostname)}:${mqttsPort}`,
    },
    dataDir: resolve(read('DATA_DIR') ?? './data'),
    demo: flag(read, 'DEMO'),
    databaseUrl: databaseUrl(read),
    mqttPort: number(read, 'MQTT_PORT', 1883, { min: 0, max: 65_535 }),
    mqttsPort,
    tls,
    /** Addresses whose X-Forwarded-For is believed. Wrong here, and sign-in limits count the wrong address. */
    trustedProxies: trustedProxies(read),
    logLevel: oneOf(read, 'LOG_LEVEL', 'info', [
      'trace',
      'debug',
      'info',
      'warn',
      'error',
      'fatal',
      'silent',
    ]),
    /** Seconds; known clients storm or sign out with access tokens of 48 h or less (decision 0006). */
    tokenLifetimes: {
      user: seconds(read, 'TOKEN_LIFETIME_USER', '30d', { min: MINIMUM_LIFETIME }),
      client: seconds(read, 'TOKEN_LIFETIME_CLIENT', '365d', { min: MINIMUM_LIFETIME }),
      refresh: seconds(read, 'TOKEN_LIFETIME_REFRESH', '365d', { min: MINIMUM_LIFETIME }),
    },
    /** Failures and creations per minute. A carrier's NAT is one address for thousands of phones. */
    rateLimits: {
      signInFailuresPerAddress: limit(read, 'RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS', 60),
      signInFailuresPerAccountAndAddress: limit(
        read,
        'RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS',
        60,
      ),
      signInFailuresPerAccountFromNewAddresses: limit(read, 'RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT', 60),
      accountsPerAddress: limit(read, 'RATE_LIMIT_ACCOUNTS_PER_ADDRESS', 60),
      invalidTokensPerAddress: limit(read, 'RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS', 600),
      uploadsPerOwner: limit(read, 'RATE_LIMIT_UPLOADS_PER_OWNER', 60),
    },
    metricsToken: read('METRICS_TOKEN'),
  };
}

type Read = (name: string) => string | undefined;

const limit = (read: Read, name: string, fallback: number) =>
  number(read, name, fallback, { min: 1, max: 1_000_000 });

function readTls(read: Read): { certificate: string; key: string } | undefined {
  const certificate = path(read, 'TLS_CERT');
  const key = path(read, 'TLS_KEY');
  if (certificate && key) return { certificate, key };
  if (certificate) throw new SettingError('TLS_KEY', 'is missing, although TLS_CERT is set');
  if (key) throw new SettingError('TLS_CERT', 'is missing, although TLS_KEY is set');
  return undefined;
}

function databaseUrl(read: Read): string | undefined {
  const value = read('DATABASE_URL');
  if (value && !/^postgres(ql)?:\/\//.test(value)) {
    throw new SettingError(
      'DATABASE_URL',
      'must begin with postgres:// (leave it empty for SQLite in DATA_DIR)',
    );
  }
  return value;
}

/** Known apps split this URL at its colons: scheme, host and port, nothing after (manager-sdk 1.3, ios-app 1.1). */
function mqttUrl(read: Read): string | undefined {
  const value = read('MQTT_PUBLIC_URL');
  if (value && !/^mqtts?:\/\/[^\s:/?#@]+:\d{1,5}$/.test(value)) {
    throw new SettingError(
      'MQTT_PUBLIC_URL',
      'must be mqtts://HOST:PORT or mqtt://HOST:PORT, with nothing after it',
    );
  }
  return value;
}

function trustedProxies(read: Read): string[] {
  const entries = list(read, 'TRUSTED_PROXIES');
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const version = isIP(address);
    const bits = prefix === undefined ? 0 : Number(prefix);
    if (version === 0 || !Number.isInteger(bits) || bits < 0 || bits > (version === 4 ? 32 : 128)) {
      throw new SettingError('TRUSTED_PROXIES', `"${entry}" is not an address or a CIDR range`);
    }
  }
  return entries;
}

const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host);

/** 0.0.0.0 is no address to give to a phone: name the first one of this machine that others can reach. */
function reachableHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return bracketed(host);
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.find((entry) => entry.family === 'IPv4' && !entry.internal)?.address ?? '127.0.0.1';
}

/** True when only this machine can reach the server: then, and only then, a new platform gets a demo unasked. */
export function isLoopback(config: Config): boolean {
  const names = [config.host, new URL(config.urls.base).hostname];
  return names.every((name) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(name));
}
