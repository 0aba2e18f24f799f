/** Simulates the iOS app as far as the platform can tell it from the real one (ios-app 1 to 4). */
import { hash } from 'node:crypto';
import type { Build, TokenRecord } from './android-app.ts';
import * as parser from './ios-parser.ts';
import { type Rule, requireThat } from './rules.ts';
import { sendOnWire, type WireHeaders, type WireReply } from './wire-client.ts';

export type IosCall = { method: string; path: string; body?: unknown; headers?: WireHeaders };

const OWN: WireHeaders = [
  ['Accept', '*/*'],
  ['Accept-Language', 'pt-PT;q=1, en-US;q=0.9'],
  ['User-Agent', 'Muzzley/3.4.17 (iPhone; iOS 12.4; Scale/2.00)'],
  ['Accept-Encoding', 'gzip, deflate'],
  ['Connection', 'keep-alive'],
];

/** The content types that the library accepts for JSON (ios-app 1.2). */
const JSON_TYPE = /^(application\/json|text\/json|text\/javascript)(;|$)/;

/** Sends a request without a token to the hosts of sign-in, units table and pages. */
export const sendPlain = (url: string, { method, path, body, headers = [] }: IosCall): Promise<WireReply> =>
  sendOnWire(url, {
    method,
    path,
    headers: [
      ...(body === undefined ? [] : [['Content-Type', 'application/json'] as const]),
      ...headers,
      ...OWN,
    ],
    body: body === undefined ? undefined : JSON.stringify(body),
  });

/** Sends a request to `endpoints.http`. */
export const sendWithToken = (
  url: string,
  token: string,
  { headers = [], ...call }: IosCall,
): Promise<WireReply> =>
  sendPlain(url, { ...call, headers: [['Authorization', `OAuth2.0 ${token}`], ...headers] });

/**
 * Returns the parsed document, or undefined for an empty answer. Throws when the library refuses the answer.
 */
export function parseReply(reply: WireReply, at: string): unknown {
  const { status, text } = reply;
  requireThat(status >= 200 && status < 300, at, `is answered ${status}: ${text}`);
  if (text === '' || text === ' ') return undefined;
  requireThat(JSON_TYPE.test(reply.header('Content-Type') ?? ''), at, 'is not said to be JSON');
  const document: unknown = JSON.parse(text);
  requireThat(typeof document === 'object' && document !== null, at, 'is neither object nor list');
  return document;
}

/** Escapes everything but letters and digits (ios-app 2.1). */
const escapeAll = (word: string): string =>
  encodeURIComponent(word).replaceAll(
    /[-_.!~*'()]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );

export type IosApp = ReturnType<typeof openIosApp>;

/** Returns a newly installed app, which keeps all of its stored data in this closure. */
export function openIosApp({ url, clientId, namespace }: Build) {
  let record: TokenRecord | undefined;

  const held = (): TokenRecord => {
    requireThat(record !== undefined, 'app', 'is signed out');
    return record;
  };

  /** Requests and stores a token record, which must be complete, at sign-in and refresh (ios-app 2.1). */
  async function askRecord(path: string): Promise<void> {
    const document = parseReply(await sendPlain(url, { method: 'GET', path }), path.replace(/\?.*/, ''));
    parser.tokenRecord(document, 'token');
    record = document as TokenRecord;
  }

  const send = (call: IosCall): Promise<WireReply> =>
    sendWithToken(held().endpoints.http, held().access_token, {
      ...call,
      path: call.path.replaceAll('{uid}', held().owner_id),
    });

  /**
   * Returns a document that satisfies the rule. The app does not refresh and retry on a 401 (ios-app 1.3).
   */
  async function call<Body>(requested: IosCall, rule: Rule): Promise<Body> {
    const at = `${requested.method} ${requested.path}`;
    const document = parseReply(await send(requested), at);
    rule(document, at);
    return document as Body;
  }

  return {
    build: { url, clientId, namespace },
    record: held,
    send,
    call,
    get: <Body>(path: string, rule: Rule) => call<Body>({ method: 'GET', path }, rule),

    /** Sends a request of which only the success matters. */
    async sendChange(requested: IosCall): Promise<void> {
      parseReply(await send(requested), `${requested.method} ${requested.path}`);
    },

    signIn: (email: string, password: string) =>
      askRecord(
        `/v3/auth/authorize?client_id=${clientId}&response_type=password&scope=application,user` +
          `&username=${escapeAll(email)}&password=${escapeAll(password)}`,
      ),

    async signUp(name: string, email: string, password: string): Promise<void> {
      const body = { name, email, password, device: 'iphone', appId: namespace };
      parseReply(await sendPlain(url, { method: 'POST', path: '/v3/legacy/account', body }), 'account');
    },

    /**
     * Refreshes as the app does when opened on the token's last day. It escapes neither value (ios-app 1.4).
     */
    refresh: () =>
      askRecord(
        `/v3/auth/exchange?client_id=${held().client_id}&refresh_token=${held().refresh_token}&grant_type=password`,
      ),

    signOut(): void {
      record = undefined;
    },

    async units(name = 'units_table.json'): Promise<unknown> {
      const document = parseReply(await sendPlain(url, { method: 'GET', path: `/units/${name}` }), name);
      parser.units(document, name);
      return document;
    },

    /** Returns the bytes of a device's page, or undefined while `kept` is its current etag (ios-app 9.2). */
    async archive({ uuid, etag }: { uuid: string; etag: string }, kept = ''): Promise<Buffer | undefined> {
      const requested = {
        method: 'GET',
        path: `/widgets/${uuid}/archive`,
        headers: [['If-None-Match', kept]],
      } as const;
      const reply = await sendPlain(url, requested);
      const at = `widgets/${uuid}`;
      if (reply.status === 304) return undefined;
      requireThat(reply.status === 200, at, `is answered ${reply.status}`);
      const digest = reply.header('Content-SHA256')?.toLowerCase();
      requireThat(digest === hash('sha256', reply.body), at, `has a wrong Content-SHA256: ${digest}`);
      const tag = reply.header('ETag')?.toLowerCase();
      requireThat(tag === etag, at, `has another ETag than its channel: ${tag}`);
      return reply.body;
    },
  };
}
