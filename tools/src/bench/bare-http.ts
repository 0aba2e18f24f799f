/** The least that Node can do: one answer, ready as bytes, to whatever is asked. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerWith } from './baseline.ts';

/** `headers`: name, value, name, value …; `body` in base64, as messages between processes are JSON. */
export type BareHttpQuestion = { headers: string[]; body: string };
export type BareHttpAnswer = { url: string };

answerWith<BareHttpQuestion, BareHttpAnswer>(async ({ headers, body }) => {
  const bytes = Buffer.from(body, 'base64');
  const server = createServer((_request, response) => {
    response.writeHead(200, headers);
    response.end(bytes);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
});
