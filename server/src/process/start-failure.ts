import { relative } from 'node:path';
import type { Config } from '../config/config.ts';
import { SettingError } from '../config/settings.ts';

type SystemError = Error & {
  code?: unknown;
  info?: { syscall?: unknown };
  syscall?: unknown;
  path?: unknown;
  port?: unknown;
  hostname?: unknown;
};

/** Returns why the server could not start, naming the setting to change where there is one. */
export function explainFailure(error: unknown, config: Config): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return (
    causesOf(error)
      .map((cause) => explain(cause, config))
      .find(Boolean) ?? error
  );
}

function explain(error: SystemError, config: Config): Error | undefined {
  const { code, syscall, message, info } = error;
  if (info?.syscall === 'uv_interface_addresses')
    return new Error(
      'this process may not list the network interfaces: under systemd, RestrictAddressFamilies needs AF_NETLINK',
    );
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const { setting, port, hostSetting, host } = listenerOf(error, config);
    if (code === 'EADDRINUSE')
      return new SettingError(setting, `${port} is already in use by another program`);
    if (code === 'EACCES') return new SettingError(setting, `this account has no permission to use ${port}`);
    if (syscall === 'listen' || !config.databaseUrl)
      return new SettingError(hostSetting, `"${host}" is not an address of this machine`);
  }
  if (config.databaseUrl && isOfDatabase(error)) {
    return new SettingError('DATABASE_URL', `cannot connect to the database: ${message || code}`);
  }
  return explainFile(error, config);
}

/** The codes of PostgreSQL, and of a connection that cannot be opened or is lost. */
const DATABASE_CODE = /^(\d[0-9A-Z]{4}|ECONN[A-Z]+|EPIPE|ETIMEDOUT)$/;

/** Returns whether it is an error of PostgreSQL, or of the connection to it, and not of a file. */
const isOfDatabase = ({ code, syscall }: SystemError): boolean =>
  syscall === 'connect' ||
  syscall === 'getaddrinfo' ||
  (typeof code === 'string' && DATABASE_CODE.test(code));

const UNUSABLE: readonly unknown[] = ['EACCES', 'EPERM', 'EROFS'];

function explainFile(
  { code, path, message, syscall }: SystemError,
  config: Config,
): SettingError | undefined {
  for (const files of [config.tls, config.mqtt.tls]) {
    const setting = files?.settings[[files.certificate, files.key].indexOf(String(path))];
    if (setting !== undefined) return new SettingError(setting, `cannot be read: ${code}`);
  }
  if (
    syscall === 'mkdir' &&
    ['ENOENT', 'ENOTDIR'].includes(String(code)) &&
    isInOrAbove(config.dataDir, path)
  )
    return new SettingError('DATA_DIR', `${config.dataDir} is not a place where a folder can be made`);
  const isUnwritable =
    (UNUSABLE.includes(code) && isInOrAbove(config.dataDir, path)) ||
    /unable to open database|readonly database/.test(message);
  return isUnwritable
    ? new SettingError('DATA_DIR', `${config.dataDir} is not writable by this account`)
    : undefined;
}

/** Returns whether a path is in the folder. One above it cannot be written when the folder is to be created. */
const isInOrAbove = (folder: string, path: unknown): boolean =>
  typeof path === 'string' &&
  [relative(folder, path), relative(path, folder)].some((way) => !way.startsWith('..'));

/** Returns the settings of the listener that could not be started. */
function listenerOf({ port, hostname }: SystemError, { host, httpPort, mqtt }: Config) {
  const isPlainMqtt = port === undefined ? hostname === mqtt.host && hostname !== host : port === mqtt.port;
  if (isPlainMqtt)
    return { setting: 'MQTT_PORT', port: mqtt.port, hostSetting: 'MQTT_HOST', host: mqtt.host };
  const isTls = port !== undefined && port === mqtt.tlsPort;
  return isTls
    ? { setting: 'MQTTS_PORT', port: mqtt.tlsPort, hostSetting: 'HOST', host }
    : { setting: 'HTTP_PORT', port: httpPort, hostSetting: 'HOST', host };
}

/** Returns the error, its causes and its aggregated errors. */
function causesOf(error: Error): SystemError[] {
  const inner = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  return [error, ...inner.filter((each) => each instanceof Error).flatMap(causesOf)];
}
