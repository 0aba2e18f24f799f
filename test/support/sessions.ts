import type { TokenRecord } from '@azulejo/contract';
import { type Form, type Parameters, send } from './auth-calls.ts';
import { newPerson, type Person, personToken } from './people.ts';
import type { TestPlatform } from './platform.ts';
import type { Stage } from './scene.ts';
import { type SignInScene, storedScene } from './sign-in-scene.ts';

/** Starts a platform with one user, in whose sessions the tests refresh tokens. */
export async function sessionScene(stage: Stage) {
  const scene = await storedScene(stage);
  return { ...scene, person: await newPerson(scene.platform, scene.application) };
}

export const newSession = (scene: SignInScene & { person: Person }): Promise<TokenRecord> =>
  personToken(scene.platform, scene.application, scene.person);

/** Calls `/v3/auth/exchange` with the refresh token of a record. */
export function refresh(
  platform: TestPlatform,
  record: Pick<TokenRecord, 'client_id' | 'refresh_token' | 'grant_type'>,
  changes: Parameters = {},
  form: Form = 'GET',
): Promise<Response> {
  const { client_id, refresh_token, grant_type } = record;
  return send(platform, form, '/v3/auth/exchange', { client_id, refresh_token, grant_type, ...changes });
}

/** Uses an access token: the response is 200, or the 401 for its state. */
export const useAccess = (platform: TestPlatform, record: TokenRecord): Promise<Response> =>
  platform.request(record.href, { token: record.access_token });

export const signInIdOf = (record: TokenRecord): string => record.refresh_token.split('_')[1] ?? '';
