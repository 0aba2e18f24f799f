import { type Logger, pino } from 'pino';

export type { Logger };

/**
 * JSON lines on stdout; on a terminal one readable line per event. Callers log paths, never URLs: queries hold secrets.
 */
export async function createLogger(level: string, options: { readable: boolean }): Promise<Logger> {
  // What is logged while a write is under way goes with the next one; at the end of the process none is left.
  if (!options.readable) return pino({ level }, pino.destination({ sync: false }));
  const { build: pretty } = await import('pino-pretty');
  const format = { ignore: 'pid,hostname,reqId', translateTime: 'HH:MM:ss', singleLine: true, sync: true };
  return pino({ level }, pretty(format));
}
