import { type DestinationStream, pino } from 'pino';
import { systemClock } from './clock.ts';

/** How long a line waits for others. They are written together, since each write takes longer than many lines. */
const WAIT_MS = 25;
const MAX_BYTES = 64 * 1024;
/** The most bytes that UTF-8 takes for one unit of a text's length. */
const MAX_BYTES_PER_UNIT = 3;
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
  // Waiting lines are bytes outside the heap: as text, each collection of garbage would copy them in their many pieces.
  const waiting = Buffer.alloc(MAX_BYTES);
  let length = 0;
  let timer: Disposable | undefined;

  function write(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    if (length > 0) writeBytes.call(stdout, Buffer.from(waiting.subarray(0, length)));
    length = 0;
  }

  function add(line: string): void {
    const maxBytes = line.length * MAX_BYTES_PER_UNIT;
    if (length + maxBytes > MAX_BYTES) write();
    if (maxBytes > MAX_BYTES) writeBytes.call(stdout, Buffer.from(line));
    else length += waiting.write(line, length);
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
      add(line);
      if (this.lastLevel >= WARNING) write();
      else timer ??= systemClock.setTimer(WAIT_MS, write);
    },
    flushSync,
  };
}
