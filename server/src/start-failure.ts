import type { Config } from './config.ts';
import { SettingError } from './settings.ts';

type SystemError = Error & { code?: unknown; syscall?: unknown };

/** What kept the server from starting, by the name of the setting that can be changed. */
export function explainFailure(error: unknown, config: Config): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  return (
    causesOf(error)
      .map((cause) => explain(cause, config))
      .find(Boolean) ?? error
  );
}

function explain({ code, syscall, message }: SystemError, config: Config): SettingError | undefined {
  if (syscall === 'listen' || syscall === 'getaddrinfo') {
    if (code === 'EADDRINUSE')
      return new SettingError('HTTP_PORT', `${config.httpPort} is in use by another program`);
    if (code === 'EACCES')
      return new SettingError('HTTP_PORT', `${config.httpPort} may not be used by this account`);
    if (!config.databaseUrl)
      return new SettingError('HOST', `"${config.host}" is no address of this machine`);
  }
  if (config.databaseUrl && typeof code === 'string' && /^(E[A-Z]+|\d[0-9A-Z]{4})$/.test(code)) {
    return new SettingError('DATABASE_URL', `names a database that cannot be used: ${message || code}`);
  }
  const isUnwritable =
    code === 'EACCES' ||
    code === 'EPERM' ||
    code === 'EROFS' ||
    /unable to open database|readonly database/.test(message);
  return isUnwritable
    ? new SettingError('DATA_DIR', `${config.dataDir} cannot be written by this account`)
    : undefined;
}

/** The error, its causes, and the errors it gathers. */
function causesOf(error: Error): SystemError[] {
  const inner = [error.cause, ...(error instanceof AggregateError ? error.errors : [])];
  return [error, ...inner.filter((each) => each instanceof Error).flatMap(causesOf)];
}
