import type { Passkey, PasskeyCredential } from '@azulejo/contract';
import { addPasskey, createAuthenticator } from '../../support/authenticator.ts';
import { readJson } from '../../support/replies.ts';
import { postJson } from '../../support/wire.ts';
import type { AccountScene, SignedIn } from './scene.ts';

export const PATH = '/v3/account/passkeys';

export const enterBy = ({ platform, application }: AccountScene, credential: PasskeyCredential) =>
  postJson(platform, '/v3/auth/passkey', { client_id: application.clientId, credential });

export const listOf = async ({ call }: SignedIn) =>
  (await readJson<{ passkeys: Passkey[] }>(await call('GET', PATH))).passkeys;

/** Creates a person with a passkey, who is signed in by password and has given a proof. */
export async function withPasskey(scene: AccountScene) {
  const person = await scene.newUser();
  const here = await scene.enter(person);
  const token = here.record.access_token;
  const authenticator = createAuthenticator(scene.platform);
  const passkey = await addPasskey(scene.platform, { ...person, token }, authenticator);
  return { person, here, authenticator, passkey };
}
