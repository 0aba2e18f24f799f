import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

type Options = { readonly url: string; readonly dataDir: string };

/** Signs the demo's user in with the credentials that the first start wrote. Returns a function that sends requests, and the credentials of an app. */
export async function signInDemoUser({ url, dataDir }: Options) {
  const file = readFileSync(join(dataDir, 'demo-credentials.txt'), 'utf8');
  const secret = (name: string) => new RegExp(`^ *${name} +(\\S+)$`, 'm').exec(file)?.[1] ?? '';
  const form = {
    response_type: 'password',
    scope: 'application,user',
    client_id: secret('client_id'),
    username: secret('username'),
    password: secret('password'),
  };
  const signedIn = await fetch(`${url}/v3/auth/authorize`, {
    method: 'POST',
    body: new URLSearchParams(form),
  });
  assert.equal(signedIn.status, 200);
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const send = async (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(new URL(path, url), {
      ...init,
      headers: { ...init.headers, Authorization: `Bearer ${access_token}` },
    });
  const credentials = { clientId: form.client_id, password: form.password, token: access_token };
  return { send, credentials };
}
