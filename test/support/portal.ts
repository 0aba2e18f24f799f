import type { PortalRole } from '@azulejo/contract';
import type { BrowserContext } from 'playwright-core';
import type { TestPlatform } from './platform.ts';

/** An account signed in to the portal. */
export type PortalVisitor = {
  readonly accountId: string;
  readonly cookie: string;
  readonly csrfToken: string;
  /** Sends a request as the portal's pages do, with cookie, token and JSON body. */
  request(
    path: string,
    init?: { method?: string; body?: unknown; headers?: Record<string, string> },
  ): Promise<Response>;
  /** Signs a browser in as this account. */
  enter(context: BrowserContext): Promise<void>;
};

const COOKIE = 'azulejo-portal';

/**
 * Advances the clock, and then uses the portal. A use is stored in the background: without waiting for that, the
 * session could end although it was used within a day.
 */
export async function advanceAndUse(
  { clock, server }: Pick<TestPlatform, 'clock' | 'server'>,
  time: Parameters<TestPlatform['clock']['advance']>[0],
  use: () => Promise<unknown>,
): Promise<void> {
  clock.advance(time);
  await use();
  await server.features.portalAccounts.flush();
}

/** Nobody signs in with it, but the account's password can be checked. */
const HASH_OF_UNKNOWN_PASSWORD =
  '$argon2id$v=19$m=8,t=1,p=1$7B3oswaqFakvjelyafZlsQ$0HD4g4V3FoowocsB2ZKlJuXnG6BsMHLGbFISdwc0rx4';

/** Creates an account with the role and an open session, without invitation and sign-in. */
export async function visitPortal(
  platform: TestPlatform,
  role: PortalRole = 'owner',
): Promise<PortalVisitor> {
  const { portalAccounts } = platform.server.features;
  const passwordHash = HASH_OF_UNKNOWN_PASSWORD;
  const { db } = platform.server;
  const visitor = { address: '127.0.0.1', userAgent: 'test' };
  const { accountId, token } = await db.write(async (tx) => {
    const email = `${role}-${Math.random().toString(36).slice(2)}@portal.example`;
    const name = `${role.charAt(0).toUpperCase()}${role.slice(1)}`;
    const account = { email, emailKey: email, name, role, passwordHash };
    const accountId = await portalAccounts.operators.insertIn(tx, account);
    return {
      accountId,
      token: await portalAccounts.sessions.open(tx, { userId: accountId, state: 'open' }, visitor),
    };
  });
  const session = await portalAccounts.sessions.find(token);
  if (!session) throw new Error('The session is not there.');
  const cookie = `${COOKIE}=${token}`;
  return {
    accountId,
    cookie,
    csrfToken: session.csrfToken,
    request: (path, { method = 'GET', body, headers } = {}) =>
      fetch(`${platform.url}${path}`, {
        method,
        headers: {
          cookie,
          'x-csrf-token': session.csrfToken,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    enter: (context) =>
      context.addCookies([
        { name: COOKIE, value: token, url: platform.url, httpOnly: true, sameSite: 'Strict' },
      ]),
  };
}
