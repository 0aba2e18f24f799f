import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Returns tokens with the characters of real ones: `+`, `/` and `=` must arrive unchanged. */
const tokensOf = (number: number) => ({
  access_token: `mA${number}+/x==`,
  refresh_token: `mR${number}+/y==`,
  token_type: 'Bearer',
  expires_in: 3600,
});

export const CLOUD_ID = 'casa-azul-7';
export const CLOUD_SECRET = 'geheim+/=&';

type Seen = { path: string; body: string; contentType: string | undefined };

/**
 * An OAuth server of a maker, on this machine: a sign-in page that redirects at once, and a token endpoint
 * that checks the secret, and redeems each code and each refresh token once.
 */
export type MakerCloud = AsyncDisposable & {
  readonly url: string;
  readonly seen: Seen[];
  /** Answers in place of the token endpoint, while set. */
  answer?: (response: ServerResponse) => void;
  /** Whether people say no on the sign-in page. */
  isRefused: boolean;
  /** Lets a refresh token be redeemed. */
  issue(refreshToken: string): void;
  /** The location of a sign-in at this maker, as a manager sends it. */
  steps(more?: string): object[];
};

export async function startMakerCloud(): Promise<MakerCloud> {
  let count = 0;
  const open = new Set<string>();
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '', url);
    const body = (await request.toArray()).join('');
    cloud.seen.push({ path: pathname, body, contentType: request.headers['content-type'] });
    if (pathname === '/signin') return signIn(searchParams, response);
    if (cloud.answer) return cloud.answer(response);
    const sent = readBody(request, body);
    const isKnown = sent['client_id'] === CLOUD_ID && sent['client_secret'] === CLOUD_SECRET;
    const given = sent['code'] ?? sent['refresh_token'] ?? '';
    if (!isKnown || !open.delete(given))
      return void response
        .writeHead(400, { 'Content-Type': 'application/json' })
        .end('{"error":"invalid_grant"}');
    count += 1;
    const tokens = tokensOf(count);
    open.add(tokens.refresh_token);
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(tokens));
  }

  function signIn(query: URLSearchParams, response: ServerResponse): void {
    const back = new URL(query.get('redirect_uri') ?? '');
    if (cloud.isRefused) back.searchParams.set('error', 'access_denied');
    else {
      const code = `code+/${open.size}${count}`;
      open.add(code);
      back.searchParams.set('code', code);
    }
    const state = query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    response.writeHead(302, { Location: back.href }).end();
  }

  const cloud: MakerCloud = {
    url,
    seen: [],
    isRefused: false,
    issue: (refreshToken) => void open.add(refreshToken),
    steps: (more = '') => [
      {
        method: 'get',
        url: `${url}/signin?response_type=code&client_id={client_id}&redirect_uri={redirect_uri}${more}`,
        headers: {},
      },
      {
        method: 'POST',
        url: `${url}/token?grant_type=authorization_code&code={code}&client_id={client_id}&client_secret={client_secret}&redirect_uri={redirect_uri}`,
        headers: { Accept: 'application/json' },
      },
    ],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return cloud;
}

function readBody({ headers }: IncomingMessage, body: string): Record<string, string> {
  const isForm = headers['content-type']?.startsWith('application/x-www-form-urlencoded');
  return isForm
    ? Object.fromEntries(new URLSearchParams(body))
    : (JSON.parse(body || '{}') as Record<string, string>);
}
