import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

/**
 * Opens a receiver of webhook requests on this machine, which answers with `statuses` in turn, then with 204. An
 * answer has the location that the address names as `to`.
 */
export async function openReceiver(...statuses: number[]) {
  const requests: Received[] = [];
  const server = createServer(async (request, response) => {
    requests.push({ headers: request.headers, body: await text(request) });
    const location = new URL(request.url ?? '', 'http://localhost').searchParams.get('to');
    response.writeHead(statuses.shift() ?? 204, location === null ? {} : { location }).end();
    server.emit('received');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/called`,
    requests,
    async untilReceived(count: number): Promise<void> {
      while (requests.length < count) await once(server, 'received');
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
