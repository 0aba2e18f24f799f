import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { root } from '../root.ts';
import { freePort } from './free-port.ts';
import type { Place } from './place.ts';
import { cpuMsOf } from './processor-time.ts';

const POLL_MS = 5;
const TIMEOUT_MS = 60_000;
/** How much of the server's last error output is kept for the message when it does not start. */
const MAX_OUTPUT_LENGTH = 2_000;

/** The arguments with which Node starts a checkout, as `npm start` does. */
const CHECKOUT = ['server/start.cjs', 'server/src/main.ts'];

/**
 * Limits of one account, high enough that a bench measures what the platform can do: one account sends all of
 * its messages and stores all of its values.
 */
const LIMITS = {
  MQTT_MESSAGES_PER_SECOND: '1000000',
  MQTT_CONNECTIONS_PER_NETWORK: '20000',
  MQTT_PENDING_PER_NETWORK: '20000',
  MQTT_SESSIONS_PER_USER: '20000',
  VALUES_KB_PER_SECOND: '1000000',
  VALUES_KB_PER_SECOND_AND_CLIENT: '1000000',
  VALUES_BURST_MB: '10000',
};

/** A platform with default settings except for higher limits. Its log is discarded. */
export type PlatformProcess = AsyncDisposable & {
  readonly url: string;
  readonly mqttPort: number;
  readonly pid: number;
  /** Time from the start of the process to its first response, ms. */
  readonly startedMs: number;
  /** Returns the server's resident memory in bytes, from its metrics. */
  memory(): Promise<number>;
  /** Returns a value from the server's metrics; 0 before it was counted. */
  metric(name: string): Promise<number>;
  /** Returns the server's CPU time in ms. */
  cpuMs(): Promise<number>;
};

/** Starts the platform: that of the checkout, unless `program` has the arguments for another one. */
export async function startPlatform(
  place: Place,
  program: readonly string[] = CHECKOUT,
): Promise<PlatformProcess> {
  const port = await freePort();
  const mqttPort = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const started = performance.now();
  const child = spawn(process.execPath, program, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      NODE_ENV: 'production',
      DATA_DIR: place.dataDir,
      DATABASE_URL: place.databaseUrl,
      DEMO: '0',
      HTTP_PORT: String(port),
      MQTT_PORT: String(mqttPort),
      MQTTS_PORT: String(await freePort()),
      ...LIMITS,
    },
  });
  let output = '';
  child.stderr.on('data', (chunk) => {
    output = `${output}${chunk}`.slice(-MAX_OUTPUT_LENGTH);
  });
  const exited = once(child, 'exit');
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`The server did not start: ${output}`);
    if (performance.now() - started > TIMEOUT_MS) {
      child.kill('SIGKILL');
      throw new Error(`The server does not answer: ${output}`);
    }
    await setTimeout(POLL_MS);
  }
  return {
    url,
    mqttPort,
    pid: child.pid ?? 0,
    startedMs: performance.now() - started,
    memory: () => readMetric(url, 'process_resident_memory_bytes'),
    metric: (name) => readMetric(url, name),
    cpuMs: async () =>
      (await cpuMsOf(child.pid ?? 0)) ?? 1000 * (await readMetric(url, 'process_cpu_seconds_total')),
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}

const answers = (url: string): Promise<boolean> =>
  fetch(`${url}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function readMetric(url: string, name: string): Promise<number> {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  const line = metrics.split('\n').find((each) => each.startsWith(`${name} `));
  return Number(line?.slice(name.length) ?? 0);
}
