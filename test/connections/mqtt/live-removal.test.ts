import assert from 'node:assert/strict';
import { it } from 'node:test';
import { grantsTopic } from '@azulejo/contract';
import { homeOf } from '../../support/arranging-scene.ts';
import { askDevice } from '../../support/ask-device.ts';
import { connectMqtt, type ReceivedMessage } from '../../support/mqtt.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';
import {
  liveScene,
  type Member,
  newLamp,
  newManagedLamp,
  newMember,
  type OwnerMember,
} from './live-scene.ts';

type Listener = Awaited<ReturnType<typeof newMember>>;

onEachEngineInFull(
  'the owner of a channel, when a person or an operator removes the device',
  liveScene,
  (scene) => {
    const listenToGrants = async (member: Member, options = {}) => {
      const session = await connectMqtt(scene().platform, member, options);
      await session.subscribe(`${grantsTopic(member.tree, member.id)}/#`);
      return session;
    };
    /** Removes a device as the known apps do: by deleting its tiles. */
    const removeDevice = async ({ person }: Listener, channelId: string) => {
      const home = homeOf(scene().platform, person);
      for (const { id, channel } of await home.tiles())
        if (channel === channelId) await readJson(await home.send('DELETE', `tiles/${id}`));
    };
    const assertEnded = (
      { topic, message }: ReceivedMessage,
      owner: OwnerMember,
      user: Listener,
      channelId: string,
    ) => {
      assert.equal(topic, grantsTopic(owner.tree, owner.id));
      const { io, data, on_behalf_of } = message;
      assert.deepEqual({ io, data, on_behalf_of }, {
        io: 'd',
        data: { role: 'user', client_id: user.id, requesting_client_id: user.clientId, id: channelId },
        on_behalf_of: user.id,
      } as object);
    };

    it('notifies an owner which user lost which channel, but not of channels of other owners', async () => {
      const { platform, db } = scene();
      const ana = await newMember(scene());
      const owners = [await newManagedLamp(platform, db, ana.id), await newLamp(platform, ana.id)];
      await using other = await listenToGrants(await newLamp(platform, ana.id));
      for (const owner of owners) {
        await using session = await listenToGrants(owner);
        await removeDevice(ana, owner.channelId);
        assertEnded(await session.next(), owner, ana, owner.channelId);
      }
      assert.deepEqual(other.received, []);
    });

    it('notifies an owner that was away, when it keeps its session (clean=false)', async () => {
      const { platform, db } = scene();
      const ana = await newMember(scene());
      const manager = await newManagedLamp(platform, db, ana.id);
      const kept = { clean: false, clientId: 'cloud' };
      const before = await listenToGrants(manager, kept);
      await before[Symbol.asyncDispose]();
      await removeDevice(ana, manager.channelId);
      await using after = await connectMqtt(platform, manager, kept);
      assertEnded(await after.next(), manager, ana, manager.channelId);
    });

    it('notifies a manager and a device with more channels when an operator removes the user', async () => {
      const { platform, db, application } = scene();
      const { features } = platform.server;
      const ana = await newMember(scene());
      const manager = await newManagedLamp(platform, db, ana.id);
      const hub = await newLamp(platform, ana.id);
      const template = await features.channels.find(hub.channelId);
      const body = { channeltemplate_id: template?.channel.templateId };
      const made = await postJson(platform, '/v3/devices/self/channels', body, { token: hub.token });
      const { id } = (await made.json()) as { id: string };
      const rui = await newMember(scene());
      await askDevice(platform, application, rui.person, hub.id);
      for (const [role, clientId] of [
        ['application', application.clientId],
        ['user', rui.id],
      ] as const) {
        const grant = { role, client_id: clientId, requesting_client_id: application.clientId };
        await readJson(
          await postJson(platform, `/v3/channels/${id}/grant-access`, grant, { token: hub.token }),
        );
      }
      await using atManager = await listenToGrants(manager);
      await using atHub = await listenToGrants(hub);
      await features.removal.user(ana.id);
      await features.removal.sweep();
      assertEnded(await atManager.next(), manager, ana, manager.channelId);
      assertEnded(await atHub.next(), hub, ana, hub.channelId);
    });
  },
);
