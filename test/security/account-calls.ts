import { newChallenge } from '../support/authenticator.ts';
import type { Maker } from './calls.ts';

/** The password of all people of the matrix. */
const PASSWORD = 'correct horse battery staple';

/** Valid calls about one's own account, and those with which people sign in by passkey. */
export const accountCalls: Readonly<Record<string, Maker>> = {
  'ownAccount.get': () => ({}),
  'ownAccount.changePassword': () => ({
    input: { current_password: PASSWORD, password: PASSWORD, sign_out_others: false },
  }),
  'ownAccount.cancelEmail': () => ({}),
  'ownSessions.list': () => ({}),
  'ownData.deletion': () => ({}),
  'ownData.keepAccount': () => ({}),
  'passkeys.challenge': () => ({}),
  'passkeys.signIn': async ({ platform, parties, passkey }) => ({
    input: { client_id: parties.application.clientId, credential: passkey.use(await newChallenge(platform)) },
  }),
};
