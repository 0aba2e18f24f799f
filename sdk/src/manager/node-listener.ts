/** The used members of an `IncomingMessage` of `node:http`, for programs without `@types/node`. */
type Incoming = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly complete: boolean;
  readonly headersDistinct: Readonly<Record<string, string[] | undefined>>;
  iterator(options: { destroyOnReturn: boolean }): AsyncIterable<Uint8Array>;
};

/** The used members of a `ServerResponse`. */
type Outgoing = {
  readonly headersSent: boolean;
  setHeader(name: string, value: string): unknown;
  writeHead(status: number, headers?: Record<string, string>): unknown;
  end(body?: Uint8Array): unknown;
};

/** A function for `createServer` of `node:http` or `node:https`. */
export type NodeListener = (request: Incoming, response: Outgoing) => void;

/**
 * Turns a function from `Request` to `Response` into a listener of `node:http`. The body is streamed, so that
 * the function decides how much of it is read; the connection of a request that was not read whole is closed.
 */
export function toNodeListener(handle: (request: Request) => Promise<Response>): NodeListener {
  async function answer(incoming: Incoming, outgoing: Outgoing): Promise<void> {
    const response = await handle(toRequest(incoming));
    const body = new Uint8Array(await response.arrayBuffer());
    if (!incoming.complete) outgoing.setHeader('Connection', 'close');
    outgoing.writeHead(response.status, Object.fromEntries(response.headers));
    outgoing.end(body);
  }
  return (incoming, outgoing) => {
    answer(incoming, outgoing).catch(() => {
      if (!outgoing.headersSent) outgoing.writeHead(400, { Connection: 'close' });
      outgoing.end();
    });
  };
}

function toRequest(incoming: Incoming): Request {
  const method = incoming.method ?? 'GET';
  const hasBody = method !== 'GET' && method !== 'HEAD';
  const headers = Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
    values.map((value): [string, string] => [name, value]),
  );
  // Only the path of the URL is used. The Host header is of the sender's choice, and may not be a host.
  const url = new URL(incoming.url ?? '/', 'http://webhooks.invalid');
  if (!hasBody) return new Request(url, { method, headers });
  // A body that is too large is not read to its end, and its sender still gets the answer.
  const body = ReadableStream.from(incoming.iterator({ destroyOnReturn: false }));
  return new Request(url, { method, headers, body, duplex: 'half' } as RequestInit);
}
