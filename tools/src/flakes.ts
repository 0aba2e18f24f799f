/**
 * Runs the tests many times with high concurrency, and lists those that failed at least
 * once: `npm run test:flakes`.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { FAILED } from './flakes/reporter.ts';
import { root } from './root.ts';

const MAX_TIMES = 1_000;
/** How `test/run.ts` lists a component test that failed. */
const COMPONENT_TEST = /^failed: (.*), (web\/\S+)$/;
const HELP = `npm run test:flakes -- [options] [files, folders or globs…]

Runs the short tests again and again, with more of them at once than the machine has
cores for, and lists the tests that failed at least once. A signal ends it with the list.

  --times N          how often; 20 by default, at most ${MAX_TIMES}
  --concurrency N    how many files run at once; by default four for each core
  --help             this text
`;

type Failure = { name: string; reason: string };
type Flake = { times: number; reason: string };

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    times: { type: 'string', default: '20' },
    concurrency: { type: 'string', default: String(4 * availableParallelism()) },
    help: { type: 'boolean', default: false },
  },
});

function readCount(name: 'times' | 'concurrency'): number {
  const count = Number(values[name]);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_TIMES) return count;
  throw new Error(`--${name} is a number from 1 to ${MAX_TIMES}`);
}

let isInterrupted = false;
let running: ChildProcess | undefined;

const flakes = new Map<string, Flake>();

const indented = (text: string): string => text.replaceAll(/^/gm, '    ');

/** Counts a failure and returns 1, or 0 after a signal: tests that it ended are not flakes. */
function count({ name, reason }: Failure): number {
  if (isInterrupted) return 0;
  flakes.set(name, { times: (flakes.get(name)?.times ?? 0) + 1, reason });
  process.stderr.write(`failed: ${name}\n${indented(reason)}\n`);
  return 1;
}

/** Runs the tests once, with a reporter that prints only failures, and returns how many failed. */
async function runOnce(concurrency: number): Promise<{ failures: number; code: number | null }> {
  const reporter = fileURLToPath(import.meta.resolve('./flakes/reporter.ts'));
  const options = [`--concurrency=${concurrency}`, `--reporter=${reporter}`];
  const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, join(root, 'test/run.ts'), ...options, ...positionals], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  const exited = once(child, 'exit');
  const counts = await Promise.all([countTests(child.stdout), countComponentTests(child.stderr)]);
  const [code] = await exited;
  return { failures: counts[0] + counts[1], code };
}

/** Counts the failures that the reporter prints. */
async function countTests(input: Readable): Promise<number> {
  let failures = 0;
  for await (const line of createInterface({ input })) {
    if (line.startsWith(FAILED)) failures += count(JSON.parse(line.slice(FAILED.length)));
  }
  return failures;
}

/** Counts the component tests that the run lists as failed, and prints all other lines, which have their errors. */
async function countComponentTests(input: Readable): Promise<number> {
  let failures = 0;
  for await (const line of createInterface({ input })) {
    const [, name, file] = COMPONENT_TEST.exec(line) ?? [];
    if (file === undefined) process.stderr.write(`${line}\n`);
    else {
      const reason = 'a component test, whose error is printed above';
      failures += count({ name: `${file}: ${name}`, reason });
    }
  }
  return failures;
}

/** Prints the tests that failed, most frequent first. A run that a signal ended counts as one of `runs`. */
function printFlakes(runs: number): void {
  const sorted = [...flakes].sort(([, a], [, b]) => b.times - a.times);
  for (const [name, flake] of sorted) {
    process.stdout.write(`${flake.times} of ${runs}  ${name}\n${indented(flake.reason)}\n`);
  }
  if (sorted.length === 0) process.stdout.write(`No test failed in ${runs} runs.\n`);
}

async function findFlakes(): Promise<number> {
  const [times, concurrency] = [readCount('times'), readCount('concurrency')];
  let runs = 0;
  let isBroken = false;
  while (runs < times && !isInterrupted && !isBroken) {
    const { failures, code } = await runOnce(concurrency);
    if (isInterrupted && failures === 0) break;
    runs += 1;
    isBroken = !isInterrupted && code !== 0 && failures === 0;
    process.stderr.write(
      isBroken
        ? `run ${runs} of ${times} ended with exit code ${code}, and no test failed\n`
        : `run ${runs} of ${times}: ${failures} failed\n`,
    );
  }
  printFlakes(runs);
  if (isBroken) return 2;
  return flakes.size === 0 ? 0 : 1;
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    isInterrupted = true;
    running?.kill(signal);
  });
}
if (values.help) process.stdout.write(HELP);
else {
  process.exitCode = await findFlakes().catch((error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 2;
  });
}
