import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Bridge, BridgeList } from '@azulejo/contract';
import { freePort } from '../../support/free-port.ts';
import { LAMP } from '../../support/live-scene.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

const BRIDGE = {
  type: 'zigbee2mqtt',
  username: undefined,
  password: undefined,
  baseTopic: 'zigbee2mqtt',
} as const;

async function setUp(stage: Stage) {
  const platform = await stage.start();
  const { id: clientId } = await platform.server.features.homeApplication.get();
  const ana = await newPerson(platform, { clientId, secret: '' });
  return {
    platform,
    ana,
    post: (path: string, token: string, body: object) => post(platform, path, token, body),
  };
}

/** Returns what its process, which is starting, does not change between two requests. */
const lasting = ({ state: _state, connected: _connected, problem: _problem, ...rest }: Bridge) => rest;

const post = (platform: TestPlatform, path: string, token: string, body: object) =>
  platform.request(path, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

onSqlite('connecting a bridge in Home', setUp, (scene) => {
  it('names mqtt_url when the MQTT server cannot be reached, and stores nothing', async () => {
    const { platform, ana, post } = scene();
    const mqtt_url = `mqtt://127.0.0.1:${await freePort()}`;
    for (const path of ['/v3/bridges/check', '/v3/bridges']) {
      const response = await post(path, ana.token, { type: 'zigbee2mqtt', mqtt_url });
      const { errors } = (await assertApiError(response, 'invalid_request')) as { errors: unknown };
      assert.deepEqual(errors, [
        { field: 'mqtt_url', reason: `cannot reach ${mqtt_url}: connection refused` },
      ]);
    }
    assert.deepEqual(await platform.server.features.bridges.list(), []);
  });

  it('passes a password to the bridge whatever its characters are', async () => {
    const { ana, post } = scene();
    const mqtt_url = `mqtt://127.0.0.1:${await freePort()}`;
    const account = { username: 'ana', password: 'a\u2028b\u2029c\u0085 "ç" 🟦' };
    const response = await post('/v3/bridges/check', ana.token, {
      type: 'zigbee2mqtt',
      mqtt_url,
      ...account,
    });
    const { errors } = (await assertApiError(response, 'invalid_request')) as { errors: unknown };
    assert.deepEqual(errors, [{ field: 'mqtt_url', reason: `cannot reach ${mqtt_url}: connection refused` }]);
  });

  it('names all members that are wrong', async () => {
    const { ana, post } = scene();
    const response = await post('/v3/bridges', ana.token, {
      type: 'zigbee2mqtt',
      mqtt_url: 'http://127.0.0.1',
      password: 'secret',
      base_topic: 'zigbee/#',
    });
    const { errors } = (await assertApiError(response, 'invalid_request')) as { errors: { field: string }[] };
    assert.deepEqual(
      errors.map(({ field }) => field),
      ['mqtt_url', 'base_topic', 'username'],
    );
  });

  it('refuses an address with a password, and does not repeat it', async () => {
    const { ana, platform, post } = scene();
    const mqtt_url = 'mqtt://azulejo:open-sesame@127.0.0.1';
    const response = await post('/v3/bridges', ana.token, { type: 'zigbee2mqtt', mqtt_url });
    assert.equal(response.status, 400);
    assert.doesNotMatch(await response.text(), /sesame/);
    assert.doesNotMatch(platform.log(), /sesame/);
  });

  it('lets only users of Home connect bridges', async () => {
    const { platform, ana } = scene();
    const stranger = await newPerson(platform, await newApplication(platform));
    const list = async (token: string) =>
      (await (await platform.request('/v3/bridges', { token })).json()) as BridgeList;
    assert.equal((await list(ana.token)).can_connect, true);
    const { can_connect, reason } = await list(stranger.token);
    assert.equal(can_connect, false);
    assert.equal(reason, 'Bridges are connected in Home.');
  });

  it('returns 404 for a bridge of another person, and 403 when they only share it', async () => {
    const { platform, ana } = scene();
    const { bridges, homeApplication } = platform.server.features;
    const { id: clientId } = await homeApplication.get();
    const rui = await newPerson(platform, { clientId, secret: '' });
    const connection = { ...BRIDGE, mqttUrl: 'mqtt://127.0.0.1:1' };
    const { id } = await bridges.create({ connection, creatorId: ana.id });
    for (const path of [`/v3/bridges/${id}`, `/v3/bridges/${id}/devices`])
      await assertApiError(await platform.request(path, { token: rui.token }), 'not_found');
    await bridges.setUser(id, rui.id, true);
    const mayRemove = async ({ token }: { token: string }) => {
      const bridge = await readJson<Bridge>(await platform.request(`/v3/bridges/${id}`, { token }));
      const { bridges: all } = await readJson<BridgeList>(await platform.request('/v3/bridges', { token }));
      assert.deepEqual(all.map(lasting), [lasting(bridge)]);
      return bridge.can_remove;
    };
    assert.deepEqual([await mayRemove(ana), await mayRemove(rui)], [true, false]);
    const remove = (token: string) => platform.request(`/v3/bridges/${id}`, { method: 'DELETE', token });
    await assertApiError(await remove(rui.token), 'forbidden');
    await assert.rejects(bridges.create({ connection, creatorId: ana.id }), { kind: 'already_there' });
    assert.equal((await remove(ana.token)).status, 200);
    assert.equal(await bridges.find(id), undefined);
  });

  it('stores no manager when its bridge cannot be stored', async () => {
    const { db, features } = scene().platform.server;
    const managers = () => db.read.selectFrom('clients').select('id').where('kind', '=', 'manager').execute();
    const before = await managers();
    const connection = { ...BRIDGE, mqttUrl: 'mqtt://127.0.0.1:4' };
    await assert.rejects(features.bridges.create({ connection, userIds: ['nobody'] }));
    assert.deepEqual(await managers(), before);
  });

  it('lists the kinds of a bridge only for those who may add its devices', async () => {
    const { platform, ana } = scene();
    const { bridges, homeApplication, makers } = platform.server.features;
    const { id: clientId } = await homeApplication.get();
    const rui = await newPerson(platform, { clientId, secret: '' });
    const connection = { ...BRIDGE, mqttUrl: 'mqtt://127.0.0.1:2' };
    const { id } = await bridges.create({ connection, creatorId: ana.id });
    await makers.assign(LAMP, id);
    const isListed = async ({ token }: { token: string }) => {
      const path = `/v3/users/me/channel-templates?template.id=${LAMP}`;
      const response = await platform.request(path, { token });
      return response.status === 200 && (await response.text()).includes(LAMP);
    };
    assert.deepEqual([await isListed(ana), await isListed(rui)], [true, false]);
    await bridges.setUser(id, rui.id, true);
    assert.equal(await isListed(rui), true);
  });

  it('shares a bridge again with one of its 50 users, and not with another one', async () => {
    const { platform, ana } = scene();
    const { db, features } = platform.server;
    const row = await db.read
      .selectFrom('users')
      .selectAll()
      .where('id', '=', ana.id)
      .executeTakeFirstOrThrow();
    const userIds = Array.from({ length: 50 }, (_, n) => `user-${n}`);
    await db.write((tx) =>
      tx
        .insertInto('users')
        .values(userIds.map((id) => ({ ...row, id, email: id, email_key: id, namespace: id })))
        .execute(),
    );
    const connection = { ...BRIDGE, mqttUrl: 'mqtt://127.0.0.1:3' };
    const { id } = await features.bridges.create({ connection, userIds });
    await features.bridges.setUser(id, 'user-0', true);
    await assert.rejects(features.bridges.setUser(id, ana.id, true), { kind: 'quota_exceeded' });
    assert.deepEqual(await features.bridges.usersOf(id), userIds.toSorted());
  });
});
