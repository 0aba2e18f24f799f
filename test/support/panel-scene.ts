import assert from 'node:assert/strict';
import type { ClientMessage, Command, ValueAddress } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import { askDevice } from './ask-device.ts';
import { panelTemplate } from './panel-template.ts';
import { clientToken, newApplication, newPerson, type Person } from './people.ts';
import type { TestPlatform } from './platform.ts';
import { readJson } from './replies.ts';
import type { Stage } from './scene.ts';
import { postJson } from './wire.ts';

type WritePath = TestPlatform['server']['features']['writePath'];
export type Actor = Parameters<WritePath['receive']>[0];
export type Parties = Parameters<WritePath['receive']>[1];

/** An event that the write path sent to the process, with its name and its message. */
export type PublishedEvent = {
  readonly name: 'commandRequested' | 'valueReported' | 'replySent';
  readonly address: ValueAddress;
  readonly message: { readonly io: string; readonly data?: unknown; readonly [member: string]: unknown };
  readonly to?: Actor;
  readonly owner?: unknown;
};

export type PanelScene = Awaited<ReturnType<typeof setUpPanels>>;

/**
 * Creates Ana and Rui, users of one application, and a stranger of another one. Records the events of the write
 * path. `newDevice` adds a panel that Ana and Rui share, `newOwnerlessPanel` one of Ana's without an owner.
 */
export async function setUpPanels({ start, openDatabase }: Stage) {
  const platform = await start();
  const db = await openDatabase();
  const { features } = platform.server;
  await features.templates.import([panelTemplate], { areTrusted: false });
  const application = await newApplication(platform);
  const [ana, rui] = [await newPerson(platform, application), await newPerson(platform, application, 'Rui')];
  const stranger = await newPerson(platform, await newApplication(platform));
  const events: PublishedEvent[] = [];
  for (const name of ['commandRequested', 'valueReported', 'replySent'] as const)
    features.bus.on(name, (event) => void events.push({ name, ...event } as unknown as PublishedEvent));

  /** Creates a panel of Ana's, shared with Rui, with a device of its own. Commands need a connection. */
  async function newDevice({ isConnected = true } = {}) {
    const place = { userId: ana.id, templateId: panelTemplate.id, name: 'Panel' };
    const { client, secret, channel } = await features.devices.create(place);
    const record = await clientToken(platform, { clientId: client.id, secret }, 'device');
    const grant = { client_id: rui.id, role: 'user', requesting_client_id: application.clientId };
    const token = record.access_token;
    // The clock moves because grants are ordered by their time.
    platform.clock.advance({ seconds: 1 });
    await askDevice(platform, application, rui, client.id);
    await readJson(await postJson(platform, `/v3/channels/${channel.id}/grant-access`, grant, { token }));
    if (isConnected) features.connectedClients.add(client.id);
    return { id: client.id, secret, token, channelId: channel.id };
  }

  /** Creates the same panel with a manager, a maker's cloud, as its owner. */
  async function newManagedPanel() {
    const manager = await newApplication(platform, { type: 'manager' });
    const { token: _token, secret: _secret, ...device } = await newDevice();
    await db.write((tx) =>
      tx
        .updateTable('channels')
        .set({ creator_id: manager.clientId })
        .where('id', '=', device.channelId)
        .execute(),
    );
    features.connectedClients.add(manager.clientId);
    return { ...device, id: manager.clientId };
  }

  /** Creates a panel of Ana's without an owner. */
  async function newOwnerlessPanel(userId = ana.id): Promise<string> {
    const { channel } = await features.homes.addDevice({
      userId,
      templateId: panelTemplate.id,
      name: 'Kept',
    });
    return channel.id;
  }

  async function partiesOf(channelId: string): Promise<Parties> {
    const parties = await features.channels.findChannelAccess(channelId);
    assert.ok(parties);
    return { ...parties, rights: 'all' };
  }

  return {
    platform,
    db,
    application,
    ana,
    rui,
    stranger,
    /** Returns the events since the last call, of one channel if it is given. */
    takeEvents: (channelId?: string): PublishedEvent[] =>
      events.splice(0).filter(({ address }) => channelId === undefined || address.channelId === channelId),
    newDevice,
    newManagedPanel,
    newOwnerlessPanel,
    partiesOf,
    applicationToken: async (scope = 'application') =>
      (await clientToken(platform, application, scope)).access_token,
    /** Sends a message as a live session does and waits until it is stored. `at` is `component/property`. */
    async sendMessage(actor: Actor, channelId: string, at: string, message: ClientMessage): Promise<void> {
      const channel = await partiesOf(channelId);
      const { committed } = await features.writePath.receive(
        actor,
        channel,
        addressOf(channelId, at),
        message,
      );
      await committed;
    },
    put: (token: string, channelId: string, at: string, data: unknown, query = ''): Promise<Response> =>
      platform.request(`${valuePath(channelId, at)}${query}`, {
        method: 'PUT',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ data }),
      }),
    get: (token: string, channelId: string, at: string): Promise<Response> =>
      platform.request(valuePath(channelId, at), { token }),
    command: async (token: string, id: string | undefined): Promise<Command> =>
      readJson<Command>(await platform.request(`/v3/commands/${id}`, { token })),
    /** Advances the clock and settles what is overdue then. */
    async pass(seconds: number): Promise<void> {
      platform.clock.advance({ seconds });
      await features.writePath.settleOverdue();
    },
    logOf: (person: Person, channelId: string) => logOf(db, person.id, channelId),
    historyOf: (channelId: string) => historyOf(db, channelId),
  };
}

type WriterScene = PanelScene & {
  readonly anaLive: Actor;
  ask(channelId: string, at: string, data: unknown, token?: string): Promise<Command>;
  write(channelId: string, at: string, data: unknown): Promise<PublishedEvent[]>;
};

/** Sets up panels, with ways in which Ana writes to them. */
export async function setUpWriters(stage: Stage): Promise<WriterScene> {
  const scene = await setUpPanels(stage);
  const { application, ana, put, sendMessage, takeEvents } = scene;
  return {
    ...scene,
    anaLive: userOf(ana, application.clientId, 'session-1'),
    /** Sends a PUT that the device has to answer. */
    async ask(channelId: string, at: string, data: unknown, token = ana.token): Promise<Command> {
      const response = await put(token, channelId, at, data);
      assert.equal(response.status, 202);
      return (await response.json()) as Command;
    },
    /** Returns the events that are emitted while Ana's session writes. */
    async write(channelId: string, at: string, data: unknown) {
      takeEvents();
      await sendMessage(userOf(ana, application.clientId, 'session-1'), channelId, at, { io: 'w', data });
      return takeEvents();
    },
  };
}

export function addressOf(channelId: string, at: string): ValueAddress {
  const [componentId = '', propertyId = ''] = at.split('/');
  return { channelId, componentId, propertyId };
}

export function valuePath(channelId: string, at: string): string {
  const { componentId, propertyId } = addressOf(channelId, at);
  return `/v3/channels/${channelId}/components/${componentId}/properties/${propertyId}/value`;
}

export const userOf = (person: Person, clientId: string, session?: string): Actor => ({
  kind: 'user',
  id: person.id,
  clientId,
  session,
});

export const clientOf = (id: string, session?: string): Actor => ({
  kind: 'client',
  id,
  clientId: id,
  session,
});

/** Returns the person's events of one channel that the feed shows, oldest first. */
async function logOf(db: Db, userId: string, channelId: string) {
  const rows = await db.read
    .selectFrom('user_events')
    .select(['type', 'property_id', 'io', 'data_json', 'state', 'sender', 'on_behalf_of', 'cause'])
    .where('user_id', '=', userId)
    .where('channel_id', '=', channelId)
    .where('type', 'in', ['value', 'command'])
    .orderBy('n')
    .execute();
  return rows.map(({ data_json, property_id: property, on_behalf_of: onBehalfOf, ...row }) => ({
    ...row,
    property,
    onBehalfOf,
    data: data_json === null ? undefined : (JSON.parse(data_json) as unknown),
  }));
}

/** Returns the values in one channel's history, oldest first, as `component/property` and value. */
async function historyOf(db: Db, channelId: string): Promise<[at: string, data: unknown][]> {
  const rows = await db.read
    .selectFrom('history')
    .innerJoin('series', 'series.id', 'history.series_id')
    .select(['component_id', 'property_id', 'number', 'data_json'])
    .where('channel_id', '=', channelId)
    .orderBy('time')
    .orderBy('n')
    .execute();
  return rows.map(({ component_id, property_id, number, data_json }) => [
    `${component_id}/${property_id}`,
    number ?? JSON.parse(data_json ?? 'null'),
  ]);
}
