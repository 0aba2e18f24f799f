import assert from 'node:assert/strict';
import type { TokenRecord, UserRecord } from '@azulejo/contract';
import { accepted, accountOf, assertRefused, type Calls } from './calls.ts';
import type { Account, Ledger, Session } from './ledger.ts';
import { takeOver } from './mixed-load.ts';

/** Asserts that a restarted platform has everything that it acknowledged before it was killed. */
export async function assertKept(calls: Calls, ledger: Ledger): Promise<void> {
  await settleAccounts(calls, ledger);
  for (const session of ledger.sessions) {
    if (session.lostAnswer) await repeatRefresh(calls, session);
    for (const token of session.accessTokens) await assertIs(calls, session.account, token);
  }
  for (const { accessTokens, refreshToken } of ledger.signedOut) {
    for (const token of accessTokens) await assertRefused(calls.me(token), 'the access token after sign-out');
    await assertRefused(calls.refresh(refreshToken), 'the refresh token after sign-out');
  }
}

/** Uses up the refresh tokens and ends the sessions of redeemed codes, so it must run last. */
export async function assertUsableToTheEnd(calls: Calls, ledger: Ledger): Promise<void> {
  for (const { email, userId } of ledger.accounts) {
    const { owner_id } = await accepted<TokenRecord>(calls.signIn(email));
    assert.equal(owner_id, userId);
  }
  for (const session of ledger.sessions) {
    takeOver(session, await accepted<TokenRecord>(calls.refresh(session.refreshToken)));
    for (const token of session.accessTokens) await assertIs(calls, session.account, token);
  }
  for (const code of ledger.redeemedCodes)
    await assertRefused(calls.redeem(code), 'a code for the second time');
}

async function assertIs(calls: Calls, { userId }: Account, token: string): Promise<void> {
  const { id } = await accepted<UserRecord>(calls.me(token));
  assert.equal(id, userId);
}

/** Repeats a refresh as the phone apps do at their next launch (android-app 1.3), with the same result. */
async function repeatRefresh(calls: Calls, session: Session): Promise<void> {
  const [one, two] = await Promise.all([
    accepted<TokenRecord>(calls.refresh(session.refreshToken)),
    accepted<TokenRecord>(calls.refresh(session.refreshToken)),
  ]);
  assert.deepEqual([two.access_token, two.refresh_token], [one.access_token, one.refresh_token]);
  takeOver(session, one);
}

/** Asserts that an account whose creation was not acknowledged exists completely or not at all. */
async function settleAccounts(calls: Calls, ledger: Ledger): Promise<void> {
  for (const { email } of ledger.unansweredAccounts.splice(0)) {
    const response = await calls.createAccount(email);
    if (response.status === 409) {
      await response.text();
      const { owner_id } = await accepted<TokenRecord>(calls.signIn(email));
      ledger.accounts.push({ email, userId: owner_id });
    } else {
      ledger.accounts.push(accountOf(await accepted(Promise.resolve(response))));
    }
  }
}
