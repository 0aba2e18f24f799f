/** The processes that a run of the tests starts: it waits for them, and passes on the signal that ends it. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';

const running = new Set<ChildProcess>();
let received: NodeJS.Signals | undefined;

/** Passes signals that end this process on to its children, so that it can remove what it made after they ended. */
export function passOnSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      received = signal;
      for (const child of running) child.kill(signal);
    });
  }
}

/** Returns the exit code of a run that a signal ended; undefined while none has arrived. */
export const interruption = (): number | undefined => received && exitCode(received);

/** Returns the exit code that a shell gives for a process ended by a signal. */
const exitCode = (signal: NodeJS.Signals): number => 128 + constants.signals[signal];

/** Waits for a child and returns its exit code. Ends it after `limitMs`, and says so. */
export async function finish(child: ChildProcess, limitMs: number): Promise<number> {
  running.add(child);
  const timer = setTimeout(() => {
    process.stderr.write(`the tests did not end within ${limitMs / 60_000} minutes\n`);
    child.kill('SIGTERM');
  }, limitMs);
  const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
  clearTimeout(timer);
  running.delete(child);
  return code ?? (signal ? exitCode(signal) : 1);
}
