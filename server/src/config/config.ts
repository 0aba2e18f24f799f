import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { readBackups } from './backup-settings.ts';
import { readBridges } from './bridge-settings.ts';
import { readBus } from './bus-settings.ts';
import { readChildEnvironment } from './child-environment.ts';
import type { DefaultedName } from './definitions/index.ts';
import { readFiles } from './files-settings.ts';
import { readRateLimits, readShares } from './limit-settings.ts';
import { readMail } from './mail-settings.ts';
import { readMqtt } from './mqtt-settings.ts';
import { readPush } from './push-settings.ts';
import {
  certificateFiles,
  createRead,
  directory,
  type Environment,
  flag,
  host,
  list,
  number,
  oneOf,
  type Read,
  SettingError,
  seconds,
  secondsByName,
  url,
} from './settings.ts';
import { findUnknownSettings } from './unknown-settings.ts';
import { readClientVersions } from './version-settings.ts';
import { readNetworks } from './webhook-settings.ts';

export type { Environment } from './settings.ts';

export type Config = ReturnType<typeof readConfig>;

const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
/** Known clients flood the server or sign out when access tokens last 48 h or less (decision 0006). */
const MINIMUM_LIFETIME = 72 * 3600;
/** Ten years. A longer lifetime is probably a mistake, and a much longer one is not a valid date. */
const MAXIMUM_LIFETIME = 3650 * 24 * 3600;
const MEGABYTE = 1024 * 1024;

/**
 * Reads the configuration from the environment, which nothing else reads. Throws a SettingError that names
 * an invalid or contradictory setting. `definitions/` lists every setting with its default.
 * `fileNames` are the names that `.env` sets.
 */
export function readConfig(environment: Environment, fileNames: readonly string[] = []) {
  const read = createRead(environment);
  const listenHost = host(read, 'HOST');
  const httpPort = number(read, 'HTTP_PORT', { min: 1, max: 65_535 });
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
  const dataDir = directory(read, 'DATA_DIR');
  return {
    /** The host on which HTTP and MQTT over TLS listen. */
    host: listenHost,
    httpPort,
    publicUrlIsSet: read('PUBLIC_URL') !== undefined,
    urls: readUrls(read, publicUrl, mqttUrl),
    mqtt,
    dataDir,
    ...readServer(read),
    demo: flag(read, 'DEMO'),
    ...readDatabase(read),
    /** The folder of the keys that seal secrets, and of those that sign messages to browsers. */
    keysDir: directory(read, 'KEYS_DIR') ?? join(dataDir, 'keys'),
    files: readFiles(read, dataDir),
    ...readBus(read),
    tls,
    ...readProxies(read),
    /** Networks that webhooks of managers may call in addition to public addresses. */
    webhookNetworks: readNetworks(read, 'WEBHOOK_NETWORKS'),
    /** The same for webhooks of users' automations. */
    automationNetworks: readNetworks(read, 'AUTOMATION_NETWORKS'),
    bridges: readBridges(read, publicUrl),
    /** Returns the environment of processes that the server starts, without its own settings. */
    childEnvironment: () => readChildEnvironment(environment),
    logLevel: oneOf(read, 'LOG_LEVEL', LOG_LEVELS),
    tokenLifetimes: readLifetimes(read),
    ...readLimits(read),
    retention: readRetention(read),
    /** Whether new accounts have to confirm their e-mail address before they can sign in. */
    confirmsEmail: flag(read, 'CONFIRM_EMAIL'),
    ...readMessages(read, publicUrl),
    backups: readBackups(read, dataDir),
    /** Whether people may add virtual devices to their homes themselves. */
    offersVirtualDevices: flag(read, 'VIRTUAL_DEVICES'),
    /** For how many days people can cancel the deletion of their account. */
    deleteAccountAfterDays: number(read, 'DELETE_ACCOUNT_AFTER_DAYS', { min: 0, max: 365 }),
    /** The application whose users sign in at /home; undefined means the platform's own. */
    homeClientId: read('HOME_CLIENT_ID'),
    clientVersions: readClientVersions(read),
    metricsToken: read('METRICS_TOKEN'),
    unknownSettings: findUnknownSettings({ environment: Object.keys(environment), file: fileNames }),
  };
}

/** Reads the limits, and the quotas of one account, home and channel, which keep anyone from filling the disk. */
const readLimits = (read: Read) => ({
  rateLimits: readRateLimits(read),
  shares: readShares(read),
  /** Bytes of pictures that one user or application may store. */
  uploadQuota: number(read, 'UPLOAD_QUOTA_MB', { min: 1, max: 1_000_000 }) * MEGABYTE,
  maxChannelsPerManager: number(read, 'CHANNELS_PER_MANAGER', { min: 1, max: 10_000_000 }),
  maxDevicesPerHome: number(read, 'DEVICES_PER_HOME', { min: 1, max: 100_000 }),
  /** Renaming a channel, and each of its values, changes a row for each of its users. */
  maxUsersPerChannel: number(read, 'USERS_PER_CHANNEL', { min: 1, max: 10_000 }),
});

/**
 * Reads the five origins of the platform, which are the same unless set separately. They have no path and no
 * trailing slash, because clients append paths.
 */
const readUrls = (read: Read, publicUrl: string, mqttUrl: string) => ({
  base: publicUrl,
  auth: url(read, 'AUTH_URL', publicUrl),
  cdn: url(read, 'CDN_URL', publicUrl),
  ontology: url(read, 'ONTOLOGY_URL', publicUrl),
  uploader: url(read, 'UPLOADER_URL', publicUrl),
  mqtt: mqttUrl,
});

/** Reads how mail and notifications are sent. */
function readMessages(read: Read, publicUrl: string) {
  const mail = readMail(read, publicUrl);
  return { mail, push: readPush(read, mail.from) };
}

/** Reads how long history, events and audit entries are kept, in seconds. */
function readRetention(read: Read) {
  const range = { min: 3600, max: MAXIMUM_LIFETIME };
  const kept = (name: DefaultedName) => seconds(read, name, range);
  const history = kept('HISTORY_RETENTION');
  const historyOfProperty = secondsByName(read, 'HISTORY_RETENTION_PROPERTIES', range);
  const hours = kept('HISTORY_HOURS_RETENTION');
  if (hours < Math.max(history, ...historyOfProperty.values())) {
    throw new SettingError(
      'HISTORY_HOURS_RETENTION',
      'must be no shorter than that of the values themselves',
    );
  }
  const audit = {
    facts: kept('AUDIT_RETENTION'),
    refusals: kept('AUDIT_REFUSALS_RETENTION'),
    maxRefusals: number(read, 'AUDIT_MAX_REFUSALS', { min: 1_000, max: 10_000_000 }),
  };
  return { events: kept('EVENT_RETENTION'), history, historyOfProperty, hours, audit };
}

/** Reads the lifetimes of tokens, in seconds. */
function readLifetimes(read: Read) {
  const lifetime = (name: DefaultedName) =>
    seconds(read, name, { min: MINIMUM_LIFETIME, max: MAXIMUM_LIFETIME });
  const user = lifetime('TOKEN_LIFETIME_USER');
  const client = lifetime('TOKEN_LIFETIME_CLIENT');
  const refresh = lifetime('TOKEN_LIFETIME_REFRESH');
  if (refresh < Math.max(user, client)) {
    throw new SettingError(
      'TOKEN_LIFETIME_REFRESH',
      'must be no shorter than the lifetimes of access tokens',
    );
  }
  return { user, client, refresh };
}

/** Reads how this server works beside others of its database. */
const readServer = (read: Read) => ({
  /** What people call it. */
  serverName: serverName(read),
  /** After how long without the database its connections end. */
  patienceMs: number(read, 'DATABASE_PATIENCE', { min: 15, max: 3_600 }) * 1000,
  /** How long it takes to hand its clients over when it stops. */
  drainMs: number(read, 'DRAIN_SECONDS', { min: 0, max: 600 }) * 1000,
});

function serverName(read: Read): string {
  const name = read('SERVER_NAME') ?? hostname();
  if (/^[\w.:-]{1,100}$/.test(name)) return name;
  throw new SettingError('SERVER_NAME', 'must be up to 100 letters, digits, dots, colons and hyphens');
}

/** Reads the URLs of PostgreSQL. The errors never contain them, because of the passwords. */
function readDatabase(read: Read) {
  const [databaseUrl, databaseDirectUrl, databaseReadUrl] = [
    postgresUrl(read, 'DATABASE_URL'),
    postgresUrl(read, 'DATABASE_DIRECT_URL'),
    postgresUrl(read, 'DATABASE_READ_URL'),
  ];
  if (databaseUrl === undefined)
    for (const name of ['DATABASE_DIRECT_URL', 'DATABASE_READ_URL'] as const)
      if (read(name) !== undefined) throw new SettingError(name, 'is for PostgreSQL: set DATABASE_URL too');
  return { databaseUrl, databaseDirectUrl, databaseReadUrl };
}

type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL';

function postgresUrl(read: Read, name: DatabaseSetting): string | undefined {
  const value = read(name);
  if (value === undefined) return undefined;
  if (!/^postgres(ql)?:\/\//.test(value)) {
    throw new SettingError(
      name,
      `must begin with postgres://${name === 'DATABASE_URL' ? ' (leave it empty for SQLite in DATA_DIR)' : ''}`,
    );
  }
  const parsed = URL.parse(value);
  // After a special character of the password, the rest of it would be taken for the database's name.
  if (!parsed || `${parsed.pathname}${parsed.search}${parsed.hash}`.includes('@')) {
    throw new SettingError(
      name,
      'must be postgres://user:password@host/database; special characters of the password are percent-encoded, such as / as %2F',
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

/** Reads which proxies and balancers are trusted. If they are wrong, sign-in limits count the wrong address. */
function readProxies(read: Read) {
  const trusted = trustedProxies(read);
  const protocol = { http: flag(read, 'HTTP_PROXY_PROTOCOL'), mqtt: flag(read, 'MQTT_PROXY_PROTOCOL') };
  if ((protocol.http || protocol.mqtt) && trusted.length === 0)
    throw new SettingError('TRUSTED_PROXIES', 'is missing: it names the balancers that send PROXY headers');
  return {
    /** Addresses whose `X-Forwarded-For` is trusted. */
    trustedProxies: trusted,
    /** Whether they say by the PROXY protocol who their clients are. */
    proxyProtocol: protocol,
  };
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
