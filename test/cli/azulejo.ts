import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { type Ended, runLoaded } from '../support/command-runner.ts';
import { isFullRun } from '../support/full-run.ts';
import { commandLine } from '../support/package.ts';

/** Runs on PostgreSQL with `--full` only: the features below the commands are tested on both engines elsewhere. */
export const forEachEngineInFull: typeof forEachEngine = (define) =>
  forEachEngine(define, isFullRun ? undefined : ['sqlite']);

type Options = {
  input?: string;
  environment?: Readonly<Record<string, string>>;
  /** Interrupts the command, as by Ctrl-C, when this resolves. */
  until?: Promise<unknown>;
  /** The limit of open files (`ulimit -n`). */
  openFiles?: number;
  /** Whether it runs in a process of its own. */
  isAlone?: boolean;
};

/**
 * Runs the command line on `place`: in a process that is loaded already, and in one of its own, by the package's
 * entry, where that makes a difference.
 */
export async function azulejo(place: Place, args: readonly string[], options: Options = {}): Promise<Ended> {
  const { input = '', environment = {}, until, openFiles, isAlone = false } = options;
  const env = { ...environmentOn(place), ...environment };
  if (!isAlone && until === undefined && openFiles === undefined) return runLoaded({ args, env, input });
  const [file = '', ...all] = [...limitedTo(openFiles), process.execPath, commandLine, ...args];
  const child = spawn(file, all, { env });
  const exited = new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? -1));
  });
  void until?.then(() => child.kill('SIGINT'));
  // A command that does not read its input may have ended before it arrives.
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const [code, stdout, stderr] = await Promise.all([exited, text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

/** Returns what a command inherits from the test, and that it works on `place`. */
const environmentOn = ({ dataDir, databaseUrl }: Place): Record<string, string> => ({
  PATH: process.env['PATH'] ?? '',
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
  DATA_DIR: dataDir,
  // The person who runs the tests may have saved a server.
  XDG_CONFIG_HOME: dataDir,
  ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
});

/** Returns the beginning of a command that may open so many files. */
export const limitedTo = (openFiles: number | undefined): readonly string[] =>
  openFiles === undefined ? [] : ['sh', '-c', `ulimit -n ${openFiles} && exec "$0" "$@"`];

/** Returns the output of a command that succeeds, given `--json`. */
export async function answerOf<Answer>(
  place: Place,
  args: readonly string[],
  options?: Options,
): Promise<Answer> {
  const { code, stdout, stderr } = await azulejo(place, [...args, '--json'], options);
  if (code !== 0) throw new Error(`azulejo ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as Answer;
}

export type Refused = { kind: string; message: string; fields: { field: string; reason: string }[] };

/** Returns the error of a command that is refused, given `--json`. */
export async function refusalOf(place: Place, args: readonly string[]): Promise<Refused> {
  const { code, stdout, stderr } = await azulejo(place, [...args, '--json']);
  if (code !== 1 || stdout !== '') throw new Error(`azulejo ${args.join(' ')} ended with ${code}: ${stdout}`);
  return (JSON.parse(stderr) as { error: Refused }).error;
}
