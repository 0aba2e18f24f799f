import assert from 'node:assert/strict';
import { send } from '../support/auth-calls.ts';
import { newApplication } from '../support/people.ts';
import type { TestPlatformOptions } from '../support/platform.ts';
import { assertApiError } from '../support/replies.ts';
import type { Stage } from '../support/scene.ts';

/** Number of concurrent tries of one account, none of which is refused. */
export const CONCURRENT_TRIES = 4;
/** Failures in a row after which each further try has to wait. */
const FREE_FAILURES = 100;

export const WRONG = 'a guess at the password';
/** Settings that leave the backoff as the only limit of an account. */
export const UNLIMITED_PER_ACCOUNT = { RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: '100000' };

/** Starts a platform that trusts the client address named by a test, and creates an application. */
export async function sprayScene(
  { start }: Stage,
  environment: Record<string, string>,
  options: Pick<TestPlatformOptions, 'hashCost'> = {},
) {
  const platform = await start({
    environment: { TRUSTED_PROXIES: '127.0.0.1', ...environment },
    ...options,
  });
  const application = await newApplication(platform);
  const signIn = (username: string, password: string, from: string) =>
    send(
      platform,
      'POST JSON',
      '/v3/auth/authorize',
      { response_type: 'password', scope: 'user', client_id: application.clientId, username, password },
      { 'x-forwarded-for': from },
    );
  return { platform, application, signIn };
}

/** Tries to sign in to one account with a password, from an address. */
export type TrySignIn = (password: string, from: string) => Promise<Response>;

let networks = 0;
/** Returns an address of a wide network that was not used before. */
export const elsewhere = () => {
  networks += 1;
  return `${10 + Math.floor(networks / 250)}.${networks % 250}.100.7`;
};

/** Fails so many times that the next try has to wait a second. */
export async function exhaust(trySignIn: TrySignIn): Promise<void> {
  for (let failures = 0; failures < FREE_FAILURES; failures += CONCURRENT_TRIES) {
    const tries = Array.from({ length: CONCURRENT_TRIES }, () => trySignIn(WRONG, elsewhere()));
    for (const { status } of await Promise.all(tries)) assert.equal(status, 401);
  }
}

/** Returns the seconds in Retry-After of a refusal. */
export async function waitOf(answer: Promise<Response>): Promise<number> {
  const response = await answer;
  await assertApiError(response, 'too_many_requests');
  return Number(response.headers.get('retry-after'));
}
