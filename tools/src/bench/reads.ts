import { once } from 'node:events';
import { type IncomingMessage, get as request } from 'node:http';
import type { BareHttpAnswer, BareHttpQuestion, BareReply } from './bare-http.ts';
import { type Baseline, startBaseline } from './baseline.ts';
import type { Context } from './context.ts';
import type { Homes } from './home.ts';
import { get, type LoadResult, load } from './load.ts';
import { type Timed, withProcessorTime } from './processor-time.ts';
import type { Figure } from './report.ts';
import { median, summarize, takeTurns } from './rounds.ts';

/** Number of concurrent connections. Known apps keep a few each. */
const CONNECTIONS = 32;
/** Warm-up time, until the server's hot paths are compiled. */
const WARM_MS = 1_500;

/** One read of the API and its request headers. */
export type Read = { path: string; encoding?: 'br' | 'gzip'; withToken: boolean };

type BareHttp = Baseline<BareHttpQuestion, BareHttpAnswer>;
type Headers = Record<string, string>;

/** Sends `read` for `ms`, with the readers' tokens distributed over the connections. */
function loadRead(url: string, homes: Homes, read: Read, ms: number): Promise<LoadResult> {
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
 * Plain Fastify is measured in the same turns, since it separates what the framework costs from the product.
 */
export async function compareRead(
  context: Context,
  read: Read,
  { bench, name, atLeast }: { bench: string; name: string; atLeast: number },
): Promise<Figure[]> {
  const { platform, homes } = await context.small();
  const reply = await fetchRaw(platform.url, read.path, headersOf(read, homes, 0));
  await using plain: BareHttp = startBaseline('fastify');
  await using bare: BareHttp = startBaseline('http');
  const sideOf = async (server: Timed, url: string) => {
    await loadRead(url, homes, read, WARM_MS);
    return () => withProcessorTime(server, () => loadRead(url, homes, read, context.pace.ms));
  };
  const turns = await takeTurns(context.pace.slices, {
    ours: await sideOf(platform, platform.url),
    fastify: await sideOf(plain, (await plain.ask({ replies: [reply] })).url),
    bare: await sideOf(bare, (await bare.ask({ replies: [reply] })).url),
  });
  const figure = (title: string, side: 'ours' | 'fastify'): Figure => {
    const pairs = turns.map((turn) => ({ candidate: turn[side], baseline: turn.bare }));
    return {
      bench,
      name: title,
      unit: '/s',
      ...summarize(pairs, ({ perSecond }) => perSecond),
      processorUs: summarize(pairs, ({ processorUs }) => processorUs),
      asking: median(pairs.map(({ baseline }) => baseline.asking)),
    };
  };
  return [
    { ...figure(name, 'ours'), aim: { of: 'ratio', is: 'at least', value: atLeast } },
    figure(`${name}, plain Fastify`, 'fastify'),
  ];
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
