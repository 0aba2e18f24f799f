import { once } from 'node:events';
import { type IncomingMessage, get as request } from 'node:http';
import type { BareHttpAnswer, BareHttpQuestion, BareReply } from './bare-http.ts';
import { type Baseline, startBaseline } from './baseline.ts';
import type { Context } from './context.ts';
import type { Homes } from './home.ts';
import { get, type LoadResult, load } from './load.ts';
import type { Figure } from './report.ts';
import { alternate, median, summarize } from './rounds.ts';

/** Number of concurrent connections. Known apps keep a few each. */
const CONNECTIONS = 32;
/** Warm-up time, until the server's hot paths are compiled. */
export const WARM_MS = 1_500;

/** One read of the API and its request headers. */
export type Read = { path: string; encoding?: 'br' | 'gzip'; withToken: boolean };

type Headers = Record<string, string>;

/** Sends `read` for `ms`, with the readers' tokens distributed over the connections. */
export function loadRead(url: string, homes: Homes, read: Read, ms: number): Promise<LoadResult> {
  return load({
    url,
    connections: CONNECTIONS,
    ms,
    script: (connection) => {
      const text = get(read.path, headersOf(read, homes, connection));
      return { next: () => text };
    },
  });
}

/** Sends one request by the first reader. */
export async function readOnce(url: string, homes: Homes, read: Read): Promise<void> {
  const response = await fetch(`${url}${read.path}`, { headers: headersOf(read, homes, 0) });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${read.path} answers ${response.status}`);
}

function headersOf(read: Read, { readers }: Homes, connection: number): Headers {
  const token = readers[connection % readers.length]?.token ?? '';
  return {
    ...(read.withToken ? { Authorization: `Bearer ${token}` } : {}),
    ...(read.encoding ? { 'Accept-Encoding': read.encoding } : {}),
  };
}

/**
 * Measures responses per second, compared with a bare server that sends the same bytes with the same headers.
 */
export async function compareRead(
  context: Context,
  read: Read,
  figure: { bench: string; name: string; atLeast: number },
): Promise<Figure> {
  const scene = await context.small();
  const { ms, rounds } = context.pace;
  const reply = await fetchRaw(scene.platform.url, read.path, headersOf(read, scene.homes, 0));
  await using bare: Baseline<BareHttpQuestion, BareHttpAnswer> = startBaseline('http');
  const { url } = await bare.ask({ replies: [reply] });
  await loadRead(scene.platform.url, scene.homes, read, WARM_MS);
  const pairs = await alternate(
    rounds,
    () => loadRead(scene.platform.url, scene.homes, read, ms),
    () => loadRead(url, scene.homes, read, ms),
  );
  const { bench, name, atLeast: value } = figure;
  const compared = summarize(pairs, ({ perSecond }) => perSecond);
  const asking = median(pairs.map(({ baseline }) => baseline.asking));
  return { bench, name, unit: '/s', ...compared, aim: { of: 'ratio', is: 'at least', value }, asking };
}

/** Headers that Node sets automatically on both servers. */
const OWN_HEADERS = new Set(['date', 'connection', 'keep-alive']);

/** Returns a response with its bytes and headers as sent. */
export async function fetchRaw(url: string, path: string, headers: Headers): Promise<BareReply> {
  const asked = request(`${url}${path}`, { headers });
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  const body = Buffer.concat(await response.toArray());
  if (response.statusCode !== 200) throw new Error(`${path} answers ${response.statusCode}: ${body}`);
  const sent = response.rawHeaders.filter((_, index, all) => {
    const name = all[index - (index % 2)] ?? '';
    return !OWN_HEADERS.has(name.toLowerCase());
  });
  return { path, headers: sent, body: body.toString('base64') };
}
