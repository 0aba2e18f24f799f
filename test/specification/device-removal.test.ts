import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tile } from '@azulejo/contract';
import {
  listen,
  liveScene,
  newLamp,
  newMember,
  propertyOf,
  sendMessage,
  topicOf,
} from '../connections/mqtt/live-scene.ts';
import { homeOf } from '../support/arranging-scene.ts';
import { askDevice } from '../support/ask-device.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

/** A device with three sockets, each of which has a tile. */
const SOCKETS = 'multi-socket';

async function setUp(stage: Stage) {
  const scene = await liveScene(stage);
  const { features } = scene.platform.server;
  const templates = await features.templates.list();
  const sockets = templates.find(({ kind }) => kind === SOCKETS);
  assert.ok(sockets);
  const newHome = async () => {
    const listener = await newMember(scene);
    return { listener, ...homeOf(scene.platform, listener.person) };
  };
  const exists = async (channelId: string) =>
    (await scene.db.read.selectFrom('channels').select('id').where('id', '=', channelId).execute()).length >
    0;
  const newVirtual = async (userId: string, templateId: string) =>
    (await features.virtualDevices.create({ userId, templateId, faults: [] })).channel.id;
  return { ...scene, sockets, newHome, exists, newVirtual };
}

type Home = Awaited<ReturnType<Awaited<ReturnType<typeof setUp>>['newHome']>>;

const tilesOf = async (home: Home, channelId: string): Promise<Tile[]> =>
  (await home.tiles()).filter(({ channel }) => channel === channelId);

async function removeAll(home: Home, channelId: string): Promise<void> {
  for (const { id } of await tilesOf(home, channelId))
    assert.deepEqual(await readJson(await home.send('DELETE', `tiles/${id}`)), {});
}

const channelsOf = async (home: Home): Promise<string[]> =>
  (
    await readJson<{ channels: { id: string }[] }>(await home.send('GET', 'channels?include=specs'))
  ).channels.map(({ id }) => id);

onEachEngineInFull('removing a device by its tiles (android-app 2.4, ios-app 2.4)', setUp, (scene) => {
  it('ends the grant with the last tile and deletes a channel without an owner', async () => {
    const { newHome, newVirtual, exists, sockets, db, platform } = scene();
    const home = await newHome();
    const channelId = await newVirtual(home.id, sockets.id);
    const tiles = await tilesOf(home, channelId);
    assert.ok(tiles.length > 1);
    for (const [index, { id }] of tiles.entries()) {
      assert.deepEqual(await channelsOf(home), [channelId]);
      assert.deepEqual(await readJson(await home.send('DELETE', `tiles/${id}`)), {});
      assert.equal((await tilesOf(home, channelId)).length, tiles.length - index - 1);
    }
    assert.deepEqual(await channelsOf(home), []);
    await platform.server.features.removal.sweep();
    assert.equal(await exists(channelId), false);
    for (const table of ['virtual_devices', 'grants', 'series', 'property_values'] as const) {
      const rows = await db.read
        .selectFrom(table)
        .select('channel_id')
        .where('channel_id', '=', channelId)
        .execute();
      assert.deepEqual(rows, [], table);
    }
    await assertApiError(await home.send('DELETE', `tiles/${tiles[0]?.id}`), 'not_found');
  });

  it('keeps the channel for other users with a grant', async () => {
    const { newHome, platform, application, db, exists } = scene();
    const [home, guest] = [await newHome(), await newHome()];
    const lamp = await newLamp(platform, home.id);
    await askDevice(platform, application, guest.listener.person, lamp.id);
    await readJson(
      await postJson(
        platform,
        `/v3/channels/${lamp.channelId}/grant-access`,
        { client_id: guest.id, role: 'user', requesting_client_id: application.clientId },
        { token: lamp.token },
      ),
    );
    await removeAll(home, lamp.channelId);
    assert.deepEqual(await channelsOf(home), []);
    assert.deepEqual(await channelsOf(guest), [lamp.channelId]);
    await removeAll(guest, lamp.channelId);
    assert.ok(await exists(lamp.channelId), 'its device still owns it');
    const members = await db.read
      .selectFrom('tile_group_members')
      .innerJoin('tile_groups', 'tile_groups.id', 'tile_group_members.group_id')
      .select('tile_id')
      .where('tile_group_members.user_id', 'in', [home.id, guest.id])
      .where('tile_groups.is_context', '=', 0)
      .execute();
    assert.deepEqual(members, [], 'no group has a removed tile');
  });

  it('grants a removed device again, with new tiles, when the person asks for it', async () => {
    const { newHome, platform, application } = scene();
    const home = await newHome();
    const lamp = await newLamp(platform, home.id);
    const [before] = await tilesOf(home, lamp.channelId);
    await removeAll(home, lamp.channelId);
    const grant = { client_id: home.id, role: 'user', requesting_client_id: application.clientId };
    const path = `/v3/channels/${lamp.channelId}/grant-access`;
    await assertApiError(await postJson(platform, path, grant, { token: lamp.token }), 'not_granted');
    await askDevice(platform, application, home.listener.person, lamp.id);
    await readJson(await postJson(platform, path, grant, { token: lamp.token }));
    const [after] = await tilesOf(home, lamp.channelId);
    assert.ok(before && after && after.id !== before.id);
  });

  it('ends live delivery of a removed device at once', async () => {
    const { newHome, platform } = scene();
    const home = await newHome();
    const [gone, kept] = [await newLamp(platform, home.id), await newLamp(platform, home.id)];
    await using listener = await listen(platform, home.listener);
    await using device = await listen(platform, gone);
    await using other = await listen(platform, kept);
    await sendMessage(device, propertyOf(gone.channelId), { io: 'iw', data: true });
    await listener.next(({ topic }) => topic === topicOf(home.listener, propertyOf(gone.channelId)));
    const [count] = [listener.received.length];
    await removeAll(home, gone.channelId);
    await sendMessage(device, propertyOf(gone.channelId), { io: 'iw', data: false });
    await sendMessage(other, propertyOf(kept.channelId), { io: 'iw', data: true });
    await listener.next(({ topic }) => topic === topicOf(home.listener, propertyOf(kept.channelId)));
    const received = listener.received.slice(count).map(({ topic }) => topic);
    assert.deepEqual(received, [topicOf(home.listener, propertyOf(kept.channelId))]);
  });

  it("refuses to remove the tiles of the user's own context", async () => {
    const home = await scene().newHome();
    const own = await home.tiles('?include=context');
    assert.ok(own.length > 0);
    for (const { id } of own) await assertApiError(await home.send('DELETE', `tiles/${id}`), 'forbidden');
    assert.deepEqual(await home.tiles('?include=context'), own);
  });

  it('records the removal of a device in the audit log', async () => {
    const { newHome, newVirtual, sockets, db } = scene();
    const home = await newHome();
    const channelId = await newVirtual(home.id, sockets.id);
    await removeAll(home, channelId);
    const rows = await db.read
      .selectFrom('audit')
      .select(['actor_id', 'target_id'])
      .where('action', '=', 'grant.end')
      .where('actor_id', '=', home.id)
      .execute();
    assert.deepEqual(rows, [{ actor_id: home.id, target_id: channelId }]);
  });
});
