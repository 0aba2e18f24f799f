import { spawn } from 'node:child_process';
import { delimiter, dirname } from 'node:path';
import { performance } from 'node:perf_hooks';

/**
 * One check: a command that must exit with 0. Its duration is reported but has no
 * limit, since machines differ.
 */
export type Step = {
  readonly name: string;
  readonly command: readonly [string, ...string[]];
};

export type Outcome = { readonly passed: boolean; readonly seconds: number; readonly output: string };

/** Runs the step's command in `directory`. Never rejects: a command that cannot be started fails the step. */
export async function runStep(step: Step, directory: string): Promise<Outcome> {
  const started = performance.now();
  const { code, output } = await run(step.command, directory);
  return { passed: code === 0, seconds: (performance.now() - started) / 1000, output };
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

/**
 * Returns the environment in which commands of node_modules use this Node, since the shell's may be older.
 */
function environment(): NodeJS.ProcessEnv {
  return { ...process.env, PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter) };
}
