import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TokenRecord } from '@azulejo/contract';

export type Received = {
  readonly call: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
};

/** The response to a request. `undefined` sends none; `hangUp` closes the connection. */
export type Answer =
  | { status?: number; headers?: Record<string, string>; body?: unknown }
  | 'hangUp'
  | undefined;

export type Platform = AsyncDisposable & {
  readonly url: string;
  /** Every request so far, oldest first. */
  readonly received: Received[];
  /** Returns the number of requests for `METHOD /path`. */
  count(call: string): number;
};

/** Starts an HTTP server on a free local port with the test's handlers, keyed by `METHOD /path`. */
export async function startPlatform(
  handlers: Record<string, (request: Received) => Answer | Promise<Answer>>,
): Promise<Platform> {
  const received: Received[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://host');
    const call = `${incoming.method} ${pathname}`;
    const request = { call, query: searchParams, headers: incoming.headers, body: await text(incoming) };
    received.push(request);
    const handler = handlers[call];
    const answer = handler ? await handler(request) : refused(404, 2102);
    if (answer === undefined) return undefined;
    if (answer === 'hangUp') return incoming.socket.destroy();
    const { status = 200, headers = {}, body = {} } = answer;
    const content = typeof body === 'string' ? body : JSON.stringify(body);
    outgoing.writeHead(status, { 'content-type': 'application/json', ...headers });
    return outgoing.end(status === 304 ? undefined : content);
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    count: (call) => received.filter((request) => request.call === call).length,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

export const refused = (status: number, code: number, members: object = {}) => ({
  status,
  headers: { 'x-error': String(code) },
  body: { code, text: `Error ${code}.`, type: 'urn:t', title: 't', status, request_id: 'req-1', ...members },
});

/**
 * Returns the record of generation `n`: access token `access-n`, refresh token
 * `refresh-n`, valid for 30 days.
 */
export function tokenRecord(n: number, endpoints: TokenRecord['endpoints'], now = Date.now()): TokenRecord {
  const time = (ms: number) => new Date(ms).toISOString().replace('Z', '+0000');
  return {
    _id: '/v3/tokens/family-1',
    access_token: `access-${n}`,
    client_id: 'app-1',
    code: `code-${n}`,
    created: time(now),
    endpoints,
    expires: time(now + 2_592_000_000),
    expires_in: 2_592_000,
    grant_type: 'password',
    href: '/v3/tokens/family-1',
    id: 'family-1',
    owner_id: 'user-1',
    refresh_token: `refresh-${n}`,
    scope: ['application', 'user'],
    token_type: 'Bearer',
    updated: time(now),
  };
}
