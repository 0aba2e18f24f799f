import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import type { MqttAddress } from './mqtt.ts';

/** The settings that every bridge has. */
export type CommonOptions = MqttAddress & {
  readonly platform: string;
  /** The platform's MQTT server, if it is not at the address that the platform returns. */
  readonly platformMqtt: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  /** The folder for reports that were not delivered yet; without it they are held in memory. */
  readonly dataDir: string | undefined;
  /** The homes to which devices are offered. */
  readonly homes: readonly Home[];
};

export type Home = { readonly applicationId: string; readonly userId: string };

/** Thrown for wrong usage. The text is for the person who started the program. */
export class UsageError extends Error {}

/** The texts of `--help` of a bridge. */
export type Help = {
  readonly does: string;
  /** The system whose MQTT server the bridge connects to. */
  readonly mqttOf: string;
  /** Describes the options that only this bridge has. */
  readonly own: string;
};

export const helpText = ({ does, mqttOf, own }: Help): string => `${does}

Usage: ${commandOf(process.argv[1] ?? '')} --platform URL --client-id ID --client-secret-file FILE --mqtt URL

  --platform URL              the platform (AZULEJO_URL)
  --platform-mqtt URL         its MQTT server, if it is elsewhere (AZULEJO_MQTT_URL)
  --client-id ID              the manager (AZULEJO_CLIENT_ID)
  --client-secret-file FILE   file with the manager's secret (AZULEJO_CLIENT_SECRET_FILE, or
                              AZULEJO_CLIENT_SECRET with the secret itself)
  --mqtt URL                  the MQTT server of ${mqttOf}, e.g. mqtt://127.0.0.1:1883 (MQTT_URL)
  --mqtt-username NAME        (MQTT_USERNAME)
  --mqtt-password-file FILE   (MQTT_PASSWORD_FILE, or MQTT_PASSWORD with the password itself)
${own}
  --data-dir FOLDER           keeps reports that were not delivered yet (DATA_DIR)
  --home APPLICATION/USER     gives the devices to this user, once the user has consented; may be repeated
                              (AZULEJO_HOMES, separated by commas)
  --help

It prints a line of JSON for each event to stdout. Exit codes: 0 stopped by a signal, 1 failed,
2 wrong usage, 3 the platform refused the credentials.
`;

/** Returns the command that starts this program, whose sources run only with the flags that `start.cjs` adds. */
function commandOf(path: string): string {
  const file = relative('', path);
  return file.endsWith('.ts') ? `node server/start.cjs ${file}` : `node ${file}`;
}

const SETTINGS = {
  platform: { type: 'string' },
  'platform-mqtt': { type: 'string' },
  'client-id': { type: 'string' },
  'client-secret-file': { type: 'string' },
  mqtt: { type: 'string' },
  'mqtt-username': { type: 'string' },
  'mqtt-password-file': { type: 'string' },
  'data-dir': { type: 'string' },
  home: { type: 'string', multiple: true },
  help: { type: 'boolean' },
} as const;

export type Environment = Readonly<Record<string, string | undefined>>;

export type ReadOptions = {
  readonly common: CommonOptions;
  /** Returns an option of the bridge's own, or else the environment variable. */
  readonly own: (option: string, variable: string) => string | undefined;
};

/**
 * Reads the settings, and those that only this bridge has; undefined when only help is wanted.
 * Throws UsageError.
 */
export function readCommonOptions(
  args: readonly string[],
  environment: Environment,
  ownOptions: readonly string[],
): ReadOptions | undefined {
  const given = parse(args, ownOptions);
  if (given.help) return undefined;
  const setting = (value: string | undefined, variable: string) =>
    value ?? (environment[variable] || undefined);
  const needed = (value: string | undefined, option: string) => {
    if (value === undefined) throw new UsageError(`${option} is missing.`);
    return value;
  };
  const secret = (file: string | undefined, variable: string) => {
    const path = setting(file, `${variable}_FILE`);
    return path === undefined ? environment[variable] || undefined : readSecret(path);
  };
  const homes = given.home ?? environment['AZULEJO_HOMES']?.split(',').filter((home) => home !== '') ?? [];
  const common = {
    platform: urlOf(needed(setting(given.platform, 'AZULEJO_URL'), '--platform'), '--platform', [
      'http:',
      'https:',
    ]),
    platformMqtt: optionalUrl(setting(given['platform-mqtt'], 'AZULEJO_MQTT_URL'), '--platform-mqtt'),
    clientId: needed(setting(given['client-id'], 'AZULEJO_CLIENT_ID'), '--client-id'),
    clientSecret: needed(
      secret(given['client-secret-file'], 'AZULEJO_CLIENT_SECRET'),
      '--client-secret-file',
    ),
    mqtt: urlOf(needed(setting(given.mqtt, 'MQTT_URL'), '--mqtt'), '--mqtt', MQTT_PROTOCOLS),
    mqttUsername: setting(given['mqtt-username'], 'MQTT_USERNAME'),
    mqttPassword: secret(given['mqtt-password-file'], 'MQTT_PASSWORD'),
    dataDir: setting(given['data-dir'], 'DATA_DIR'),
    homes: homes.map(homeOf),
  };
  return { common, own: (option, variable) => setting(given.own[option], variable) };
}

function parse(args: readonly string[], ownOptions: readonly string[]) {
  const strings = Object.fromEntries(ownOptions.map((option) => [option, { type: 'string' } as const]));
  try {
    const { values } = parseArgs({ args: [...args], options: { ...strings, ...SETTINGS } });
    const own = Object.fromEntries(
      ownOptions.map((option) => [option, (values as Readonly<Record<string, string | undefined>>)[option]]),
    );
    return { ...values, own };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

const MQTT_PROTOCOLS = ['mqtt:', 'mqtts:', 'ws:', 'wss:'];

const optionalUrl = (text: string | undefined, option: string) =>
  text === undefined ? undefined : urlOf(text, option, MQTT_PROTOCOLS);

function urlOf(text: string, option: string, protocols: readonly string[]): string {
  const url = URL.parse(text);
  if (!url || !protocols.includes(url.protocol))
    throw new UsageError(`${option} must be a URL that begins with ${protocols.join(', ')}`);
  // Other users of the machine can read the arguments of a process.
  if (url.password !== '') throw new UsageError(`${option} must not contain a password.`);
  return text;
}

function readSecret(path: string): string {
  try {
    const text = readFileSync(path, 'utf8').trim();
    if (text !== '') return text;
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`);
  }
  throw new UsageError(`${path} is empty.`);
}

/** Returns a topic below which there are others. Throws UsageError. */
export function baseTopicOf(text: string, option: string): string {
  if (text === '' || text.length > 200 || /[+#]|^\/|\/$/.test(text))
    throw new UsageError(`${option} must be a topic without + and #, and not begin or end with /.`);
  return text;
}

function homeOf(text: string): Home {
  const [applicationId, userId, more] = text.trim().split('/');
  if (!applicationId || !userId || more !== undefined)
    throw new UsageError(
      '--home must be the client_id of an application and the id of a user: APPLICATION/USER',
    );
  return { applicationId, userId };
}
