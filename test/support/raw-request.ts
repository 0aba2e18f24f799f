import { once } from 'node:events';
import {
  type Agent,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
} from 'node:http';
import { buffer } from 'node:stream/consumers';
import { assertDocumented } from './documented.ts';
import type { TestPlatform } from './platform.ts';

export type RawReply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type RawOptions = {
  method?: string;
  headers?: OutgoingHttpHeaders | readonly string[];
  body?: string | Uint8Array;
  /** Reuses connections; by default, each request has one of its own. */
  agent?: Agent;
};

/** Sends a request without normalizing the path or decompressing. Throws for undocumented replies. */
export async function rawRequest(
  platform: TestPlatform,
  path: string,
  { method = 'GET', headers = {}, body, agent }: RawOptions = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(platform.url);
  const outgoing = request({ hostname, port, path, method, headers, agent: agent ?? false });
  outgoing.end(body);
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  const status = reply.statusCode ?? 0;
  const code = reply.headers['x-error'];
  assertDocumented(method, path, { status, headers: new Headers(code ? { 'x-error': String(code) } : {}) });
  return { status, headers: reply.headers, body: await buffer(reply) };
}
