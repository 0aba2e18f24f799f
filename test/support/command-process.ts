/** Runs commands of the command line in one process, which loads the server once: `command-runner.ts` starts it. */
import { Readable, Writable } from 'node:stream';
import { runCommand } from '@azulejo/server/testing';
import type { Command, Ended } from './command-runner.ts';

/** Returns a stream in place of one of this process, and what was written to it. */
function collect() {
  const chunks: Buffer[] = [];
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  return { stream, text: () => Buffer.concat(chunks).toString() };
}

const replace = (name: 'stdin' | 'stdout' | 'stderr', value: Readable | Writable): void => {
  Object.defineProperty(process, name, { value, configurable: true });
};

/** Runs a command as if this process had been started for it. */
async function run({ args, env, input }: Command): Promise<Ended> {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
  process.argv = [process.execPath, 'azulejo', ...args];
  process.exitCode = undefined;
  const [stdout, stderr] = [collect(), collect()];
  replace('stdin', Readable.from(input === '' ? [] : [Buffer.from(input)]));
  replace('stdout', stdout.stream);
  replace('stderr', stderr.stream);
  await runCommand();
  const code = Number(process.exitCode ?? 0);
  // The exit code of this process is not that of a command.
  process.exitCode = undefined;
  return { code, stdout: stdout.text(), stderr: stderr.text() };
}

process.on('message', async (command: Command) => process.send?.(await run(command)));
process.on('disconnect', () => process.exit(0));
