import assert from 'node:assert/strict';
import type { AccountResult, TokenRecord } from '@azulejo/contract';
import type { Account, Session } from './ledger.ts';
import { request } from './reconnecting.ts';

const PASSWORD = 'correct horse battery staple';

/** The calls of one application's clients. Each returns the response, whatever its status. */
export type Calls = ReturnType<typeof createCalls>;

export function createCalls(url: string, clientId: string, send = request) {
  const post = (path: string, body: object) =>
    send(`${url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  const withToken = (path: string, token: string | undefined, method = 'GET') =>
    send(`${url}${path}`, { method, headers: { authorization: `Bearer ${token}` } });

  return {
    createAccount: (email: string) =>
      post('/v3/legacy/account', { appId: clientId, name: 'Ana', email, password: PASSWORD }),
    signIn: (email: string) =>
      post('/v3/auth/authorize', {
        response_type: 'password',
        scope: 'application,user',
        client_id: clientId,
        username: email,
        password: PASSWORD,
      }),
    refresh: (refreshToken: string) =>
      post('/v3/auth/exchange', { client_id: clientId, refresh_token: refreshToken, grant_type: 'password' }),
    redeem: (code: string) => post('/v3/auth/exchange', { client_id: clientId, code }),
    me: (token: string) => withToken('/v3/users/me', token),
    signOut: ({ href, accessTokens }: Session) => withToken(href, accessTokens.at(-1), 'DELETE'),
  };
}

/** Returns the body of a 200. A broken connection is a TypeError, another status an AssertionError. */
export async function accepted<Body>(response: Promise<Response>): Promise<Body> {
  const { status, text } = await answer(response);
  assert.equal(status, 200, text);
  return JSON.parse(text) as Body;
}

export async function assertRefused(response: Promise<Response>, what: string): Promise<void> {
  const { status, text } = await answer(response);
  assert.equal(status, 401, `${what}: ${text}`);
}

async function answer(sent: Promise<Response>): Promise<{ status: number; text: string }> {
  const response = await sent;
  return { status: response.status, text: await response.text() };
}

export const accountOf = ({ user }: AccountResult): Account => ({ email: user.email, userId: user.id });

export const sessionOf = (account: Account, record: TokenRecord): Session => ({
  account,
  accessTokens: [record.access_token],
  refreshToken: record.refresh_token,
  code: record.code,
  href: record.href,
  lostAnswer: false,
});
