export type Received = {
  /** Method and path, for example `POST /portal/api/session`. */
  readonly call: string;
  readonly query: Readonly<Record<string, string>>;
  /** The JSON of the body, or the body itself if it is not JSON. */
  readonly body: unknown;
  readonly headers: Headers;
};

/** A JSON value, a response, or what returns or throws one of them. */
type Reply = unknown | ((received: Received) => unknown);

export type FakeServer = {
  /** Stands in for the browser's `fetch`. */
  readonly fetch: (input: string | URL | Request, init?: RequestInit) => Promise<Response>;
  /** Every request so far, oldest first. */
  readonly received: readonly Received[];
  /** Replaces the reply to a call, whose path may contain `*` for one segment. */
  on(call: string, reply: Reply): void;
  /** Returns the requests of one call. */
  requests(call: string): Received[];
  /** Returns the bodies of the requests of one call. */
  bodies(call: string): unknown[];
};

/** Stands in for a server: its `fetch` returns the replies of the test, and the requests are recorded. */
export function fakeServer(replies: Readonly<Record<string, Reply>>): FakeServer {
  const received: Received[] = [];
  const known = new Map(Object.entries(replies));
  const fetch: FakeServer['fetch'] = async (input, init = {}) => {
    const request = await readRequest(input, init);
    received.push(request);
    init.signal?.throwIfAborted();
    const reply = findReply(known, request.call);
    const sent = await Promise.race([
      typeof reply === 'function' ? reply(request) : reply,
      whenAborted(init.signal),
    ]);
    return sent instanceof Response ? sent.clone() : Response.json(sent ?? {});
  };
  const requests = (call: string) => received.filter((one) => matches(call, one.call));
  return {
    fetch,
    received,
    on: (call, reply) => void known.set(call, reply),
    requests,
    bodies: (call) => requests(call).map(({ body }) => body),
  };
}

/** Returns the platform's response to a request that it refuses. */
export const refused = (status: number, code: number, members: object = {}): Response =>
  Response.json(
    { code, text: `Error ${code}.`, type: 'urn:t', title: 't', status, request_id: 'req-1', ...members },
    { status, headers: { 'x-error': String(code) } },
  );

/** The reply of a server that cannot be reached. */
export const unreachable = (): never => {
  throw new TypeError('fetch failed');
};

async function readRequest(input: string | URL | Request, init: RequestInit): Promise<Received> {
  const { pathname, searchParams } = new URL(input instanceof Request ? input.url : input);
  return {
    call: `${init.method ?? 'GET'} ${pathname}`,
    query: Object.fromEntries(searchParams),
    body: typeof init.body === 'string' ? JSON.parse(init.body) : init.body,
    headers: new Headers(init.headers),
  };
}

function findReply(replies: ReadonlyMap<string, Reply>, call: string): Reply {
  if (replies.has(call)) return replies.get(call);
  const pattern = [...replies.keys()].find((each) => matches(each, call));
  return pattern === undefined ? refused(404, 2102, { text: `No reply to ${call}.` }) : replies.get(pattern);
}

const matches = (pattern: string, call: string): boolean =>
  pattern.split('/').length === call.split('/').length &&
  pattern.split('/').every((segment, n) => segment === '*' || segment === call.split('/')[n]);

const whenAborted = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason as Error)));
