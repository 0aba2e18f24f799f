import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalBridge } from '@azulejo/contract';
import { newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

type Connected = { bridge: PortalBridge; found: unknown; environment?: unknown };

const URL = 'mqtt://127.0.0.1:1';
const OTHER = 'mqtt://127.0.0.1:2';

/** Starts a platform without processes of bridges, so that nothing else changes them. */
async function setUp({ start }: Stage) {
  const platform = await start({ environment: { BRIDGES: 'external' } });
  const developer = await visitPortal(platform, 'developer');
  const call = callerOf(developer);
  const { bridges } = platform.server.features;
  const passwordOf = async (id: string) => (await bridges.openSecrets(id))?.password;
  const create = async (input: object): Promise<Connected> => {
    const response = await requestTo(developer, 'bridges.create', { ...input });
    assert.equal(response.status, 201);
    return (await response.json()) as Connected;
  };
  const connect = async (base_topic: string) => {
    const settings = { type: 'zigbee2mqtt', mqtt_url: URL, username: 'azulejo', password: 'open-sesame' };
    return (await create({ ...settings, base_topic })).bridge.id;
  };
  return { platform, developer, call, bridges, passwordOf, create, connect };
}

onEachEngineInFull('bridges in the portal', setUp, (scene) => {
  it('shows the environment of a bridge that the operator runs once, and never its password', async () => {
    const { call, create } = scene();
    const { bridge, environment, found } = await create({ type: 'mqtt-discovery', mqtt_url: URL });
    assert.equal(found, null);
    assert.match(JSON.stringify(environment), /"AZULEJO_CLIENT_SECRET","value":"azs_/);
    const { bridges: all } = await call<{ bridges: PortalBridge[] }>('bridges.list');
    assert.deepEqual(
      all.find(({ id }) => id === bridge.id),
      bridge,
    );
    assert.doesNotMatch(JSON.stringify(all), /azs_|sesame/);
  });

  it('changes the given settings of a bridge, and keeps the rest, also the password', async () => {
    const { call, connect, passwordOf } = scene();
    const bridge_id = await connect('first');
    const { bridge } = await call<Connected>('bridges.update', { bridge_id, base_topic: 'attic' });
    assert.deepEqual([bridge.base_topic, bridge.mqtt_url, bridge.username], ['attic', URL, 'azulejo']);
    assert.equal(await passwordOf(bridge_id), 'open-sesame');
    await call('bridges.update', { bridge_id, password: 'new-word' });
    assert.equal(await passwordOf(bridge_id), 'new-word');
    const open = await call<Connected>('bridges.update', { bridge_id, username: '', mqtt_url: OTHER });
    assert.deepEqual([open.bridge.username, open.bridge.mqtt_url], ['', OTHER]);
    assert.equal(await passwordOf(bridge_id), undefined);
  });

  it('sends no stored password to another MQTT server, nor for another user', async () => {
    const { developer, connect, passwordOf, bridges } = scene();
    const bridge_id = await connect('second');
    for (const change of [{ mqtt_url: OTHER }, { username: 'other' }]) {
      const response = await requestTo(developer, 'bridges.update', { bridge_id, ...change });
      const { errors } = await assertApiError(response, 'invalid_request');
      assert.deepEqual(
        errors?.map(({ field }) => field),
        ['password'],
      );
    }
    assert.equal((await bridges.get(bridge_id)).mqttUrl, URL);
    assert.equal(await passwordOf(bridge_id), 'open-sesame');
  });

  it('refuses wrong settings, a system that is connected already, and bridges that do not exist', async () => {
    const { developer, connect } = scene();
    const bridge_id = await connect('third');
    await connect('fourth');
    const update = (input: object) => requestTo(developer, 'bridges.update', { bridge_id, ...input });
    await assertApiError(await update({ base_topic: '#' }), 'invalid_request');
    await assertApiError(await update({ base_topic: 'fourth' }), 'already_there');
    await assertApiError(await update({ bridge_id: crypto.randomUUID() }), 'not_found');
    const remove = (id: string) => requestTo(developer, 'bridges.remove', { bridge_id: id });
    await assertApiError(await remove(crypto.randomUUID()), 'not_found');
    assert.equal((await remove(bridge_id)).status, 200);
    await assertApiError(await update({ base_topic: 'fifth' }), 'not_found');
  });

  it('knows no findings of a bridge that the operator runs, nor of one that does not exist', async () => {
    const { developer, platform, call, connect } = scene();
    const bridge_id = await connect('findings');
    const findings = { unmapped: [], more: 0, unanswered: [], reported: null };
    assert.deepEqual(await call('bridges.findings', { bridge_id }), findings);
    const viewer = callerOf(await visitPortal(platform, 'viewer'));
    assert.deepEqual(await viewer('bridges.findings', { bridge_id }), findings);
    const unknown = await requestTo(developer, 'bridges.findings', { bridge_id: crypto.randomUUID() });
    await assertApiError(unknown, 'not_found');
  });

  it('lets users add devices of a bridge, and revokes that permission', async () => {
    const { platform, call, connect, bridges, developer } = scene();
    const bridge_id = await connect('sixth');
    const { id: user_id } = await newPerson(platform, await newApplication(platform));
    await call('bridges.share', { bridge_id, user_id });
    assert.deepEqual(await bridges.usersOf(bridge_id), [user_id]);
    await call('bridges.unshare', { bridge_id, user_id });
    assert.deepEqual(await bridges.usersOf(bridge_id), []);
    const nobody = { bridge_id, user_id: crypto.randomUUID() };
    await assertApiError(await requestTo(developer, 'bridges.share', nobody), 'not_found');
  });
});
