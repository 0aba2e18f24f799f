import assert from 'node:assert/strict';
import type { ErrorBody, PortalRole } from '@azulejo/contract';
import type { TestPlatform } from './platform.ts';

export type Answer = { status: number; body: Record<string, unknown> & Partial<ErrorBody>; headers: Headers };

/** A page of the portal in a browser, which keeps the cookie and the CSRF token for changes. */
export type PortalPage = {
  /** Sends a request; `path` is below `/portal/api`. */
  call(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Sends a request that must succeed. Returns its body. */
  ask<Body>(method: string, path: string, body?: unknown): Promise<Body>;
  readonly cookie: string;
};

export function openPage(platform: TestPlatform, userAgent = 'test'): PortalPage {
  let cookie = '';
  let csrfToken = '';
  async function call(method: string, path: string, body?: unknown): Promise<Answer> {
    const response = await fetch(`${platform.url}/portal/api${path}`, {
      method,
      headers: {
        'user-agent': userAgent,
        'x-csrf-token': csrfToken,
        ...(cookie === '' ? {} : { cookie }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Answer['body'];
    const [given] = response.headers.getSetCookie();
    if (given !== undefined) cookie = given.split(';')[0] ?? '';
    if (typeof answer['csrf_token'] === 'string') csrfToken = answer['csrf_token'];
    return { status: response.status, body: answer, headers: response.headers };
  }
  return {
    call,
    async ask<Body>(method: string, path: string, body?: unknown) {
      const answer = await call(method, path, body);
      assert.ok(answer.status < 300, `${method} ${path}: ${answer.status} ${answer.body.text}`);
      return answer.body as Body;
    },
    get cookie() {
      return cookie;
    },
  };
}

export const PASSWORD = 'tiles are blue and white';

export type Member = { id: string; email: string; page: PortalPage };

let members = 0;

/** Creates an account by an invitation and returns it signed in. */
export async function newMember(
  platform: TestPlatform,
  { role = 'developer', name = 'Rui Costa' }: { role?: PortalRole; name?: string } = {},
): Promise<Member> {
  members += 1;
  const email = `member-${members}@portal.example`;
  const { link } = await platform.server.features.portalAccounts.invitations.create({ role }, {});
  const page = openPage(platform);
  const invitee = { token: tokenIn(link), name, email, password: PASSWORD };
  const { account } = await page.ask<{ account: { id: string } }>('POST', '/invitations/accept', invitee);
  return { id: account.id, email, page };
}

/** Returns a page on which the password was given. */
export async function signIn(
  platform: TestPlatform,
  email: string,
  password = PASSWORD,
): Promise<{ page: PortalPage; answer: Answer }> {
  const page = openPage(platform);
  return { page, answer: await page.call('POST', '/session', { email, password }) };
}

export const tokenIn = (link: string): string => new URL(link).hash.slice(1);
