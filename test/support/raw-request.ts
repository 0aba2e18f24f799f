import { once } from 'node:events';
import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { TestPlatform } from './platform.ts';

export type RawReply = { status: number; headers: IncomingHttpHeaders; body: Buffer };

type RawOptions = {
  method?: string;
  headers?: OutgoingHttpHeaders | readonly string[];
  body?: string | Buffer;
};

/** A request as it stands: the path is not normalised, and the body of the reply not decompressed. */
export async function rawRequest(
  platform: TestPlatform,
  path: string,
  { method = 'GET', headers = {}, body }: RawOptions = {},
): Promise<RawReply> {
  const { hostname, port } = new URL(platform.url);
  const outgoing = request({ hostname, port, path, method, headers, agent: false });
  outgoing.end(body);
  const [reply] = (await once(outgoing, 'response')) as [IncomingMessage];
  return { status: reply.statusCode ?? 0, headers: reply.headers, body: await buffer(reply) };
}
