import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** A running third-party program. Disposing of it ends it. */
export type Program = AsyncDisposable & {
  /** All lines so far, on stdout and stderr. */
  readonly lines: readonly string[];
  /**
   * Resolves with the first line that fits, now or later, apart from the first `after` lines. Throws at the end
   * or a timeout.
   */
  line(matches: RegExp, after?: number): Promise<string>;
  /** Interrupts it, as a user does by Ctrl-C. */
  interrupt(): void;
  /** Ends it without a warning, as a crash does. */
  crash(): Promise<void>;
  /** Resolves with its exit code or the signal that ended it. */
  readonly ended: Promise<number | NodeJS.Signals>;
};

type Account = {
  readonly uid: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
};

/** Longer than any of these programs takes on this machine. */
const TIMEOUT_MS = 15_000;

/** Starts a program, as the account of the tests or as another one. */
export function startProgram(command: string, args: readonly string[], account?: Account): Program {
  const child = spawn(command, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(account === undefined ? {} : { env: account.environment }),
    ...(account?.uid === undefined ? {} : { uid: account.uid, gid: account.uid }),
  });
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  const notify = () => {
    for (const look of waiting) look();
  };
  for (const stream of [child.stdout, child.stderr]) {
    createInterface(stream).on('line', (line) => {
      lines.push(line);
      notify();
    });
  }
  let hasEnded = false;
  const ended = once(child, 'close').then(([code, signal]: unknown[]) => {
    hasEnded = true;
    notify();
    return (code ?? signal) as number | NodeJS.Signals;
  });
  return {
    lines,
    ended,
    interrupt: () => void child.kill('SIGINT'),
    async crash() {
      child.kill('SIGKILL');
      await ended;
    },
    line(matches, after = 0) {
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      const fail = () =>
        reject(new Error(`${command} did not print ${matches}. Its output:\n${lines.join('\n')}`));
      const timer = setTimeout(fail, TIMEOUT_MS);
      const look = () => {
        const found = lines.slice(after).find((line) => matches.test(line));
        if (found !== undefined) resolve(found);
        else if (hasEnded) fail();
      };
      waiting.add(look);
      look();
      return promise.finally(() => {
        clearTimeout(timer);
        waiting.delete(look);
      });
    },
    async [Symbol.asyncDispose]() {
      child.kill();
      await ended;
    },
  };
}

/** Returns why tests that need a program are skipped, or false when it is installed and works. */
export function lacks(name: string, command: string, args: readonly string[]): string | false {
  const { status, error } = spawnSync(command, args, { stdio: 'ignore' });
  return error || status !== 0 ? `${name} is not installed` : false;
}
