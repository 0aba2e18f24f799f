import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { performance } from 'node:perf_hooks';

/** One thing that must hold: a command that exits 0, within `limitSeconds` where there is one. */
export type Step = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
  readonly limitSeconds?: number;
};

export type Outcome = { readonly passed: boolean; readonly seconds: number; readonly output: string };

/**
 * Runs the step's command in `directory`. Never rejects: a command that cannot be started has failed. One that is late
 * is run once more, since other work on the machine says nothing about ours.
 */
export async function runStep(step: Step, directory: string): Promise<Outcome> {
  const first = await runOnce(step, directory);
  const isLate = step.limitSeconds !== undefined && first.seconds > step.limitSeconds;
  return isLate ? runOnce(step, directory) : first;
}

async function runOnce(step: Step, directory: string): Promise<Outcome> {
  const started = performance.now();
  const { code, output } = await run(step.command, directory);
  const seconds = (performance.now() - started) / 1000;
  const isLate = step.limitSeconds !== undefined && seconds > step.limitSeconds;
  const late = isLate ? `took ${seconds.toFixed(1)} s; the limit is ${step.limitSeconds} s\n` : '';
  return { passed: code === 0 && !isLate, seconds, output: output + late };
}

function run(
  [program, ...args]: Step['command'],
  directory: string,
): Promise<{ code: number | null; output: string }> {
  const { promise, resolve } = Promise.withResolvers<{ code: number | null; output: string }>();
  const child = spawn(program, args, {
    cwd: directory,
    env: environment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  child.on('error', (error) => resolve({ code: null, output: `${error.message}\n` }));
  child.on('close', (code) => resolve({ code, output }));
  return promise;
}

/** Commands of node_modules run on this very Node, not on the shell's, which may be older. */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };
}
