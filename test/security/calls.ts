import assert from 'node:assert/strict';
import type { AnyOperation, Binding, Command, UploadResult } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import { valuePath } from '../support/panel-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { clientToken } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import type { TestPlatform } from '../support/platform.ts';
import { assemble, type Cast, ownerKinds } from './callers.ts';
import type { Named } from './expectations.ts';
import { vacant } from './vacant.ts';

/** A call of an operation that succeeds for whoever may make it. */
type Example = {
  params?: Record<string, string>;
  input?: Record<string, string | number | []>;
  image?: Buffer;
};

type Maker = (scene: Scene, named: Named) => Example | Promise<Example>;

export type Scene = {
  platform: TestPlatform;
  cast: Cast;
  image: Buffer;
  /** Name of an uploaded picture. */
  upload: string;
  refreshToken: string;
  /** An open command of each channel of the cast, by the channel's id. */
  commands: Map<string, string>;
};

export async function setUpScene(platform: TestPlatform, db: Db): Promise<Scene> {
  const cast = await assemble(platform, db);
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
  const commands = new Map<string, string>();
  for (const kind of ownerKinds) {
    const { id } = cast.channels[kind];
    commands.set(id, await speakOn(platform, cast, id));
  }
  const upload = new URL(url).pathname.split('/').at(-1) ?? '';
  return { platform, cast, image, upload, refreshToken, commands };
}

/** A value and a command, so that there is something to read. Answers the command's id. */
async function speakOn(platform: TestPlatform, cast: Cast, channelId: string): Promise<string> {
  const { channels, values, templates } = platform.server.features;
  const parties = await channels.findParties(channelId);
  assert.ok(parties);
  const template = await templates.get(parties.templateId, parties.templateVersion);
  const stamp = { sender: undefined, onBehalfOf: undefined, cause: 'report' };
  await values.furnish(template, channelId, [{ component: 'left', property: 'level', value: 1 }], stamp);
  const response = await platform.request(valuePath(channelId, 'right/level'), {
    method: 'PUT',
    token: (await cast.livingToken()).access_token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: 1 }),
  });
  assert.equal(response.status, 202);
  return ((await response.json()) as Command).id ?? '';
}

const valueParams = ({ channel }: Named): Record<string, string> => ({
  channel_id: channel?.id ?? crypto.randomUUID(),
  component_id: 'left',
  property_id: 'level',
});

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
  'users.update': () => ({ input: { name: 'Ana Marques' } }),
  'legacyUsers.get': () => ({}),
  'legacyUsers.update': () => ({ input: { name: 'Ana Marques' } }),
  'preferences.get': () => ({}),
  'preferences.update': () => ({ input: { units: 'metric' } }),
  'preferences.replace': () => ({ input: { units: 'metric' } }),
  'places.list': () => ({}),
  'places.create': () => ({ input: { name: 'Beach' } }),
  'places.update': () => ({ params: { place_id: 'home' }, input: { latitude: 38.7 } }),
  'places.remove': () => ({ params: { place_id: 'home' } }),
  'tags.list': () => ({}),
  'surveys.respond': () => ({ input: { id: 'general' } }),
  'passwordResets.send': ({ cast }) => ({
    input: { appId: cast.application.clientId, email: `${crypto.randomUUID()}@example.org` },
  }),
  'channels.list': () => ({}),
  'values.get': (_scene, named) => ({ params: valueParams(named) }),
  'values.put': (_scene, named) => ({ params: valueParams(named), input: { data: 1 } }),
  'values.history': (_scene, named) => ({ params: valueParams(named) }),
  'values.list': () => ({}),
  'values.historyList': () => ({}),
  'commands.get': ({ commands }, { channel }) => ({
    params: { command_id: commands.get(channel?.id ?? '') ?? crypto.randomUUID() },
  }),
  'events.list': () => ({}),
  'devices.createChannel': () => ({ input: { channeltemplate_id: panelTemplate.id } }),
  'grants.create': ({ cast }, { channel }) => ({
    params: { channel_id: channel?.id ?? crypto.randomUUID() },
    input: { client_id: cast.target.clientId, role: 'application' },
  }),
  'tiles.list': () => ({ input: { include: 'specs' } }),
  'units.table': () => ({}),
  'units.tablePt': () => ({}),
  'units.tableV2': () => ({}),
  'schemas.get': () => ({ params: { schema_name: 'on-off' } }),
  'uploads.create': ({ image }) => ({ image }),
  'shortcuts.reorder': () => ({ input: { order: [] } }),
  ...makersOfVacant(),
};

function makersOfVacant(): Record<string, Maker> {
  const makers = Object.entries(vacant).map(([id, { params = {} }]) => [id, () => ({ params })] as const);
  return Object.fromEntries(makers);
}

export type Call = { path: string; init: RequestInit };

/** The request of a binding, without a token. */
export async function toCall(
  scene: Scene,
  operation: AnyOperation,
  binding: Binding,
  named: Named,
): Promise<Call> {
  const make = makers[operation.id];
  assert.ok(make, `how to call ${operation.id} is said in calls.ts`);
  const { params = {}, input, image } = await make(scene, named);
  const values: Record<string, string> = { user_id: named.user ?? crypto.randomUUID(), ...params };
  const path = binding.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
  if (image) {
    return { path, init: { headers: { 'content-type': 'image/png' }, body: new Uint8Array(image) } };
  }
  if (binding.input === 'query') {
    const query = new URLSearchParams(input as Record<string, string>);
    return { path: input ? `${path}?${query}` : path, init: {} };
  }
  const headers = { 'content-type': 'application/json' };
  return { path, init: { headers, body: JSON.stringify(input) } };
}
