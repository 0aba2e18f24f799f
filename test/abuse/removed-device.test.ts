import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Tile } from '@azulejo/contract';
import { homeOf } from '../support/arranging-scene.ts';
import { setUpPanels } from '../support/panel-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { clientToken, newPerson } from '../support/people.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngine, onEachEngineInFull, type Stage } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';
import { countHistory, fillHistory, seriesOf, tracesOf } from './long-history.ts';

async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform, ana, rui } = panels;
  const [home, guest] = [homeOf(platform, ana), homeOf(platform, rui)];
  const tilesOf = async (channelId: string): Promise<Tile[]> =>
    (await home.tiles()).filter(({ channel }) => channel === channelId);
  return { ...panels, stage, home, guest, tilesOf, features: platform.server.features };
}

onEachEngine('a removed device', setUp, (scene) => {
  it('hides a removed device from all users at once and deletes its data in the next sweep', async () => {
    const { features, platform, newDevice, partiesOf, guest, home, sendMessage, db, put, ana } = scene();
    const device = await newDevice();
    await sendMessage(
      { kind: 'client', id: device.id, clientId: device.id },
      device.channelId,
      'left/measure',
      {
        io: 'iw',
        data: 7,
      },
    );
    await fillHistory(platform, device.channelId, 3_000);
    assert.equal((await put(ana.token, device.channelId, 'left/level', 5)).status, 202);
    const series = await seriesOf(db, device.channelId);
    const [tile] = (await guest.tiles()).filter(({ channel }) => channel === device.channelId);
    assert.ok(tile && (await partiesOf(device.channelId)).users.length === 2);

    await features.devices.remove(device.id);

    assert.equal(await features.channels.findChannelAccess(device.channelId), undefined);
    assert.equal(await features.channels.find(device.channelId), undefined);
    for (const person of [home, guest]) {
      const shown = JSON.stringify([
        await person.tiles(),
        await readJson(await person.send('GET', 'channels?include=specs')),
      ]);
      assert.ok(!shown.includes(device.channelId));
      const path = `/v3/channels/${device.channelId}/components/left/properties/measure`;
      for (const at of ['value', 'history'])
        await assertApiError(await platform.request(`${path}/${at}`, { token: person.token }), 'not_found');
      for (const at of ['/v3/users/me/values', '/v3/users/me/history']) {
        const answer = await platform.request(at, { token: person.token });
        assert.ok(!(await answer.text()).includes(device.channelId), at);
      }
    }
    await assertApiError(await guest.send('DELETE', `tiles/${tile.id}`), 'not_found');
    const credentials = { clientId: device.id, secret: device.secret };
    await assert.rejects(clientToken(platform, credentials, 'device'), /1602/);
    const path = '/v3/managers/self/channels';
    const made = await postJson(
      platform,
      path,
      { channeltemplate_id: panelTemplate.id },
      { token: device.token },
    );
    assert.equal(made.status, 401);

    await features.removal.sweep();
    assert.deepEqual(await tracesOf(db, device.channelId, series), []);
    assert.equal(await features.applications.find(device.id), undefined);
  });
});

onEachEngineInFull('data of a removed device', setUp, (scene) => {
  it('frees the remote_key and the template of a removed device at once', async () => {
    const { features, platform, newDevice } = scene();
    const { id, token } = await newDevice();
    const body = { channeltemplate_id: panelTemplate.id, remote_key: 'serial-1' };
    const create = async () => {
      const answer = await postJson(platform, '/v3/managers/self/channels', body, { token });
      assert.equal(answer.status, 201);
      return ((await answer.json()) as { id: string }).id;
    };
    const first = await create();
    assert.equal(await create(), first);
    await platform.server.db.write((tx) => features.homes.remove(tx, [first]));
    assert.notEqual(await create(), first);
    await features.devices.remove(id);
    const [version] = await features.templateUsage.versions(panelTemplate.id);
    assert.equal(version?.channels, 0);
    await features.removal.sweep();
  });

  it('deletes a device in the background when its users do not fit into one transaction', async () => {
    const { features, platform, application, newOwnerlessPanel, db } = scene();
    const channelId = await newOwnerlessPanel();
    const found = await features.channels.find(channelId);
    assert.ok(found);
    const people = [];
    for (let n = 0; n < 3; n += 1) people.push(await newPerson(platform, application));
    const [last] = people.toSorted((one, other) => (one.id < other.id ? 1 : -1));
    assert.ok(last);
    for (const { id } of people)
      await platform.server.db.write((tx) =>
        features.homes.admit(tx, { id, clientId: application.clientId }, found.channel, found.template),
      );
    // The grants of earlier users fill the first transaction.
    const now = platform.clock.now();
    const others = Array.from({ length: 250 }, (_, n) => ({
      channel_id: channelId,
      grantee_id: `0-${String(n).padStart(3, '0')}`,
      role: 'user' as const,
      requesting_client_id: null,
      expires: null,
      created: now,
    }));
    await platform.server.db.write((tx) => tx.insertInto('grants').values(others).execute());
    await platform.server.db.write((tx) => features.homes.remove(tx, [channelId]));
    const home = homeOf(platform, last);
    assert.ok((await home.tiles()).every(({ channel }) => channel !== channelId));
    const values = await platform.request('/v3/users/me/values', { token: last.token });
    assert.ok(!(await values.text()).includes(channelId));
    await features.removal.sweep();
    assert.deepEqual(await tracesOf(db, channelId, []), []);
  });

  it('completes the deletion of a device after a restart', async () => {
    const { stage, features, platform, newOwnerlessPanel, db, tilesOf, home } = scene();
    const channelId = await newOwnerlessPanel();
    await fillHistory(platform, channelId, 30_000);
    const series = await seriesOf(db, channelId);
    for (const { id } of await tilesOf(channelId)) await readJson(await home.send('DELETE', `tiles/${id}`));
    const sweeping = features.removal.sweep();
    await platform[Symbol.asyncDispose]();
    await sweeping;
    assert.ok((await countHistory(db)) > 0, 'the server stopped in the middle');
    const restarted = await stage.start();
    await restarted.server.features.removal.sweep();
    assert.deepEqual(await tracesOf(db, channelId, series), []);
  });
});

onEachEngineInFull('a user who is being deleted', setUp, (scene) => {
  it('hides a deleted user at once, allows a new sign-up, and completes after a restart', async () => {
    const { stage, features, platform, application, newOwnerlessPanel, ana, db } = scene();
    const channelId = await newOwnerlessPanel();
    await fillHistory(platform, channelId, 30_000);
    const series = await seriesOf(db, channelId);
    await features.removal.user(ana.id);
    await assertApiError(await platform.request('/v3/users/me', { token: ana.token }), 'revoked_token');
    assert.equal(await features.users.find(ana.id), undefined);
    const { email, password } = ana;
    const account = { appId: application.clientId, email, name: 'Ana', password };
    const next = await features.accounts.create(account);
    assert.notEqual(next.id, ana.id);
    await platform[Symbol.asyncDispose]();
    const restarted = await stage.start();
    await restarted.server.features.removal.sweep();
    assert.deepEqual(await tracesOf(db, channelId, series), []);
    const users = await db.read
      .selectFrom('users')
      .select('id')
      .where('id', 'in', [ana.id, next.id])
      .execute();
    assert.deepEqual(users, [{ id: next.id }]);
  });
});
