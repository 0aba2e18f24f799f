import assert from 'node:assert/strict';
import type { AnyOperation, Binding, Command, UploadResult } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import { type Authenticator, newPasskey } from '../support/authenticator.ts';
import { valuePath } from '../support/panel-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { clientToken } from '../support/people.ts';
import { plainPicture } from '../support/pictures.ts';
import type { TestPlatform } from '../support/platform.ts';
import { accountCalls } from './account-calls.ts';
import { applicationCalls, SERVICE } from './application-calls.ts';
import { automationCalls } from './automation-calls.ts';
import { type Caller, createParties, ownerKinds, type Parties, PLUG, type TargetChannel } from './callers.ts';
import type { Named } from './expectations.ts';
import { newChannelLike, newFoundDevice, newGroup, newUnclaimed, spareTile } from './homes.ts';
import { makerCredentialCalls } from './maker-credential-calls.ts';
import { notificationCalls } from './notification-calls.ts';
import { sceneCalls } from './scene-calls.ts';
import { unsupported } from './unsupported.ts';

/** The input of a call that succeeds for callers with access. */
type Example = {
  params?: Record<string, string>;
  input?: Record<string, string | number | boolean | object>;
  query?: Record<string, string>;
  image?: Buffer;
};

export type Maker = (scene: Scene, named: Named, caller?: Caller) => Example | Promise<Example>;

export type Scene = {
  platform: TestPlatform;
  db: Db;
  parties: Parties;
  image: Buffer;
  /** The name of an uploaded picture. */
  upload: string;
  refreshToken: string;
  /** A passkey of a user of the application. */
  passkey: Authenticator;
  /** An open command of each channel of the parties, by the channel's id. */
  commands: Map<string, string>;
};

export async function setUpScene(platform: TestPlatform, db: Db): Promise<Scene> {
  const parties = await createParties(platform, db);
  await platform.server.features.services.import([SERVICE]);
  const image = await plainPicture(4, 4).png().toBuffer();
  const { access_token: token } = await parties.validToken();
  const response = await platform.request('/v3/uploads', {
    method: 'POST',
    token,
    headers: { 'content-type': 'image/png' },
    body: new Uint8Array(image),
  });
  assert.equal(response.status, 201);
  const { url } = (await response.json()) as UploadResult;
  const { refresh_token: refreshToken } = await clientToken(platform, parties.application, 'application');
  const commands = new Map<string, string>();
  for (const kind of ownerKinds) {
    const { id, ownerId } = parties.channels[kind];
    // Commands are sent only to an owner that is connected.
    platform.server.features.connectedClients.add(ownerId);
    commands.set(id, await sendCommand(platform, parties, id));
  }
  const upload = new URL(url).pathname.split('/').at(-1) ?? '';
  const passkey = await newPasskey(platform, parties.application);
  return { platform, db, parties, image, upload, refreshToken, passkey, commands };
}

/** Stores a value and opens a command, so that there is something to read. Returns the command's id. */
async function sendCommand(platform: TestPlatform, parties: Parties, channelId: string): Promise<string> {
  const { channels, writePath, templates } = platform.server.features;
  const access = await channels.findChannelAccess(channelId);
  assert.ok(access);
  const template = await templates.get(access.templateId, access.templateVersion);
  const stamp = { sender: undefined, onBehalfOf: undefined, cause: 'report' };
  await writePath.seedValues(
    template,
    channelId,
    [{ component: 'left', property: 'level', value: 1 }],
    stamp,
  );
  const response = await platform.request(valuePath(channelId, 'right/level'), {
    method: 'PUT',
    token: (await parties.validToken()).access_token,
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

const channelParams = (channel: TargetChannel | undefined): Record<string, string> => ({
  channel_id: channel?.id ?? crypto.randomUUID(),
});

/** Every manager calls for itself. */
const ofManager: Maker = (_scene, _named, caller) => ({
  params: { manager_id: caller?.principal?.clientId ?? crypto.randomUUID() },
});

let accounts = 0;

/** Valid calls of each operation. The matrix fails when one is missing. */
const makers: Record<string, Maker> = {
  'accounts.create': ({ parties }) => {
    accounts += 1;
    return {
      input: {
        appId: parties.application.clientId,
        device: 'ios',
        email: `matrix-${accounts}@example.org`,
        name: 'Rui',
        password: 'correct horse battery staple',
      },
    };
  },
  'auth.authorize': ({ parties }) => ({
    input: {
      response_type: 'client_credentials',
      client_id: parties.application.clientId,
      client_secret: parties.application.secret,
      scope: 'application',
    },
  }),
  'auth.exchange': ({ parties, refreshToken }) => ({
    input: { client_id: parties.application.clientId, refresh_token: refreshToken },
  }),
  'tokens.get': async ({ parties }) => ({ params: { token_id: (await parties.validToken()).id } }),
  'tokens.delete': async ({ parties }) => ({ params: { token_id: (await parties.validToken()).id } }),
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
  'homes.list': () => ({}),
  'homes.get': () => ({}),
  'homes.update': () => ({ input: { name: 'Seaside' } }),
  'homeTime.get': () => ({}),
  'presence.get': () => ({}),
  'tags.list': () => ({}),
  'surveys.respond': () => ({ input: { id: 'general' } }),
  'passwordResets.send': ({ parties }) => ({
    input: { appId: parties.application.clientId, email: `${crypto.randomUUID()}@example.org` },
  }),
  'emailConfirmations.send': ({ parties }) => ({
    input: { appId: parties.application.clientId, email: `${crypto.randomUUID()}@example.org` },
  }),
  'channels.list': () => ({}),
  'values.get': (_scene, named) => ({ params: valueParams(named) }),
  'values.put': (_scene, named) => ({ params: valueParams(named), input: { data: 1 } }),
  'values.history': (_scene, named) => ({ params: valueParams(named) }),
  'values.list': () => ({}),
  'values.historyList': () => ({}),
  'alarms.list': () => ({}),
  'activity.listOfHome': () => ({}),
  'energy.read': () => ({}),
  'activity.list': (_scene, { channel }) => ({ params: { channel_id: channel?.id ?? crypto.randomUUID() } }),
  'commands.get': ({ commands }, { channel }) => ({
    params: { command_id: commands.get(channel?.id ?? '') ?? crypto.randomUUID() },
  }),
  'events.list': () => ({}),
  'managers.get': ofManager,
  'managers.update': ofManager,
  'managers.channels': ofManager,
  'managers.storeTemplates': async (...of) => ({
    ...(await ofManager(...of)),
    input: { templates: [{}] },
  }),
  'channelRecords.get': (_scene, { channel }) => ({ params: channelParams(channel) }),
  'channelRecords.update': (_scene, { channel }) => ({
    params: channelParams(channel),
    input: { name: 'Panel' },
  }),
  'channelRecords.remove': async (scene, { channel }) => ({
    params: channelParams(channel && (await newChannelLike(scene, channel))),
  }),
  'channelRecords.subscriptions': (_scene, { channel }) => ({ params: channelParams(channel) }),
  'channelRecords.ofUser': ({ parties }) => ({ input: { channel_id: parties.channels.manager.id } }),
  'grants.create': ({ parties }, { channel }) => ({
    params: { channel_id: channel?.id ?? crypto.randomUUID() },
    input: { client_id: parties.target.clientId, role: 'application' },
  }),
  'applicationDevices.list': () => ({}),
  'applicationDevices.create': () => ({ input: { channeltemplate_id: panelTemplate.id } }),
  'applicationDevices.get': async (...of) => ({ params: { device_id: (await newUnclaimed(...of)).id } }),
  'applicationDevices.update': async (...of) => ({
    params: { device_id: (await newUnclaimed(...of)).id },
    input: { name: 'Plug' },
  }),
  'applicationDevices.rotateSecret': async (...of) => ({
    params: { device_id: (await newUnclaimed(...of)).id },
    input: {},
  }),
  'applicationDevices.newClaimCode': async (...of) => ({
    params: { device_id: (await newUnclaimed(...of)).id },
    input: {},
  }),
  'applicationDevices.remove': async (...of) => ({ params: { device_id: (await newUnclaimed(...of)).id } }),
  ...makerCredentialCalls,
  ...applicationCalls,
  'claims.use': async (...of) => ({ input: { code: (await newUnclaimed(...of)).claimCode } }),
  'tiles.list': () => ({ input: { include: 'specs' } }),
  'tiles.get': async (...of) => ({ params: { tile_id: (await spareTile(...of)).id } }),
  'tiles.update': async (...of) => ({
    params: { tile_id: (await spareTile(...of)).id },
    input: { label: 'Lamp' },
  }),
  'tiles.remove': async (...of) => ({ params: { tile_id: (await spareTile(...of)).id } }),
  'tileGroups.list': () => ({}),
  'tileGroups.create': () => ({ input: { label: 'Attic' } }),
  'tileGroups.get': async (...of) => ({ params: { group_id: await newGroup(...of) } }),
  'tileGroups.update': async (...of) => ({
    params: { group_id: await newGroup(...of) },
    input: { label: 'Attic' },
  }),
  'tileGroups.remove': async (...of) => ({ params: { group_id: await newGroup(...of) } }),
  'tileGroups.tiles': async (...of) => ({ params: { group_id: await newGroup(...of) } }),
  'tileGroups.tile': async (...of) => {
    const { id, groupId } = await spareTile(...of);
    return { params: { tile_id: id, group_id: groupId } };
  },
  'units.table': () => ({}),
  'units.tablePt': () => ({}),
  'units.tableV2': () => ({}),
  'schemas.get': () => ({ params: { schema_name: 'on-off' } }),
  'supportedModels.search': () => ({ query: { search: 'bulb' } }),
  'supportedModels.get': () => ({ params: { template_id: '25f85b52-885c-5108-a9d2-c7fce0ad00ca' } }),
  'uploads.create': ({ image }) => ({ image }),
  'templates.list': () => ({}),
  'templates.get': () => ({ params: { template_id: panelTemplate.id } }),
  'templates.profiles': () => ({}),
  'pairing.authorize': () => ({ params: { template_id: panelTemplate.id } }),
  'authorizations.template': () => ({ params: { template_id: panelTemplate.id } }),
  'authorizations.service': () => ({ params: { service_id: SERVICE.id } }),
  'pairing.found': () => ({ params: { template_id: panelTemplate.id } }),
  'pairing.add': async (...of) => ({
    input: { profile: PLUG, channels: [{ id: await newFoundDevice(...of) }] },
  }),
  'recipes.meta': () => ({ params: { recipe_id: 'virtual-devices' } }),
  'recipes.execute': () => ({
    params: { recipe_id: 'virtual-devices', step_id: 'authorize' },
    input: { channeltemplate_id: panelTemplate.id },
  }),
  'services.list': () => ({}),
  'services.subscriptions': () => ({}),
  'versions.get': () => ({ params: { platform: 'ios', version: '3.4.17' } }),
  ...automationCalls,
  ...sceneCalls,
  ...notificationCalls,
  ...accountCalls,
  ...makersOfVacant(),
};

function makersOfVacant(): Record<string, Maker> {
  const makers = Object.entries(unsupported).map(
    ([id, { params = {}, input }]) => [id, () => ({ params, ...(input && { input }) })] as const,
  );
  return Object.fromEntries(makers);
}

export type CallInit = { headers?: Record<string, string>; body?: string | Uint8Array<ArrayBuffer> };
export type Call = { path: string; init: CallInit };

/** Returns the request of a binding, without a token. */
export async function toCall(
  scene: Scene,
  operation: AnyOperation,
  binding: Binding,
  named: Named,
  caller?: Caller,
): Promise<Call> {
  const make = makers[operation.id];
  assert.ok(make, `calls.ts has no call for ${operation.id}`);
  const { params = {}, input, query, image } = await make(scene, named, caller);
  const values: Record<string, string> = { user_id: named.user ?? crypto.randomUUID(), ...params };
  const path = binding.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => values[name] ?? '');
  if (image) {
    return { path, init: { headers: { 'content-type': 'image/png' }, body: new Uint8Array(image) } };
  }
  if (binding.input === 'query' || binding.input === 'list') {
    const query = new URLSearchParams(input as Record<string, string>);
    return { path: input ? `${path}?${query}` : path, init: {} };
  }
  const headers = { 'content-type': 'application/json' };
  const search = query ? `?${new URLSearchParams(query)}` : '';
  return { path: `${path}${search}`, init: { headers, body: JSON.stringify(input) } };
}
