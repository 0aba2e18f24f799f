import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';

/** Pairs of names and values, in the order in which they are sent. A name may be repeated. */
export type WireHeaders = readonly (readonly [name: string, value: string])[];

export type WireRequest = { method: string; path: string; headers: WireHeaders; body?: string };

export type WireReply = {
  readonly status: number;
  readonly body: Buffer;
  readonly text: string;
  /** Returns the value of the header with exactly this spelling. */
  header(name: string): string | undefined;
  /** Returns the headers whose names begin with exactly this prefix. */
  headersFrom(prefix: string): [name: string, value: string][];
  /** Throws when the body is not JSON. */
  json<Body>(): Body;
};

/** Sends the request unchanged, with its path, header names and their order. Follows no redirect. */
export async function sendOnWire(
  url: string,
  { method, path, headers, body }: WireRequest,
): Promise<WireReply> {
  const { hostname, port, host } = new URL(url);
  const length: WireHeaders =
    body !== undefined
      ? [['Content-Length', String(Buffer.byteLength(body))]]
      : method === 'POST'
        ? [['Content-Length', '0']]
        : [];
  const lines = [['Host', host] as const, ...headers, ...length].flat();
  const outgoing = request({ hostname, port, path, method, headers: lines, agent: false });
  outgoing.end(body);
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  const bytes = await buffer(reply);
  return toReply(reply, reply.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes);
}

function toReply({ statusCode = 0, rawHeaders }: IncomingMessage, body: Buffer): WireReply {
  const pairs = rawHeaders.flatMap((name, index): [string, string][] =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? '']] : [],
  );
  return {
    status: statusCode,
    body,
    text: body.toString(),
    header: (name) => pairs.find(([each]) => each === name)?.[1],
    headersFrom: (prefix) => pairs.filter(([name]) => name.startsWith(prefix)),
    json: <Body>() => JSON.parse(body.toString()) as Body,
  };
}
