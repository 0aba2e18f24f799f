import assert from 'node:assert/strict';
import type { AnyOperation, Binding, UploadResult } from '@azulejo/contract';
import { clientToken } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import type { TestPlatform } from '../support/platform.ts';
import { assemble, type Cast } from './callers.ts';

/** A call of an operation that succeeds for whoever may make it. */
type Example = {
  params?: Record<string, string>;
  input?: Record<string, string>;
  image?: Buffer;
};

type Maker = (scene: Scene) => Example | Promise<Example>;

export type Scene = {
  platform: TestPlatform;
  cast: Cast;
  image: Buffer;
  /** Name of an uploaded picture. */
  upload: string;
  refreshToken: string;
};

export async function setUpScene(platform: TestPlatform): Promise<Scene> {
  const cast = await assemble(platform);
  const image = await plainPicture(4, 4).png().toBuffer();
  const { access_token: token } = await cast.livingToken();
  const response = await platform.request('/v3/uploads', {
    method: 'POST',
    token,
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(image),
  });
  assert.equal(response.status, 201);
  const { url } = (await response.json()) as UploadResult;
  const { refresh_token: refreshToken } = await clientToken(platform, cast.application, 'application');
  return { platform, cast, image, upload: new URL(url).pathname.split('/').at(-1) ?? '', refreshToken };
}

let accounts = 0;

/** How each operation is called rightly. One that is missing here fails the matrix. */
const makers: Record<string, Maker> = {
  'accounts.create': ({ cast }) => {
    accounts += 1;
    return {
      input: {
        appId: cast.application.clientId,
        device: 'ios',
        email: `matrix-${accounts}@example.org`,
        name: 'Rui',
        password: 'correct horse battery staple',
      },
    };
  },
  'auth.authorize': ({ cast }) => ({
    input: {
      response_type: 'client_credentials',
      client_id: cast.application.clientId,
      client_secret: cast.application.secret,
      scope: 'application',
    },
  }),
  'auth.exchange': ({ cast, refreshToken }) => ({
    input: { client_id: cast.application.clientId, refresh_token: refreshToken },
  }),
  'tokens.get': async ({ cast }) => ({ params: { token_id: (await cast.livingToken()).id } }),
  'tokens.delete': async ({ cast }) => ({ params: { token_id: (await cast.livingToken()).id } }),
  'users.get': () => ({}),
  'channels.list': () => ({}),
  'tiles.list': () => ({ input: { include: 'specs' } }),
  'units.table': () => ({}),
  'units.tableV2': () => ({}),
  'schemas.get': () => ({ params: { schema_name: 'on-off' } }),
  'uploads.create': ({ image }) => ({ image }),
};

export type Call = { path: string; init: RequestInit };

/** The request of a binding, without a token; `named` stands where the path names a user. */
export async function toCall(
  scene: Scene,
  operation: AnyOperation,
  binding: Binding,
  named: string,
): Promise<Call> {
  const make = makers[operation.id];
  assert.ok(make, `how to call ${operation.id} is said in calls.ts`);
  const { params = {}, input, image } = await make(scene);
  const values: Record<string, string> = { user_id: named, ...params };
  const path = binding.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
  if (image) {
    return { path, init: { headers: { 'content-type': 'image/png' }, body: new Uint8Array(image) } };
  }
  if (binding.input === 'query') {
    return { path: input ? `${path}?${new URLSearchParams(input)}` : path, init: {} };
  }
  const headers = { 'content-type': 'application/json' };
  return { path, init: { headers, body: JSON.stringify(input) } };
}
