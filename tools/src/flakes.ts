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

/** Runs the tests once, with a reporter that prints only failures. */
async function runOnce(concurrency: number): Promise<{ failures: Failure[]; code: number | null }> {
  const reporter = fileURLToPath(import.meta.resolve('./flakes/reporter.ts'));
  const options = [`--concurrency=${concurrency}`, `--reporter=${reporter}`];
  const flags = ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'];
  const child = spawn(process.execPath, [...flags, join(root, 'test/run.ts'), ...options, ...positionals], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running = child;
  const exited = once(child, 'exit');
  const failures = (await Promise.all([readTests(child.stdout), readComponentTests(child.stderr)])).flat();
  const [code] = await exited;
  return { failures, code };
}

/** Returns the failures that the reporter printed. */
async function readTests(input: Readable): Promise<Failure[]> {
  const failures: Failure[] = [];
  for await (const line of createInterface({ input }))
    if (line.startsWith(FAILED)) failures.push(JSON.parse(line.slice(FAILED.length)));
  return failures;
}

/** Returns the component tests that the run lists as failed, and prints all other lines, which have their errors. */
async function readComponentTests(input: Readable): Promise<Failure[]> {
  const failures: Failure[] = [];
  for await (const line of createInterface({ input })) {
    const [, name, file] = COMPONENT_TEST.exec(line) ?? [];
    if (file === undefined) process.stderr.write(`${line}\n`);
    else
      failures.push({ name: `${file}: ${name}`, reason: 'a component test, whose error is printed above' });
  }
  return failures;
}

async function findFlakes(): Promise<number> {
  const [times, concurrency] = [readCount('times'), readCount('concurrency')];
  const flakes = new Map<string, Flake>();
  let runs = 0;
  while (runs < times && !isInterrupted) {
    const { failures, code } = await runOnce(concurrency);
    // Tests that ended because of the signal are not flakes.
    if (isInterrupted) break;
    if (code !== 0 && failures.length === 0) throw new Error(`The run ended with exit code ${code}.`);
    runs += 1;
    for (const { name, reason } of failures) {
      flakes.set(name, { times: (flakes.get(name)?.times ?? 0) + 1, reason });
    }
    process.stderr.write(`run ${runs} of ${times}: ${failures.length} failed\n`);
  }
  const sorted = [...flakes].sort(([, a], [, b]) => b.times - a.times);
  for (const [name, flake] of sorted) {
    process.stdout.write(
      `${flake.times} of ${runs}  ${name}\n    ${flake.reason.replaceAll('\n', '\n    ')}\n`,
    );
  }
  if (sorted.length === 0) process.stdout.write(`No test failed in ${runs} runs.\n`);
  return sorted.length === 0 ? 0 : 1;
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
