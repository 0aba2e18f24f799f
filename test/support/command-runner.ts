import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { inheritedEnvironment } from './server-process.ts';

/** A command of the command line, with the whole environment that it sees. */
export type Command = {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly input: string;
};

export type Ended = { code: number; stdout: string; stderr: string };

type Runner = { readonly child: ChildProcess; readonly hasEnded: AbortSignal };

let runner: Runner | undefined;
/** The end of the command before: the process runs one at a time. */
let before: Promise<unknown> = Promise.resolve();

function startRunner(): Runner {
  const child = fork(new URL('command-process.ts', import.meta.url), {
    env: inheritedEnvironment,
    execArgv: ['--conditions=azulejo-source', '--disable-warning=ExperimentalWarning'],
    // Standard output belongs to the reporter of the tests.
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ending = new AbortController();
  child.once('exit', (code) => ending.abort(new Error(`The process of the commands ended with ${code}`)));
  child.unref();
  return { child, hasEnded: ending.signal };
}

/**
 * Runs a command in a process that lives as long as this one and has the server loaded: a process for each command
 * takes eight times as much processor time.
 */
export function runLoaded(command: Command): Promise<Ended> {
  const ended = before.then(async () => {
    runner ??= startRunner();
    const { child, hasEnded } = runner;
    // While it waits, this process must not end.
    child.channel?.ref();
    child.send(command);
    const [answer] = (await once(child, 'message', { signal: hasEnded })) as [Ended];
    child.channel?.unref();
    return answer;
  });
  before = ended.catch(() => undefined);
  return ended;
}
