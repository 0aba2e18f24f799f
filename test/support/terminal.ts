import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { stripVTControlCharacters } from 'node:util';

/** util-linux' `script` runs a program in a terminal. */
const hasTerminal = spawnSync('script', ['-qec', 'true', '/dev/null']).status === 0;

/** Why no test of this suite can run here, or false. */
export const lacksTerminal: string | false =
  !hasTerminal && 'script (util-linux) is not here: what a terminal shows is not tested';

export type Terminal = {
  /** Returns what the terminal has shown so far. */
  shown(): string;
  /** Waits until it shows this after the place `from`, and returns the place behind it. */
  hasShown(pattern: RegExp, from?: number): Promise<number>;
  /** Types text. */
  type(text: string): void;
  /** Resolves with the exit code of the program. */
  readonly ended: Promise<number>;
};

/** Starts a program in a terminal. */
export function startOnTerminal(
  command: readonly string[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string | undefined>> },
): Terminal {
  const quoted = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  const child = spawn('script', ['-qec', quoted, '/dev/null'], { cwd, env: { TERM: 'dumb', ...env } });
  let shown = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const ended = once(child, 'close').then(([code]: unknown[]) => Number(code));
  return {
    shown: () => shown,
    async hasShown(pattern, from = 0) {
      for (;;) {
        const match = pattern.exec(shown.slice(from));
        if (match) return from + match.index + match[0].length;
        const hasEnded = await Promise.race([
          once(child.stdout, 'data').then(() => false),
          ended.then(() => true),
        ]);
        if (hasEnded) assert.fail(`The program ended. It showed: ${shown}`);
      }
    },
    type: (text) => void child.stdin.write(text),
    ended,
  };
}

/** Returns the lines that are not empty, without what moves the cursor. */
export const linesOf = (text: string): string[] =>
  stripVTControlCharacters(text)
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '');
