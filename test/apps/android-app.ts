/** Simulates the Android app as far as the platform can tell it from the real one (android-app 1 to 4). */
import { hash } from 'node:crypto';
import {
  type AndroidCall,
  type Expectation,
  requireExpectation,
  sendPlain,
  sendWithToken,
} from './android-calls.ts';
import * as parser from './android-parser.ts';
import { type Rule, requireThat } from './rules.ts';
import type { WireReply } from './wire-client.ts';

export type TokenRecord = {
  access_token: string;
  client_id: string;
  owner_id: string;
  refresh_token: string;
  expires: string;
  scope: string[];
  endpoints: { http: string; mqtt: string };
};

/** The settings that are compiled into the app. */
export type Build = { url: string; clientId: string; namespace: string };

export const json = (rule: Rule): Expectation => ({ kind: 'json', rule });
export const anyBody: Expectation = { kind: 'any' };

/** Maximum number of token refreshes for one call, after which the app gives up (android-app 1.3). */
const FOLLOW_UPS = 20;

export type AndroidApp = ReturnType<typeof openAndroidApp>;

/** Returns a newly installed app, which keeps all of its stored data in this closure. */
export function openAndroidApp({ url, clientId, namespace }: Build) {
  let record: TokenRecord | undefined;
  let refreshing: Promise<void> | undefined;

  const held = (): TokenRecord => {
    requireThat(record !== undefined, 'app', 'is signed out');
    return record;
  };

  async function exchange(): Promise<void> {
    const { client_id, refresh_token } = held();
    const query = `grant_type=password&client_id=${client_id}&refresh_token=${refresh_token}`;
    const reply = await sendPlain(url, { method: 'GET', path: `/v3/auth/exchange?${query}` });
    requireExpectation(reply, json(parser.tokenRecord), 'exchange');
    record = reply.json<TokenRecord>();
  }

  /** Runs one refresh at a time. A call that waited for another's refresh is retried with the new token. */
  async function refreshAfter(token: string): Promise<void> {
    if (held().access_token !== token) return;
    refreshing ??= exchange().finally(() => {
      refreshing = undefined;
    });
    await refreshing;
  }

  async function send(call: Omit<AndroidCall, 'expected'>): Promise<WireReply> {
    for (let count = 0; ; count += 1) {
      const { access_token: token, endpoints } = held();
      const reply = await sendWithToken(endpoints.http, token, call);
      if (reply.status !== 401 || count === FOLLOW_UPS) return reply;
      await refreshAfter(token);
    }
  }

  /** Throws Unreadable for an answer for which the app shows an error. */
  async function call<Body>({ expected, ...rest }: AndroidCall): Promise<Body> {
    const path = rest.path.replaceAll('{uid}', record?.owner_id ?? '');
    const reply = await send({ ...rest, path });
    requireExpectation(reply, expected, `${rest.method} ${path}`);
    return (expected.kind === 'json' ? reply.json<Body>() : undefined) as Body;
  }

  const get = <Body>(path: string, rule: Rule) => call<Body>({ method: 'GET', path, expected: json(rule) });

  async function signIn(email: string, password: string): Promise<void> {
    const query = [
      'response_type=password',
      'scope=sysadmin%2Capplication%2Cuser',
      `client_id=${clientId}`,
      `username=${encodeURIComponent(email)}`,
      `password=${encodeURIComponent(password)}`,
    ].join('&');
    const reply = await sendPlain(url, { method: 'GET', path: `/v3/auth/authorize?${query}` });
    requireExpectation(reply, json(parser.tokenRecord), 'authorize');
    record = reply.json<TokenRecord>();
    const user = await get<{ id: string }>('/v3/users/{uid}', parser.user);
    requireThat(user.id === record.owner_id, 'user.id', 'is not the owner of the token');
    await get('/v3/users/{uid}/preferences', parser.preferences);
  }

  return {
    build: { url, clientId, namespace },
    record: held,
    call,
    get,
    send,
    signIn,

    /** Creates the account and signs in with the same credentials (android-app 2.1). */
    async signUp(name: string, email: string, password: string): Promise<void> {
      const body = { name, email, type: 'account', password, device: 'android', appId: namespace };
      const reply = await sendPlain(url, { method: 'POST', path: '/v3/legacy/account', body });
      requireExpectation(reply, { kind: 'json-or-204', rule: parser.anyObject }, 'account');
      await signIn(email, password);
    },

    /** Forgets the token. The app sends no request for it. */
    signOut(): void {
      record = undefined;
    },

    units: async (): Promise<unknown> => {
      const reply = await sendPlain(url, { method: 'GET', path: '/units/units_table.json' });
      requireExpectation(reply, json(parser.units), 'units');
      return reply.json();
    },

    /** Returns the bytes of a device's page, as the app stores them (android-app 2.10). */
    async archive({ uuid, etag }: { uuid: string; etag: string }): Promise<Buffer> {
      const reply = await sendPlain(url, { method: 'GET', path: `/widgets/${uuid}/archive` });
      const at = `widgets/${uuid}`;
      requireThat(reply.status === 200, at, `is answered ${reply.status}: ${reply.text}`);
      requireThat(
        reply.header('ETag') === etag,
        at,
        'has another ETag than its channel, and is fetched again',
      );
      requireDigest(reply, at);
      return reply.body;
    },
  };
}

function requireDigest(reply: WireReply, at: string): void {
  const digest = reply.header('Content-SHA256');
  requireThat(digest === hash('sha256', reply.body), at, `has a wrong Content-SHA256: ${digest}`);
}
