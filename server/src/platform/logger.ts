import { type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on stdout; readable ones where a person watches. Callers log paths, never URLs: queries hold secrets. */
export async function createLogger(level: string, options: { readable: boolean }): Promise<Logger> {
  // What is logged while a write is on its way goes with the next one; at the end of the process none is left.
  if (!options.readable) return pino({ level }, pino.destination({ sync: false }));
  const { build: pretty } = await import('pino-pretty');
  return pino({ level }, pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss', sync: true }));
}
