import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/**
 * JSON lines on stdout; on a terminal one readable line per event. Callers log paths, never URLs: queries hold secrets.
 */
export async function createLogger(level: string, options: { readable: boolean }): Promise<Logger> {
  if (!options.readable) return pino({ level }, createDestination());
  const { build: pretty } = await import('pino-pretty');
  const format = { ignore: 'pid,hostname,reqId', translateTime: 'HH:MM:ss', singleLine: true, sync: true };
  return pino({ level }, pretty(format));
}

/**
 * What is logged while a write is under way goes with the next one; at the end of the process none is left. Lines are
 * passed on as bytes: of text, pino's destination measures all that waits again with each line.
 */
function createDestination(): DestinationStream & { flushSync(): void } {
  const destination = pino.destination({ sync: false, contentMode: 'buffer' } as { sync: false });
  const write = destination.write as unknown as (line: Buffer) => boolean;
  return {
    write: (line) => void write.call(destination, Buffer.from(line)),
    flushSync: () => destination.flushSync(),
  };
}
