import { type ChildProcess, spawn } from 'node:child_process';
import { StringDecoder } from 'node:string_decoder';
import type { Timers } from '../../platform/clock.ts';

export type Launch = {
  /** Starts with the program, followed by its first arguments. */
  readonly command: readonly string[];
  /** Flags of Node that are not the same for all bridges. */
  readonly flags?: readonly string[];
  readonly args: readonly string[];
  /** Environment variables that the process reads from its standard input, secrets included. */
  readonly settings: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string>>;
  readonly timers: Timers;
  /** Takes a line that it printed to stdout, or to stderr. */
  readonly onLine: (line: string, isError: boolean) => void;
};

/** Says how a process ended. */
export type Ended = { readonly code: number | null; readonly signal: NodeJS.Signals | null };

export type Launched = {
  readonly pid: number | undefined;
  readonly ended: Promise<Ended>;
  /** Ends it in good order, or by force after a few seconds. */
  stop(): Promise<void>;
  kill(): void;
};

/**
 * The flags of Node for a bridge. With 300 devices it keeps 15 MB, and a hostile MQTT server must not take the
 * machine's memory. By default, young objects take up to 64 MB once a list of devices was read, and V8 never gives
 * them back; with this flag 6 MB at most. When it has read long lists, it collects what they left.
 */
export const bridgeFlags: readonly string[] = [
  '--max-old-space-size=256',
  '--max-semi-space-size=2',
  '--expose-gc',
];
/**
 * The C library returns a block above this size to the system as soon as it is free (man 3 mallopt). By default, it
 * raises the limit to the size of such blocks, and what lists of 1.3 MB took stays with the process.
 */
const MMAP_THRESHOLD = { MALLOC_MMAP_THRESHOLD_: String(128 * 1024) };
const STOP_MS = 4_000;
const MAX_LINE = 4_096;

/**
 * Starts the process of a bridge. Its secrets are written to its standard input, which stays open: when this
 * process is gone, however it ended, the pipe closes and the bridge ends itself. A process that cannot be started
 * has ended, and a line says why.
 */
export function launch({
  command: [file = '', ...first],
  flags = [],
  args,
  environment,
  ...launch
}: Launch): Launched {
  let child: ChildProcess;
  try {
    child = spawn(file, [...bridgeFlags, ...flags, ...first, ...args], {
      stdio: 'pipe',
      env: { ...MMAP_THRESHOLD, ...environment },
    });
  } catch (error) {
    // Some errors are thrown, such as that of missing memory; others are events.
    return neverStarted(error as NodeJS.ErrnoException, launch.onLine);
  }
  return follow(child, launch);
}

type Following = Pick<Launch, 'settings' | 'timers' | 'onLine'>;

function follow(child: ChildProcess, { settings, timers, onLine }: Following): Launched {
  const ended = new Promise<Ended>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
    child.once('error', ({ message }) => onLine(notStarted(message), true));
  });
  // Without free file descriptors it has no streams, despite the types.
  if (child.stdout) readLines(child.stdout, (line) => onLine(line, false));
  if (child.stderr) readLines(child.stderr, (line) => onLine(line, true));
  // It may have ended before it read them.
  child.stdin?.on('error', () => undefined);
  child.stdin?.write(`${JSON.stringify(settings)}\n`);
  return {
    pid: child.pid,
    ended,
    kill: () => void child.kill('SIGKILL'),
    async stop() {
      child.kill('SIGTERM');
      using _late = timers.setTimer(STOP_MS, () => child.kill('SIGKILL'));
      await ended;
    },
  };
}

const notStarted = (reason: string): string => `cannot be started: ${reason}`;

/** Returns a process that has ended. The caller has it before the line that says why. */
function neverStarted({ message, errno }: NodeJS.ErrnoException, onLine: Launch['onLine']): Launched {
  const ended = Promise.resolve().then((): Ended => {
    onLine(notStarted(message), true);
    return { code: errno ?? null, signal: null };
  });
  return { pid: undefined, ended, kill: () => undefined, stop: async () => void (await ended) };
}

/** Splits a stream into lines, which are cut. */
function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  stream.on('data', (chunk: Buffer) => {
    const lines = (rest + decoder.write(chunk)).split('\n');
    rest = (lines.pop() ?? '').slice(0, MAX_LINE);
    for (const line of lines) if (line.trim() !== '') onLine(line.slice(0, MAX_LINE));
  });
  stream.on('end', () => {
    if (rest.trim() !== '') onLine(rest);
  });
}
