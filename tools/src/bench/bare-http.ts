/** A baseline: a bare HTTP server of Node that sends prepared bytes by path. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerWith } from './baseline.ts';

/** `headers` alternates names and values. `body` is in base64, since messages between processes are JSON. */
export type BareReply = { path: string; headers: string[]; body: string };
export type BareHttpQuestion = { replies: BareReply[] };
export type BareHttpAnswer = { url: string };

answerWith<BareHttpQuestion, BareHttpAnswer>(async ({ replies }) => {
  const byPath = new Map(
    replies.map(({ path, headers, body }) => [path, { headers, bytes: Buffer.from(body, 'base64') }]),
  );
  const server = createServer((request, response) => {
    const reply = byPath.get(request.url ?? '');
    response.writeHead(reply ? 200 : 404, reply?.headers);
    response.end(reply?.bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
