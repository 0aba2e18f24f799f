import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ChannelList, resources, type TileGroupList, type TileList } from '@azulejo/contract';
import { connectMqtt } from '../../support/mqtt.ts';
import { type PairingScene, PLUG, setUpPairing } from '../../support/pairing-scene.ts';
import type { Person } from '../../support/people.ts';
import { assertApiError, assertExact, readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';

/** Template of four sockets, each with a tile. */
const SOCKETS = '01c8f6a0-8ae0-50a4-b175-2070d13d41bb';

/** Returns the home as the Devices tab of an app shows it, and the revision of its lists. */
async function homeOf({ platform }: PairingScene, { id, token }: Person) {
  const list = async (name: string) => platform.request(`/v3/legacy/users/${id}/${name}`, { token });
  const answer = await list('tiles?include=specs');
  const etag = answer.headers.get('etag');
  const { tiles } = await readJson<TileList>(answer);
  const { channels } = await readJson<ChannelList>(await list('channels'));
  const { tileGroups } = await readJson<TileGroupList>(await list('tile-groups?include=unsorted'));
  return { tiles, channels: channels.filter(({ profileId }) => profileId !== undefined), tileGroups, etag };
}

onEachEngineInFull('adding found devices', setUpPairing, (scene) => {
  it('creates channels with tiles in the default area, with the ids that were found', async () => {
    const { ana, pass, add, found } = scene();
    const before = await homeOf(scene(), ana);
    const [kitchen, hall, study] = await pass(ana, PLUG, ['kitchen', 'hall', 'study']);
    assert.ok(kitchen && hall && study);
    assert.equal((await homeOf(scene(), ana)).etag, before.etag, 'finding changes nothing in the home');

    // The Android app sends what it was shown.
    const added = await readJson<{ id: string }[]>(await add(ana, PLUG, [hall, kitchen]));
    assertExact(resources.pairing.add.reply, added);
    assert.deepEqual(
      added.map(({ id }) => id),
      [hall.id, kitchen.id],
    );
    const { tiles, channels, tileGroups, etag } = await homeOf(scene(), ana);
    assert.notEqual(etag, before.etag);
    const area = tileGroups.find(({ label }) => label === 'My devices');
    for (const device of [kitchen, hall]) {
      const channel = channels.find(({ id }) => id === device.id);
      assert.deepEqual([channel?.profileId, channel?.remoteId], [PLUG, device.id]);
      const own = tiles.filter((tile) => tile.channel === device.id);
      assert.deepEqual(
        own.map(({ label, groups }) => [label, groups]),
        [[device.content, [area?.id]]],
      );
    }
    assert.deepEqual(await found(ana, PLUG), [study], 'an added device is no longer found');
  });

  it('uses the name that the app sends', async () => {
    const { eva, pass, add } = scene();
    const [one] = await pass(eva, PLUG, ['study']);
    assert.ok(one);
    const added = await readJson<unknown>(await add(eva, PLUG, [{ id: one.id, content: ' Candeeiro ' }]));
    assert.deepEqual(added, [{ id: one.id, found_id: one.id, content: 'Candeeiro', profile: PLUG }]);
    assert.ok((await homeOf(scene(), eva)).tiles.some(({ label }) => label === 'Candeeiro'));
  });

  it('returns code 5000 when all devices were added before, and adds only the missing ones', async () => {
    const { rui, pass, add } = scene();
    const [one, two] = await pass(rui, PLUG, ['kitchen', 'hall']);
    assert.ok(one && two);
    // The iOS app sends only ids.
    assert.equal((await add(rui, PLUG, [{ id: one.id }])).status, 200);
    const again = await assertApiError(await add(rui, PLUG, [{ id: one.id }]), 'already_there');
    assert.equal(again.code, 5000);
    const both = await readJson<{ id: string }[]>(await add(rui, PLUG, [{ id: one.id }, { id: two.id }]));
    assert.deepEqual(
      both.map(({ id }) => id),
      [one.id, two.id],
    );
    await assertApiError(await add(rui, PLUG, [{ id: one.id }, { id: two.id }]), 'already_there');
    const { channels, tiles } = await homeOf(scene(), rui);
    const ids = [one.id, two.id].toSorted();
    assert.deepEqual(
      channels
        .filter(({ profileId }) => profileId === PLUG)
        .map(({ id }) => id)
        .toSorted(),
      ids,
    );
    assert.deepEqual(
      tiles
        .filter(({ profile }) => profile === PLUG)
        .map(({ channel }) => channel)
        .toSorted(),
      ids,
    );
  });

  it('adds each device once, even for repeated parallel requests', async () => {
    const { rui, pass, add } = scene();
    const [one] = await pass(rui, PLUG, ['garden']);
    assert.ok(one);
    const answers = await Promise.all([1, 2, 3, 4].map(() => add(rui, PLUG, [one, one])));
    // A request that arrives while the first one runs gets its answer; a later one finds the device added.
    const statuses = answers.map(({ status }) => status);
    assert.ok(statuses.includes(200) && statuses.every((status) => status === 200 || status === 409));
    const { tiles } = await homeOf(scene(), rui);
    assert.equal(tiles.filter(({ channel }) => channel === one.id).length, 1);
  });

  it('adds nothing when one of the devices was not found or is of another kind', async () => {
    const { ana, pass, add, found } = scene();
    const before = await pass(ana, PLUG, ['bedroom']);
    const [one] = before;
    assert.ok(one);
    for (const channels of [[{ id: 'unknown' }], [one, { id: crypto.randomUUID() }]])
      assert.equal((await assertApiError(await add(ana, PLUG, channels), 'not_granted')).code, 2000);
    await assertApiError(await add(ana, SOCKETS, [one]), 'not_granted');
    await assertApiError(await add(ana, crypto.randomUUID(), [one]), 'not_found');
    await assertApiError(await add(ana, PLUG, []), 'invalid_request');
    assert.deepEqual(await found(ana, PLUG), before);
    assert.ok(!(await homeOf(scene(), ana)).tiles.some(({ channel }) => channel === one.id));
  });

  it('adds a tile for each part of a device', async () => {
    const { ana, pass, add, platform } = scene();
    const template = await platform.server.features.templates.find(SOCKETS);
    assert.ok(template.tiles.length > 1);
    const [one] = await pass(ana, SOCKETS, ['study']);
    assert.ok(one);
    assert.equal((await add(ana, SOCKETS, [one])).status, 200);
    const own = (await homeOf(scene(), ana)).tiles.filter(({ channel }) => channel === one.id);
    assert.equal(own.length, template.tiles.length);
  });

  it('adds a device that can be read and switched over MQTT', async () => {
    const { ana, application, pass, add, platform } = scene();
    const [one] = await pass(ana, PLUG, ['living-room']);
    assert.ok(one);
    await using session = await connectMqtt(platform, { clientId: application.clientId, token: ana.token });
    await session.subscribe(`/v3/users/${ana.id}/channels/#`, `/v3/users/${ana.id}/grants/#`);
    assert.equal((await add(ana, PLUG, [one])).status, 200);
    await session.next(({ topic }) => topic.includes('/grants'));
    const { components } = (await homeOf(scene(), ana)).channels.find(({ id }) => id === one.id) ?? {};
    const component = components?.[0]?.id;
    const path = `channels/${one.id}/components/${component}/properties/status/value`;
    await session.publish(`/v3/${path}`, { io: 'w', data: true });
    const received = await session.next(
      ({ topic, message }) => topic === `/v3/users/${ana.id}/${path}` && message.io === 'iw',
    );
    assert.equal(received.message.data, true);
    await session.publish(`/v3/${path}`, { io: 'r' });
    const read = await session.next(({ topic, message }) => topic.endsWith(path) && message.io === 'ir');
    assert.equal(read.message.data, true);
  });

  it('deletes expired found devices and tickets', async () => {
    const { platform, ana, pass } = scene();
    const { pairing } = platform.server.features;
    await pass(ana, PLUG, ['hall']);
    const before = await homeOf(scene(), ana);
    await pairing.prune();
    assert.equal(await pairing.isAuthorized(ana.id, PLUG), true);
    assert.equal((await pairing.found({ userId: ana.id, templateId: PLUG })).length, 1);
    platform.clock.advance({ minutes: 66 });
    await pairing.prune();
    // The clock is turned back to show that rows were deleted, not only expired.
    platform.clock.advance({ minutes: -66 });
    assert.equal(await pairing.isAuthorized(ana.id, PLUG), false);
    assert.deepEqual(await pairing.found({ userId: ana.id, templateId: PLUG }), []);
    assert.equal((await homeOf(scene(), ana)).tiles.length, before.tiles.length);
  });
});
