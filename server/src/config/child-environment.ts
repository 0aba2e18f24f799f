import type { Environment } from './settings.ts';

/** The variables that bridges inherit from this process, whose environment also contains secrets. */
const INHERITED = [
  'PATH',
  'HOME',
  'TZ',
  'LANG',
  'NODE_COMPILE_CACHE',
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
] as const;

/** Reads the environment of processes that the server starts. */
export const readChildEnvironment = (environment: Environment): Readonly<Record<string, string>> =>
  Object.fromEntries(
    INHERITED.flatMap((name) => {
      const value = environment[name];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
