import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'node:test';
import { marked } from 'marked';

const checkout = join(import.meta.dirname, '..', '..');
const MARK = '=== next block ===';
const PASTED_MS = 600_000;

/** The expected output of the block that contains `words`. */
export type Expectation = {
  readonly words: string;
  readonly prints: RegExp;
  /** Why the block cannot run here. */
  readonly skip?: string | false;
};

/** Where and by whom a page's blocks are pasted. */
export type Place = {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The account of the reader; that of the tests by default. */
  readonly uid?: number;
  /** What is written on the page, such as a port, and what stands for it in this run. */
  readonly replaced?: Readonly<Record<string, string>>;
};

type Page = {
  /** The Markdown file, from the checkout's root. */
  readonly file: string;
  /** One expectation for each block, in their order. */
  readonly expected: readonly Expectation[];
  readonly skip?: string | false;
  /** Prepares a place and calls `paste` with it once. */
  readonly run: (paste: (place: Place) => Promise<void>) => Promise<void>;
};

/** Defines tests that paste a page's shell blocks into one shell, and compare what each prints. */
export async function describePastedPage(title: string, { file, expected, skip = false, run }: Page) {
  const blocks = await shellBlocks(join(checkout, file));
  describe(title, { skip }, () => {
    let printed: string[] = [];
    before(
      () =>
        run(async (place) => {
          const pasted = blocks.map((block, index) => (expected[index]?.skip ? ':' : block));
          printed = await pasteBlocks(pasted, place);
        }),
      { timeout: PASTED_MS },
    );

    it('has an expected output for each block', () => {
      assert.equal(expected.length, blocks.length);
      for (const [index, { words }] of expected.entries()) assert.ok(blocks[index]?.includes(words), words);
    });

    for (const [index, { words, prints, skip: reason = false }] of expected.entries()) {
      it(`prints what ${file} describes: ${words}`, { skip: reason }, () => {
        assert.match(printed[index] ?? 'The shell ended before this block.', prints);
      });
    }
  });
}

async function shellBlocks(path: string): Promise<string[]> {
  const tokens = marked.lexer(await readFile(path, 'utf8'));
  return tokens.flatMap((token) => (token.type === 'code' && token['lang'] === 'sh' ? [token['text']] : []));
}

/**
 * Runs the blocks in one shell. Returns what each printed to either stream. Programs that a block left running
 * end with the shell.
 */
async function pasteBlocks(blocks: readonly string[], place: Place): Promise<string[]> {
  const { cwd, env, uid, replaced = {} } = place;
  let script = blocks.join(`\necho '${MARK}'\n`);
  for (const [written, real] of Object.entries(replaced)) script = script.replaceAll(written, real);
  // Bash treats a socket as standard input like a remote shell and would read the user's own settings.
  const child = spawn('bash', ['--norc', '-c', `exec 2>&1\n${script}`], {
    cwd,
    env: { ...env },
    ...(uid === undefined ? {} : { uid, gid: uid }),
    // A process group of its own, so that what a block left running can be ended with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit'],
    signal: AbortSignal.timeout(PASTED_MS),
  });
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    printed += text;
  });
  const closed = once(child, 'close');
  await once(child, 'exit');
  endGroup(Number(child.pid));
  await closed;
  return printed.split(`${MARK}\n`);
}

function endGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
