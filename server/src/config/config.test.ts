import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { describe, it } from 'node:test';
import { type Environment, readConfig } from './config.ts';
import { definitions, settingGroups } from './definitions/index.ts';
import { SettingError } from './settings.ts';
import { accountCases } from './testing/account-cases.ts';
import { addressCases } from './testing/address-cases.ts';
import { backupCases } from './testing/backup-cases.ts';
import { connectionCases } from './testing/connection-cases.ts';
import { fileCases } from './testing/file-cases.ts';
import {
  type Case,
  DAY,
  file,
  folder,
  lifetime,
  limit,
  loop,
  pem,
  retention,
  version,
} from './testing/setting-kinds.ts';

/** Every setting. A setting that is read but missing here fails a test below. */
const cases: Record<string, Case> = {
  ...addressCases,
  DATA_DIR: {
    of: (config) => config.dataDir,
    default: resolve('data'),
    good: { [folder]: folder, [join(folder, 'new')]: join(folder, 'new'), './x': resolve('x') },
    bad: [file, loop],
  },
  DEMO: {
    of: (config) => config.demo,
    default: undefined,
    good: { '1': true, '0': false, true: true, false: false },
    bad: ['yes', '2', 'TRUE'],
  },
  DATABASE_DIRECT_URL: {
    of: (config) => config.databaseDirectUrl,
    default: undefined,
    others: { DATABASE_URL: 'postgres://db/x' },
    good: { 'postgres://u:p@other/azulejo': 'postgres://u:p@other/azulejo' },
    bad: ['mysql://db/x', 'postgres://u:p/@db/x'],
  },
  DATABASE_READ_URL: {
    of: (config) => config.databaseReadUrl,
    default: undefined,
    others: { DATABASE_URL: 'postgres://db/x' },
    good: { 'postgres://u:p@other/azulejo': 'postgres://u:p@other/azulejo' },
    bad: ['mysql://db/x', 'postgres://u:p/@db/x'],
  },
  DATABASE_URL: {
    of: (config) => config.databaseUrl,
    default: undefined,
    good: {
      'postgres://u:p@db/azulejo': 'postgres://u:p@db/azulejo',
      'postgresql://db/x': 'postgresql://db/x',
      'postgres://u:p%2F%40@db/azulejo?sslmode=require': 'postgres://u:p%2F%40@db/azulejo?sslmode=require',
    },
    bad: [
      'mysql://db/x',
      'db',
      '/var/lib/azulejo.sqlite',
      'sqlite:x',
      // Special characters in the password end the host early.
      'postgres://u:pa/ss@db/azulejo',
      'postgres://u:12/ss@db/azulejo',
      'postgres://u:12#ss@db/azulejo',
      'postgres://u:12?ss@db/azulejo',
    ],
  },
  DATABASE_PATIENCE: {
    of: (config) => config.patienceMs,
    default: 60_000,
    good: { '15': 15_000, '3600': 3_600_000 },
    bad: ['14', '3601', '1m', '-1'],
  },
  DRAIN_SECONDS: {
    of: (config) => config.drainMs,
    default: 30_000,
    good: { '0': 0, '600': 600_000 },
    bad: ['601', '-1', '5s'],
  },
  SERVER_NAME: {
    of: (config) => config.serverName,
    default: hostname(),
    good: { attic: 'attic', 'node-1.example:8480': 'node-1.example:8480' },
    bad: ['two words', 'a"b', 'x'.repeat(101)],
  },
  KEYS_DIR: {
    of: (config) => config.keysDir,
    default: resolve('data/keys'),
    good: { [folder]: folder, [join(folder, 'new')]: join(folder, 'new') },
    bad: [file, loop],
  },
  ...fileCases,
  BUS_URL: {
    of: (config) => config.busUrl,
    default: undefined,
    others: { DATABASE_URL: 'postgres://db/x' },
    good: {
      'nats://bus': 'nats://bus',
      'nats://u:p@a:4222,nats://b': 'nats://u:p@a:4222,nats://b',
      'tls://u:p@a': 'tls://u:p@a',
    },
    bad: [
      'bus',
      'http://bus',
      'nats://a,b',
      'nats:',
      'nats://a,tls://b',
      'nats://a,nats://u:p@b',
      'nats://u:p@a,nats://u:q@b',
      'tls://10.0.0.1',
    ],
  },
  NATS_CREDS_FILE: {
    of: (config) => config.natsCredentials,
    default: undefined,
    others: { DATABASE_URL: 'postgres://db/x', BUS_URL: 'nats://bus' },
    good: { [file]: file },
    bad: [join(folder, 'none')],
  },
  NATS_CA_FILE: {
    of: (config) => config.natsAuthority,
    default: undefined,
    others: { DATABASE_URL: 'postgres://db/x', BUS_URL: 'tls://bus' },
    good: { [file]: file },
    bad: [join(folder, 'none')],
  },
  TLS_CERT: pem((config) => config.tls?.certificate, { TLS_KEY: file }),
  TLS_KEY: pem((config) => config.tls?.key, { TLS_CERT: file }),
  MQTT_TLS_CERT: pem((config) => config.mqtt.tls?.certificate, { MQTT_TLS_KEY: file }),
  MQTT_TLS_KEY: pem((config) => config.mqtt.tls?.key, { MQTT_TLS_CERT: file }),
  CA_NAME_CONSTRAINTS: {
    of: (config) => config.mqtt.hasConstrainedAuthority,
    default: true,
    good: { '1': true, '0': false },
    bad: ['off', '2'],
  },
  MQTT_MAX_PACKET_KB: {
    of: (config) => config.mqtt.maxPacketBytes,
    default: 256 * 1024,
    // The largest packet that the standard can express (MQTT 3.1.1, 2.2.3).
    good: { '1': 1024, '262143': 268_434_432 },
    bad: ['0', '-1', '1.5', '256KB', '262144'],
  },
  MQTT_MAX_CONNECTIONS: limit((config) => config.mqtt.maxConnections, 20_000),
  MQTT_CONNECTIONS_PER_NETWORK: limit((config) => config.mqtt.connectionsPerNetwork, 2000),
  MQTT_PENDING_PER_NETWORK: limit((config) => config.mqtt.pendingPerNetwork, 500),
  MQTT_SESSIONS_PER_USER: limit((config) => config.mqtt.sessionsPerUser, 200),
  MQTT_SESSIONS_PER_CLIENT: limit((config) => config.mqtt.sessionsPerClient, 1000),
  MQTT_MESSAGES_PER_SECOND: limit((config) => config.mqtt.messagesPerSecond, 1000),
  MQTT_MESSAGES_PER_SECOND_AND_CLIENT: limit((config) => config.mqtt.messagesPerSecondAndClient, 4000),
  MQTT_QUEUE_MB: {
    of: (config) => config.mqtt.queueBytes,
    default: 4 * 1024 * 1024,
    good: { '4': 4 * 1024 * 1024, '1024': 1024 ** 3 },
    bad: ['3', '0', '-4', '4.5', '4MB', '1025'],
  },
  ...connectionCases,
  HTTP_PROXY_PROTOCOL: {
    of: (config) => config.proxyProtocol.http,
    default: false,
    good: { '1': true, '0': false },
    bad: ['on', '2'],
    others: { TRUSTED_PROXIES: '10.0.0.1' },
  },
  MQTT_PROXY_PROTOCOL: {
    of: (config) => config.proxyProtocol.mqtt,
    default: false,
    good: { '1': true, '0': false },
    bad: ['on', '2'],
    others: { TRUSTED_PROXIES: '10.0.0.1' },
  },
  TRUSTED_PROXIES: {
    of: (config) => config.trustedProxies,
    default: [],
    good: {
      '127.0.0.1': ['127.0.0.1'],
      '10.0.0.0/8, ::1,fd00::/8,': ['10.0.0.0/8', '::1', 'fd00::/8'],
    },
    bad: ['proxy.example', '10.0.0.0/33', '::1/129', '10.0.0.0/', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0'],
  },
  LOG_LEVEL: {
    of: (config) => config.logLevel,
    default: 'info',
    good: { trace: 'trace', silent: 'silent', fatal: 'fatal' },
    bad: ['INFO', 'verbose', '30'],
  },
  TOKEN_LIFETIME_USER: lifetime((config) => config.tokenLifetimes.user, 30 * DAY),
  TOKEN_LIFETIME_CLIENT: lifetime((config) => config.tokenLifetimes.client, 365 * DAY),
  TOKEN_LIFETIME_REFRESH: lifetime((config) => config.tokenLifetimes.refresh, 365 * DAY),
  HTTP_CONNECTIONS_PER_NETWORK: {
    of: (config) => config.shares.socketsPerNetwork,
    default: 2_000,
    good: { '8': 8, '10000': 10_000 },
    bad: ['7', '-1', '10001', 'all'],
  },
  CHANNELS_PER_MANAGER: {
    of: (config) => config.maxChannelsPerManager,
    default: 100_000,
    good: { '1': 1 },
    bad: ['0', '10000001', 'many'],
  },
  DEVICES_PER_HOME: {
    of: (config) => config.maxDevicesPerHome,
    default: 2_000,
    good: { '1': 1 },
    bad: ['0', '100001', 'many'],
  },
  USERS_PER_CHANNEL: {
    of: (config) => config.maxUsersPerChannel,
    default: 200,
    good: { '1': 1 },
    bad: ['0', '10001', 'many'],
  },
  HTTP_WAITING_REQUESTS: {
    of: (config) => config.shares.waitingRequests,
    default: 1_000,
    good: { '50': 50 },
    bad: ['49', '-1', 'all'],
  },
  VALUES_KB_PER_SECOND: {
    of: (config) => config.shares.values.account.bytesPerSecond,
    default: 32 * 1024,
    good: { '1': 1024 },
    bad: ['0', '-1', '1.5', '32KB'],
  },
  VALUES_KB_PER_SECOND_AND_CLIENT: {
    of: (config) => config.shares.values.client.bytesPerSecond,
    default: 2_048 * 1024,
    good: { '1': 1024 },
    bad: ['0', '-1', '1.5', '32KB'],
  },
  VALUES_BURST_MB: {
    of: (config) => config.shares.values.account.burstBytes,
    default: 32 * 1024 ** 2,
    good: { '1': 1024 ** 2 },
    bad: ['0', '-1', '1.5', '32MB'],
  },
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: limit((config) => config.rateLimits.signInFailuresPerAddress, 60),
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS: limit(
    (config) => config.rateLimits.signInFailuresPerAccountAndAddress,
    60,
  ),
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: limit(
    (config) => config.rateLimits.signInFailuresPerAccountFromNewAddresses,
    60,
  ),
  RATE_LIMIT_ACCOUNTS_PER_ADDRESS: limit((config) => config.rateLimits.accountsPerAddress, 60),
  RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: limit((config) => config.rateLimits.invalidTokensPerAddress, 600),
  RATE_LIMIT_UPLOADS_PER_OWNER: limit((config) => config.rateLimits.uploadsPerOwner, 60),
  RATE_LIMIT_RESETS_PER_ADDRESS: limit((config) => config.rateLimits.resetsPerAddress, 60),
  RATE_LIMIT_RESETS_PER_ACCOUNT: limit((config) => config.rateLimits.resetsPerAccount, 5),
  SMTP_URL: {
    of: ({ mail: { smtp } }) => smtp && [smtp.host, smtp.port, smtp.secure, smtp.requireTLS, smtp.auth?.pass],
    default: undefined,
    good: {
      'smtp://mail.example': ['mail.example', 587, false, false, undefined],
      'smtps://ana:a%40b@mail.example:2465/': ['mail.example', 2465, true, false, 'a@b'],
      // A password must not leave the machine in clear text.
      'smtp://ana:x@mail.example': ['mail.example', 587, false, true, 'x'],
      'smtp://ana:x@[::1]:25': ['::1', 25, false, false, 'x'],
    },
    bad: ['mail.example', 'http://mail.example', 'smtp://', 'smtp://a/b', 'smtp://a?b=1', 'smtp://%ff:x@a'],
    others: { MAIL_FROM: 'casa@example.org' },
  },
  MAIL_FROM: {
    of: (config) => config.mail.from,
    default: 'Azulejo <azulejo@127.0.0.1>',
    good: { 'a@b.example': 'a@b.example', 'Casa Azul <a@b.example>': 'Casa Azul <a@b.example>' },
    bad: ['casa', 'casa@', 'Casa casa@example.org <', 'a@b@c', 'a <b> <c@d>'],
  },
  UPLOAD_QUOTA_MB: {
    of: (config) => config.uploadQuota,
    default: 200 * 1024 * 1024,
    good: { '1': 1024 * 1024, '1000000': 1_000_000 * 1024 * 1024 },
    bad: ['0', '-1', '1.5', '200MB', '1000001'],
  },
  EVENT_RETENTION: retention((config) => config.retention.events, 30 * DAY),
  HISTORY_RETENTION: retention((config) => config.retention.history, 90 * DAY),
  HISTORY_RETENTION_PROPERTIES: {
    of: (config) => Object.fromEntries(config.retention.historyOfProperty),
    default: {},
    good: {
      'location=7d': { location: 7 * DAY },
      'location=7d, power = 36h,': { location: 7 * DAY, power: 36 * 3600 },
    },
    bad: ['7d', 'location', 'location=', '=7d', 'location=week', 'location=1m', 'location=7d power=1d'],
  },
  HISTORY_HOURS_RETENTION: retention((config) => config.retention.hours, 3650 * DAY),
  AUDIT_RETENTION: retention((config) => config.retention.audit.facts, 365 * DAY),
  AUDIT_REFUSALS_RETENTION: retention((config) => config.retention.audit.refusals, 90 * DAY),
  AUDIT_MAX_REFUSALS: {
    of: (config) => config.retention.audit.maxRefusals,
    default: 200_000,
    good: { '1000': 1_000 },
    bad: ['999', '-1', 'all'],
  },
  VIRTUAL_DEVICES: {
    of: (config) => config.offersVirtualDevices,
    default: true,
    good: { '0': false, '1': true },
    bad: ['off', '2'],
  },
  HOME_CLIENT_ID: {
    of: (config) => config.homeClientId,
    default: undefined,
    good: { ' 6f2a ': '6f2a' },
    bad: [],
  },
  ANDROID_MINIMUM_VERSION: version((config) => config.clientVersions.minimum.android),
  IOS_MINIMUM_VERSION: version((config) => config.clientVersions.minimum.ios),
  OLDER_VERSIONS_UNTIL: {
    of: (config) => config.clientVersions.olderUntil,
    default: 0,
    good: { '2027-01-31': Date.UTC(2027, 0, 31) },
    bad: ['tomorrow', '2027', '31.01.2027', '2027-13-01', '2027-01-31T00:00:00Z'],
  },
  ...accountCases,
  ...backupCases,
  METRICS_TOKEN: {
    of: (config) => config.metricsToken,
    default: undefined,
    good: { 'a secret': 'a secret' },
    bad: [],
  },
};

/** Returns the names of all settings that `readConfig` reads. */
function settingsRead(): string[] {
  const names = new Set<string>();
  readConfig(new Proxy({}, { get: (_target, name) => void names.add(String(name)) }));
  return [...names].toSorted();
}

const refused = (environment: Environment): SettingError => {
  try {
    readConfig(environment);
  } catch (error) {
    if (error instanceof SettingError) return error;
    throw error;
  }
  return assert.fail(`taken: ${JSON.stringify(environment)}`);
};

describe('readConfig', () => {
  for (const [name, { of, default: fallback, good, bad, others = {} }] of Object.entries(cases)) {
    it(`${name} has a default, accepts valid values and rejects invalid ones by name`, () => {
      assert.deepEqual(of(readConfig({})), fallback);
      for (const empty of ['', '   '])
        assert.deepEqual(of(readConfig({ [name]: empty })), fallback, 'empty is not set');
      for (const [value, expected] of Object.entries(good))
        assert.deepEqual(of(readConfig({ ...others, [name]: value })), expected, value);
      for (const value of bad) {
        const error = refused({ ...others, [name]: value });
        assert.equal(error.setting, name, `${value}: ${error.message}`);
        assert.ok(error.message.startsWith(`${name} `));
      }
    });
  }

  it('reads exactly the settings that are tested here', () => {
    assert.deepEqual(Object.keys(cases).toSorted(), settingsRead());
  });

  it('reads exactly the settings that are defined', () => {
    assert.deepEqual(Object.keys(definitions).toSorted(), settingsRead());
  });

  it('defines each setting once, in a sentence', () => {
    const names = settingGroups.flatMap(({ settings }) => Object.keys(settings));
    assert.deepEqual(names, [...new Set(names)]);
    for (const [name, { summary }] of Object.entries(definitions)) assert.match(summary, /\.$/, name);
  });
});
