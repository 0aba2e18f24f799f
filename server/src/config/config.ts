import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { readRateLimits, readShares } from './limit-settings.ts';
import { readMail } from './mail-settings.ts';
import { readMqtt } from './mqtt-settings.ts';
import {
  certificateFiles,
  directory,
  flag,
  host,
  list,
  number,
  oneOf,
  SettingError,
  seconds,
  secondsByName,
  url,
} from './settings.ts';
import { readClientVersions } from './version-settings.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export type Config = ReturnType<typeof readConfig>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** Known clients flood the server or sign out when access tokens last 48 h or less (decision 0006). */
const MINIMUM_LIFETIME = 72 * 3600;
/** Ten years. A longer lifetime is probably a mistake, and a much longer one is not a valid date. */
const MAXIMUM_LIFETIME = 3650 * 24 * 3600;
const MEGABYTE = 1024 * 1024;

/**
 * Reads the configuration from the environment, which nothing else reads: every setting with its default.
 * Throws a SettingError that names an invalid or contradictory setting. The README's table of settings has
 * the same order.
 */
export function readConfig(environment: Environment) {
  const read = (name: string) => environment[name]?.trim() || undefined;
  const listenHost = host(read, 'HOST', '127.0.0.1');
  const httpPort = number(read, 'HTTP_PORT', 8480, { min: 1, max: 65_535 });
  const tls = certificateFiles(read, 'TLS_CERT', 'TLS_KEY');
  const publicUrl = url(
    read,
    'PUBLIC_URL',
    `${tls ? 'https' : 'http'}://${reachableHost(listenHost)}:${httpPort}`,
  );
  const { url: mqttUrl, ...mqtt } = readMqtt(read, {
    httpPort,
    tls,
    publicHost: new URL(publicUrl).hostname,
  });
  return {
    /** The host on which HTTP and MQTT over TLS listen. */
    host: listenHost,
    httpPort,
    publicUrlIsSet: read('PUBLIC_URL') !== undefined,
    /**
     * The five origins of the platform, which are the same unless set separately. They have no path and no
     * trailing slash, because clients append paths.
     */
    urls: {
      base: publicUrl,
      auth: url(read, 'AUTH_URL', publicUrl),
      cdn: url(read, 'CDN_URL', publicUrl),
      ontology: url(read, 'ONTOLOGY_URL', publicUrl),
      uploader: url(read, 'UPLOADER_URL', publicUrl),
      mqtt: mqttUrl,
    },
    mqtt,
    dataDir: directory(read, 'DATA_DIR', './data'),
    demo: flag(read, 'DEMO'),
    databaseUrl: databaseUrl(read),
    tls,
    /**
     * Addresses whose X-Forwarded-For is trusted. If they are wrong, sign-in limits count the wrong address.
     */
    trustedProxies: trustedProxies(read),
    logLevel: oneOf(read, 'LOG_LEVEL', 'info', LOG_LEVELS),
    tokenLifetimes: readLifetimes(read),
    rateLimits: readRateLimits(read),
    shares: readShares(read),
    /** Bytes of pictures that one user or application may store, so that none can fill the disk. */
    uploadQuota: number(read, 'UPLOAD_QUOTA_MB', 200, { min: 1, max: 1_000_000 }) * MEGABYTE,
    retention: readRetention(read),
    mail: readMail(read, publicUrl),
    /** Whether people may add virtual devices to their homes themselves. */
    offersVirtualDevices: flag(read, 'VIRTUAL_DEVICES') ?? true,
    maxChannelsPerManager: number(read, 'CHANNELS_PER_MANAGER', 100_000, { min: 1, max: 10_000_000 }),
    maxDevicesPerHome: number(read, 'DEVICES_PER_HOME', 2_000, { min: 1, max: 100_000 }),
    /** The application whose users sign in at /home; undefined means the platform's own. */
    homeClientId: read('HOME_CLIENT_ID'),
    clientVersions: readClientVersions(read),
    metricsToken: read('METRICS_TOKEN'),
  };
}

type Read = (name: string) => string | undefined;

/** Reads how long history, events and audit entries are kept, in seconds. */
function readRetention(read: Read) {
  const range = { min: 3600, max: MAXIMUM_LIFETIME };
  const kept = (name: string, fallback: string) => seconds(read, name, fallback, range);
  const history = kept('HISTORY_RETENTION', '90d');
  const historyOfProperty = secondsByName(read, 'HISTORY_RETENTION_PROPERTIES', range);
  const hours = kept('HISTORY_HOURS_RETENTION', '3650d');
  if (hours < Math.max(history, ...historyOfProperty.values())) {
    throw new SettingError(
      'HISTORY_HOURS_RETENTION',
      'must be no shorter than that of the values themselves',
    );
  }
  const audit = {
    facts: kept('AUDIT_RETENTION', '365d'),
    refusals: kept('AUDIT_REFUSALS_RETENTION', '90d'),
    maxRefusals: number(read, 'AUDIT_MAX_REFUSALS', 200_000, { min: 1_000, max: 10_000_000 }),
  };
  return { events: kept('EVENT_RETENTION', '30d'), history, historyOfProperty, hours, audit };
}

/** Reads the lifetimes of tokens, in seconds. */
function readLifetimes(read: Read) {
  const lifetime = (name: string, fallback: string) =>
    seconds(read, name, fallback, { min: MINIMUM_LIFETIME, max: MAXIMUM_LIFETIME });
  const user = lifetime('TOKEN_LIFETIME_USER', '30d');
  const client = lifetime('TOKEN_LIFETIME_CLIENT', '365d');
  const refresh = lifetime('TOKEN_LIFETIME_REFRESH', '365d');
  if (refresh < Math.max(user, client)) {
    throw new SettingError(
      'TOKEN_LIFETIME_REFRESH',
      'must be no shorter than the lifetimes of access tokens',
    );
  }
  return { user, client, refresh };
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

function trustedProxies(read: Read): string[] {
  const entries = list(read, 'TRUSTED_PROXIES');
  for (const entry of entries) {
    const [, address = '', prefix = '0'] = /^([^/]*)(?:\/(\d{1,3}))?$/.exec(entry) ?? [];
    const version = isIP(address);
    if (version === 0 || Number(prefix) > (version === 4 ? 32 : 128)) {
      throw new SettingError('TRUSTED_PROXIES', `"${entry}" is not an address or a CIDR range`);
    }
  }
  return entries;
}

const bracketed = (host: string) => (isIP(host) === 6 ? `[${host}]` : host);

/**
 * Returns an address that phones can reach: for 0.0.0.0 and ::, the first external address of this machine.
 */
function reachableHost(host: string): string {
  if (host !== '0.0.0.0' && host !== '::') return bracketed(host);
  const addresses = Object.values(networkInterfaces()).flatMap((entries) => entries ?? []);
  return addresses.find((entry) => entry.family === 'IPv4' && !entry.internal)?.address ?? '127.0.0.1';
}

/**
 * Returns whether only this machine can reach the server. Only then a new platform gets a demo by default.
 */
export function isLoopback(config: Config): boolean {
  const names = [config.host, new URL(config.urls.base).hostname];
  return names.every((name) => /^(localhost|127\.\d+\.\d+\.\d+|\[?::1\]?)$/.test(name));
}
