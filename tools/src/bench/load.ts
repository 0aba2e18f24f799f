import { type Answer, HttpConnection } from './http-connection.ts';
import { percentile } from './rounds.ts';

/** The requests of one connection, one after another. `answered` is called with the body of each response. */
export type Script = { next(): string; answered?(body: Buffer): void };

export type LoadOptions = {
  url: string;
  connections: number;
  /** Measured in milliseconds. */
  ms: number;
  script: (connection: number) => Script;
};

/**
 * Number of responses, in all and per second, latency in milliseconds, and the share of one core that the
 * client took. It must stay well below 1; otherwise the client is the bottleneck and not the server.
 */
export type LoadResult = { count: number; perSecond: number; p50: number; p99: number; asking: number };

/**
 * Sends requests over keep-alive connections, one at a time on each. Throws at the first
 * response that is not a 200.
 */
export async function load({ url, connections, ms, script }: LoadOptions): Promise<LoadResult> {
  const scripts = Array.from({ length: connections }, (_, index) => script(index));
  const opened = await Promise.all(
    scripts.map(({ answered }) => HttpConnection.open(url, { keepBodies: answered !== undefined })),
  );
  const watch = startWatch();
  const end = watch.started + ms;
  try {
    await Promise.all(
      opened.map(async (connection, index) => {
        const { next, answered } = scripts[index] as Script;
        for (let now = performance.now(); now < end; ) {
          const answer = await connection.ask(next());
          const after = performance.now();
          requireSuccess(answer);
          answered?.(answer.body);
          watch.took(after - now);
          now = after;
        }
      }),
    );
  } finally {
    for (const connection of opened) connection.close();
  }
  return watch.result();
}

/** Starts to collect response times. */
function startWatch() {
  const times: number[] = [];
  const cpu = process.cpuUsage();
  const started = performance.now();
  return {
    started,
    took: (milliseconds: number): void => {
      times.push(milliseconds);
    },
    result(): LoadResult {
      const seconds = (performance.now() - started) / 1000;
      const { user, system } = process.cpuUsage(cpu);
      return {
        count: times.length,
        perSecond: times.length / seconds,
        p50: percentile(times, 0.5),
        p99: percentile(times, 0.99),
        asking: (user + system) / 1_000_000 / seconds,
      };
    },
  };
}

/** Throws for a response that is not a 200. */
function requireSuccess({ status, head }: Answer): void {
  if (status !== 200) throw new Error(`The server refused what the bench asked:\n${head}`);
}

/** Returns a GET request as a known app sends it. */
export function get(path: string, headers: Readonly<Record<string, string>> = {}): string {
  const lines = Object.entries({ Host: '127.0.0.1', Accept: 'application/json', ...headers });
  return `GET ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
}

/** Returns a POST request with a form. */
export function post(path: string, form: Readonly<Record<string, string>>): string {
  const body = new URLSearchParams(form).toString();
  return [
    `POST ${path} HTTP/1.1`,
    'Host: 127.0.0.1',
    'Content-Type: application/x-www-form-urlencoded',
    `Content-Length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n');
}
