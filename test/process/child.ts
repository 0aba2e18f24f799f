import { spawn } from 'node:child_process';
import { on, once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts } from '../support/free-port.ts';

const ROOT = join(import.meta.dirname, '..', '..');

/** A server as `npm start` runs it, without npm: the launcher with the server as its child. */
export type Child = {
  readonly url: string;
  /** Resolves when the server runs. Throws its output when it ends instead. */
  untilItRuns(): Promise<void>;
  /** Sends SIGTERM and waits for the end. */
  stop(): Promise<Ended>;
  /** Resolves when a chunk of its log contains these words. */
  untilItLogs(words: string): Promise<void>;
  /** Sends a signal without waiting. */
  signal(name: NodeJS.Signals): void;
  /** Sends a signal that the launcher cannot pass on to it and the server, which need a process group of their own. */
  signalAll(name: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL'): void;
  readonly ended: Promise<Ended>;
};

/** `output` is everything printed on stdout and stderr. */
export type Ended = { code: number | null; output: string };

/** Starts a server without a terminal in the working directory `folder`, with its data in `folder/data`. */
export async function startChild(
  folder: string,
  environment: Readonly<Record<string, string>> = {},
  { hasOwnGroup = false } = {},
): Promise<Child> {
  const [http, mqtt, mqtts] = await freePorts(3);
  const port = String(http);
  const ports = { HTTP_PORT: port, MQTT_PORT: String(mqtt), MQTTS_PORT: String(mqtts) };
  const launcher = join(ROOT, 'server', 'start.cjs');
  const child = spawn(process.execPath, [launcher, join(ROOT, 'server', 'src', 'main.ts')], {
    cwd: folder,
    env: { PATH: process.env['PATH'], TMPDIR: process.env['TMPDIR'], ...ports, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: hasOwnGroup,
  });
  const running = Promise.withResolvers<void>();
  let printed = '';
  // Without a terminal, text for people goes to stderr, while stdout has the log.
  child.stderr.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    if (printed.includes('Azulejo is running')) running.resolve();
  });
  const streams = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit').then(async ([code]: unknown[]): Promise<Ended> => {
    const output = (await streams).join('\n');
    running.reject(new Error(`The server ended. Its output: ${output}`));
    return { code: code as number | null, output };
  });
  running.promise.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${environment['HTTP_PORT'] ?? port}`,
    untilItRuns: () => running.promise,
    untilItLogs: async (words) => {
      for await (const [chunk] of on(child.stdout, 'data')) if (String(chunk).includes(words)) return;
    },
    stop() {
      child.kill('SIGTERM');
      return ended;
    },
    signal: (name) => void child.kill(name),
    signalAll(name) {
      const isRunning = child.exitCode === null && child.signalCode === null;
      if (isRunning && child.pid !== undefined) process.kill(-child.pid, name);
    },
    ended,
  };
}
