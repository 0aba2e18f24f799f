import type { Config } from '../config/config.ts';
import { SettingError } from '../config/settings.ts';

type SystemError = Error & {
  code?: unknown;
  syscall?: unknown;
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

function explain(error: SystemError, config: Config): SettingError | undefined {
  const { code, syscall, message } = error;
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    const { setting, port, hostSetting, host } = listenerOf(error, config);
    if (code === 'EADDRINUSE')
      return new SettingError(setting, `${port} is already in use by another program`);
    if (code === 'EACCES') return new SettingError(setting, `this account has no permission to use ${port}`);
    if (syscall === 'listen' || !config.databaseUrl)
      return new SettingError(hostSetting, `"${host}" is not an address of this machine`);
  }
  if (config.databaseUrl && typeof code === 'string' && /^(E[A-Z]+|\d[0-9A-Z]{4})$/.test(code)) {
    return new SettingError('DATABASE_URL', `cannot connect to the database: ${message || code}`);
  }
  const isUnwritable =
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EROFS' ||
    /unable to open database|readonly database/.test(message);
  return isUnwritable
    ? new SettingError('DATA_DIR', `${config.dataDir} is not writable by this account`)
    : undefined;
}

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
