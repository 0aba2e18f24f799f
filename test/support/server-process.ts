import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { freePorts } from './free-port.ts';
import { serverCommand } from './package.ts';

/** A server in a process of its own. Disposing of it stops it if it still runs. */
export type ServerProcess = AsyncDisposable & {
  readonly url: string;
  /** Its MQTT port on 127.0.0.1. */
  readonly mqttPort: number;
  /** Says how it ended, unless the test ended it; undefined while it runs. */
  endedBy(): string | undefined;
  /** Sends SIGKILL and waits for the end. */
  kill(): Promise<void>;
  /**
   * Sends SIGKILL after `ms` milliseconds from another process, so that the server is killed in the middle of
   * its work even while this process is busy.
   */
  killLater(ms: number): Promise<void>;
  /** Stops the process as a machine that sleeps does, until `resume`. */
  pause(): void;
  resume(): void;
  /** Stops it. Returns its exit code. */
  stop(): Promise<number | null>;
};

export type ServerProcessOptions = {
  dataDir: string;
  environment?: Readonly<Record<string, string | undefined>>;
  /** The command of the server; that of the package or of this checkout by default. */
  command?: readonly string[];
  /** The folder and the account in which it runs. */
  cwd?: string;
  uid?: number;
  /** Receives what it prints. */
  onOutput?: (text: string) => void;
  /** The ports of HTTP, MQTT and MQTT over TLS; free ones by default. */
  ports?: readonly number[];
};

type Child = ChildProcessByStdio<null, Readable, Readable>;

const running = new Set<Child>();

// An interrupted run ends its test processes with SIGTERM, and their servers must not outlive them.
process.once('SIGTERM', () => {
  for (const child of running) child.kill('SIGKILL');
  process.exit(128 + constants.signals.SIGTERM);
});

const START_LIMIT_MS = 120_000;

/** What a server inherits from the test: the code that is compiled already halves the time of its start. */
export const inheritedEnvironment = {
  PATH: process.env['PATH'],
  NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
};

/** Starts a server and waits until it runs. It inherits only PATH from this process' environment. */
export async function startServerProcess({
  dataDir,
  environment = {},
  command = serverCommand,
  ports: taken,
  cwd = dataDir,
  uid,
  onOutput = () => undefined,
}: ServerProcessOptions): Promise<ServerProcess> {
  const [port = 0, mqttPort = 0, mqttsPort = 0] = taken ?? (await freePorts(3));
  const ports = { HTTP_PORT: String(port), MQTT_PORT: String(mqttPort), MQTTS_PORT: String(mqttsPort) };
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    cwd,
    ...(uid === undefined ? {} : { uid, gid: uid }),
    env: {
      ...inheritedEnvironment,
      ...ports,
      DATA_DIR: dataDir,
      DEMO: '0',
      DRAIN_SECONDS: '0',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const exited = once(child, 'exit').finally(() => running.delete(child));
  let isEnded = false;
  const end = async (signal: NodeJS.Signals): Promise<number | null> => {
    isEnded = true;
    child.kill(signal);
    await exited;
    return child.exitCode;
  };
  const server: ServerProcess = {
    url: `http://127.0.0.1:${port}`,
    mqttPort,
    endedBy: () => (isEnded ? undefined : (child.signalCode ?? child.exitCode?.toString())),
    kill: async () => void (await end('SIGKILL')),
    killLater: async (ms) => {
      const args = [String(ms / 1000), String(child.pid)];
      spawn('sh', ['-c', 'sleep "$0" && kill -9 "$1"', ...args], { stdio: 'ignore' });
      await exited;
    },
    pause: () => void child.kill('SIGSTOP'),
    resume: () => void child.kill('SIGCONT'),
    stop: () => end('SIGTERM'),
    [Symbol.asyncDispose]: async () => void (await end('SIGTERM')),
  };
  await untilItRuns(child, exited, onOutput).catch(async (error: unknown) => {
    await server.kill();
    throw error;
  });
  return server;
}

async function untilItRuns(
  child: Child,
  exited: Promise<unknown>,
  onOutput: (text: string) => void,
): Promise<void> {
  let output = '';
  const { promise: started, resolve } = Promise.withResolvers<boolean>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      onOutput(text);
      output = (output + text).slice(-4_000);
      if (output.includes('Azulejo is running')) resolve(true);
    });
  }
  const timer = setTimeout(() => resolve(false), START_LIMIT_MS);
  const isRunning = await Promise.race([started, exited.then(() => false)]);
  clearTimeout(timer);
  if (!isRunning) throw new Error(`The server did not start. Its output: ${output}`);
}
