import { hostname } from 'node:os';
import { pid } from 'node:process';
import { type DestinationStream, type Logger, pino } from 'pino';
import { createLogDestination } from './log-destination.ts';
import { withoutSecrets } from './secrets.ts';

export type { Logger };

type LogOptions = {
  readable: boolean;
  /** Of the server; the host name by default. */
  name?: string;
};

/**
 * Creates a logger that writes JSON lines to stdout, or readable lines on a terminal. Callers log paths,
 * never URLs, because queries contain secrets.
 */
export async function createLogger(level: string, { readable, name }: LogOptions): Promise<Logger> {
  if (!readable) return createJsonLogger(level, createLogDestination(), name);
  const { build: pretty } = await import('pino-pretty');
  const format = { translateTime: 'HH:MM:ss', singleLine: true, sync: true };
  const ignore = ['pid', 'hostname', 'reqId', ...SPOKEN].join(',');
  return createJsonLogger(level, pretty({ ...format, ignore, messageFormat: inWords }));
}

/** Masks what clients may have put anywhere. Only lines that are written take the time for it. */
const serializers = { topic: withoutSecrets };

export const createJsonLogger = (level: string, destination: DestinationStream, name = hostname()): Logger =>
  pino({ level, serializers, base: { pid, hostname: name } }, destination);

/** The members that a sentence below already says. */
const SPOKEN = ['migrated', 'subject', 'permitted', 'hosts'];

/** Returns the message of a line as a person reads it on a terminal. Programs read the members instead. */
function inWords(line: Readonly<Record<string, unknown>>, messageKey: string): string {
  const message = String(line[messageKey]);
  const { migrated, hosts, subject } = line;
  if (Array.isArray(migrated))
    return `database prepared: ${migrated.length === 1 ? 'one migration' : `${migrated.length} migrations`} applied`;
  if (Array.isArray(hosts)) return `${message} for ${hosts.join(', ')}`;
  return subject === undefined ? message : `${message}: ${subject}`;
}
