import type { Db } from '@azulejo/server/testing';
import { type Application, newApplication } from './people.ts';
import type { TestPlatform } from './platform.ts';
import type { Stage } from './scene.ts';

export type SignInScene = { platform: TestPlatform; application: Application };

/** The limits are off because all tests use one address. */
const UNLIMITED = {
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ADDRESS: '100000',
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS: '100000',
  RATE_LIMIT_SIGN_IN_FAILURES_PER_ACCOUNT: '100000',
  RATE_LIMIT_ACCOUNTS_PER_ADDRESS: '100000',
  RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: '100000',
};

/** Starts a platform without sign-in limits, with one application. */
export async function signInScene({ start }: Stage): Promise<SignInScene> {
  const platform = await start({ environment: UNLIMITED });
  return { platform, application: await newApplication(platform) };
}

/** Starts the same platform, with access to its database. */
export async function storedScene(stage: Stage): Promise<SignInScene & { db: Db }> {
  return { ...(await signInScene(stage)), db: await stage.openDatabase() };
}
