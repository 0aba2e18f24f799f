import { createHash } from 'node:crypto';
import { publishTopic, type TokenRecord } from '@azulejo/contract';
import { connectMqtt, type MqttCredentials } from '../support/mqtt.ts';
import type { TestPlatform } from '../support/platform.ts';
import type { ServerProcess } from '../support/server-process.ts';

export type Client = { readonly client_id: string; readonly client_secret: string };
export type Account = { readonly email: string; readonly password: string };

/** A device of one channel, with the credentials in its firmware. */
export type Device = Client & { readonly channel: string };

/** Who can sign in to the platform of a kept release. */
export type Accounts = {
  readonly application: Client;
  readonly user: Account;
  readonly portal: Account;
  readonly devices: readonly Device[];
};

/** What a user sees. It must be the same in every later version. */
export type Home = {
  readonly name: string;
  readonly pictureSha256: string;
  readonly groups: readonly unknown[];
  readonly tiles: readonly unknown[];
  readonly values: readonly unknown[];
  readonly history: readonly unknown[];
  readonly templates: readonly unknown[];
};

/** The name that a user gave to a template. Templates of the catalogue may get other names in later versions. */
export const EDITED_NAME = 'Lamp with another name';
export const COMPONENT = 'light-bulb';
export const PROPERTY = 'brightness';

/** Calls the platform by HTTP. Throws unless it succeeds. */
export async function call(url: string, path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(new URL(path, url), init);
  if (!response.ok) throw new Error(`${path.split('?')[0]}: ${response.status} ${await response.text()}`);
  return response;
}

async function authorize(url: string, parameters: Record<string, string>): Promise<TokenRecord> {
  const body = new URLSearchParams(parameters);
  return (await (await call(url, '/v3/auth/authorize', { method: 'POST', body })).json()) as TokenRecord;
}

/** Signs the user in by password. */
export const signIn = (url: string, { application, user }: Accounts): Promise<TokenRecord> =>
  authorize(url, {
    response_type: 'password',
    scope: 'application,user',
    client_id: application.client_id,
    username: user.email,
    password: user.password,
  });

/** Returns the MQTT credentials of a client that signs in with its secret. */
export async function credentialsOf(url: string, client: Client, scope: string): Promise<MqttCredentials> {
  const record = await authorize(url, { response_type: 'client_credentials', scope, ...client });
  return { clientId: client.client_id, token: record.access_token };
}

/** Connects as the device and reports values of its lamp, one after another. */
export async function report(
  server: ServerProcess | TestPlatform,
  device: Device,
  credentials: MqttCredentials,
  values: readonly number[],
): Promise<void> {
  await using session = await connectMqtt(server, credentials);
  const address = { channelId: device.channel, componentId: COMPONENT, propertyId: PROPERTY };
  for (const data of values) await session.publish(publishTopic(address), { io: 'iw', data });
}

type Group = { id: string; label: string };
type Tile = { id: string; label: string; channel: string; groups?: string[]; photoUrl: string };
type Value = { channel: string; component: string; property: string; data: unknown; timestamp: string };
type Point = { value: unknown; timestamp: string };
type Template = { template?: { id: string; name: string } };

/** Reads as the user what must survive every upgrade. Origins are left out, because they differ. */
export async function readHome(url: string, token: string, devices: readonly Device[]): Promise<Home> {
  const init = { headers: { authorization: `Bearer ${token}` } };
  const read = async <Body>(path: string) => (await (await call(url, path, init)).json()) as Body;
  const user = await read<{ name: string; photoUrl: string }>('/v3/users/me');
  const picture = await call(url, new URL(user.photoUrl).pathname);
  const { tiles } = await read<{ tiles: Tile[] }>('/v3/legacy/users/me/tiles');
  const { tileGroups } = await read<{ tileGroups: Group[] }>('/v3/legacy/users/me/tile-groups');
  const { elements } = await read<{ elements: Value[] }>('/v3/users/me/values');
  const history = devices.map(async ({ channel }) => {
    const path = `/v3/channels/${channel}/components/${COMPONENT}/properties/${PROPERTY}/history`;
    const points = (await read<{ elements: Point[] }>(path)).elements;
    return points.map(({ value, timestamp }) => ({ channel, value, timestamp }));
  });
  const templates = await read<{ elements: Template[] }>('/v3/users/me/channel-templates');
  return {
    name: user.name,
    pictureSha256: createHash('sha256')
      .update(new Uint8Array(await picture.arrayBuffer()))
      .digest('hex'),
    groups: tileGroups.map(({ id, label }) => ({ id, label })),
    tiles: tiles.map(({ id, label, channel, groups }) => ({ id, label, channel, groups })),
    values: elements.map(({ channel, component, property, data, timestamp }) => ({
      channel,
      component,
      property,
      data,
      timestamp,
    })),
    history: (await Promise.all(history)).flat(),
    templates: elementsNamed(templates.elements, EDITED_NAME),
  };
}

const elementsNamed = (elements: readonly Template[], name: string) =>
  elements.flatMap(({ template }) => (template?.name === name ? [{ id: template.id, name }] : []));
