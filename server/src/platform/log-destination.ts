import { type DestinationStream, pino } from 'pino';
import { systemClock } from './clock.ts';

/** How long a line waits for others. They are written together, since each write takes longer than many lines. */
const WAIT_MS = 25;
const MAX_LENGTH = 64 * 1024;
const WARNING = pino.levels.values['warn'] ?? 0;

/** What pino passes to a destination that asks for it: the level of the line that it writes. */
type WithLevel = { lastLevel: number };

/**
 * Creates a destination that writes lines to stdout, many at once. Warnings and errors are not held back, and
 * nothing is when the process ends, also by an error.
 */
export function createLogDestination(): DestinationStream & { flushSync(): void } {
  const stdout = pino.destination({ sync: false, contentMode: 'buffer' } as { sync: false });
  const writeBytes = stdout.write as unknown as (bytes: Buffer) => boolean;
  let lines = '';
  let timer: Disposable | undefined;

  function write(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    // Passed as bytes: with text, it would measure its whole buffer again.
    if (lines !== '') writeBytes.call(stdout, Buffer.from(lines));
    lines = '';
  }

  function flushSync(): void {
    write();
    stdout.flushSync();
  }

  // Before pino closes stdout, which it does when nothing else is left to do.
  process.prependListener('beforeExit', flushSync);
  process.on('exit', flushSync);
  return {
    [Symbol.for('pino.metadata') as never]: true,
    write(this: WithLevel, line: string): void {
      lines += line;
      if (this.lastLevel >= WARNING || lines.length >= MAX_LENGTH) write();
      else timer ??= systemClock.setTimer(WAIT_MS, write);
    },
    flushSync,
  };
}
