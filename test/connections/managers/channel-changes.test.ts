import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleTemplateFile, type TileList } from '@azulejo/contract';
import { connectMaker, setUpMaker } from '../../support/manager-scene.ts';
import { PLUG } from '../../support/pairing-scene.ts';
import { clientToken } from '../../support/people.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

const SWITCH = { label: 'On/off', schema: 'on-off', io: 'rws' };
const component = 'plug';
const POWER = { label: 'Power', schema: 'number', io: 'rs' };
const SMOKE = {
  label: 'Smoke',
  schema: 'on-off',
  io: 'rs',
  classes: ['com.muzzley.properties.safety.smoke'],
};
const MODE = { label: 'Mode', schema: 'text', io: 'rws' };

async function setUp(stage: Stage) {
  const maker = await setUpMaker(stage);
  const { platform, application, ana, manager, consent } = maker;
  const storeTemplate = async (model: string, properties: readonly object[], components = [component]) => {
    const { elements } = await manager.templates.store([
      { ...exampleTemplateFile, model, components: components.map((id) => ({ id })), properties },
    ]);
    assert.notEqual(elements[0]?.state, 'refused', JSON.stringify(elements));
    return elements[0]?.id ?? '';
  };
  const granted = async (template: string, name: string) => {
    const { id } = await manager.channels.create({ channeltemplate_id: template, remote_key: name, name });
    await consent(ana, template);
    const { clientId: application_id } = application;
    await manager.channels.grant({ channel_id: id, application_id, user_id: ana.id });
    return id;
  };
  const tilesOf = async (channel: string) => {
    const path = '/v3/legacy/users/me/tiles';
    const { tiles } = await readJson<TileList>(await platform.request(path, { token: ana.token }));
    return tiles.filter((tile) => tile.channel === channel);
  };
  const renameTile = (tile: string, label: string) =>
    postJson(platform, `/v3/legacy/users/me/tiles/${tile}`, { label }, { method: 'PATCH', token: ana.token });
  return { ...maker, storeTemplate, granted, tilesOf, renameTile };
}

onEachEngineInFull('a channel that its manager changes', setUp, (scene) => {
  it('changes the template of a channel, which keeps its tile, its name and the values that fit', async () => {
    const { platform, manager, storeTemplate, granted, tilesOf, asAna } = scene();
    const [earlier, newer] = [
      await storeTemplate('M1', [SWITCH, MODE]),
      await storeTemplate('M1 new', [SWITCH, POWER]),
    ];
    const channel = await granted(earlier, 'Heater');
    const [tile] = await tilesOf(channel);
    await using live = await connectMaker(platform, manager);
    await live.report({ channel, component, property: 'on-off' }, true);
    await live.report({ channel, component, property: 'mode' }, 'eco');
    await live.flush();
    const changed = await manager.channels.setTemplate({ channel_id: channel, channeltemplate_id: newer });
    assert.equal(changed.channeltemplate_id, newer);
    await live.report({ channel, component, property: 'power' }, 12);
    await live.flush();
    const { elements } = await (await asAna()).values.list();
    const own = elements.filter((value) => value.channel === channel && value.property !== 'access');
    assert.deepEqual(Object.fromEntries(own.map(({ property, data }) => [property, data])), {
      'on-off': true,
      power: 12,
    });
    const [after, ...more] = await tilesOf(channel);
    assert.deepEqual([after?.id, after?.label, after?.profile, more], [tile?.id, 'Heater', newer, []]);
  });

  it('keeps value and history of properties that go to a component of another kind, and back', async () => {
    const { platform, manager, storeTemplate, granted, asAna } = scene();
    const plug = await storeTemplate('K1', [SWITCH, POWER]);
    const light = await storeTemplate('K1 light', [POWER, MODE], ['lamp']);
    const both = await storeTemplate('K1 both', [POWER], [component, 'lamp']);
    const channel = await granted(plug, 'Strip');
    await using live = await connectMaker(platform, manager);
    const client = await asAna();
    const report = async (of: string, value: number) => {
      await live.report({ channel, component: of, property: 'power' }, value);
      await live.flush();
    };
    const measured = async (component_id: string) => {
      const values: unknown[] = [];
      for await (const { value } of client.values.history({
        ...{ channel_id: channel, component_id, property_id: 'power' },
      }))
        values.push(value);
      return values.toReversed();
    };
    const shown = async () =>
      (await client.values.list()).elements
        .filter((value) => value.channel === channel && value.property === 'power')
        .map(({ component: of, data }) => [of, data]);
    const become = (channeltemplate_id: string) =>
      manager.channels.setTemplate({ channel_id: channel, channeltemplate_id });
    await report(component, 1);
    await become(light);
    assert.deepEqual(await shown(), [['lamp', 1]]);
    await report('lamp', 2);
    assert.deepEqual(await measured('lamp'), [1, 2]);
    await become(plug);
    await report(component, 3);
    assert.deepEqual(await measured(component), [1, 2, 3]);
    // Two components each have their own.
    await become(both);
    await report('lamp', 10);
    await report(component, 4);
    assert.deepEqual(await measured(component), [1, 2, 3, 4]);
    assert.deepEqual(await measured('lamp'), [10]);
    // What has a history of its own keeps it.
    await become(light);
    await become(plug);
    assert.deepEqual([await measured(component), await shown()], [[1, 2, 3, 4], [[component, 10]]]);
  });

  it('moves an active alarm with its property, and ends it when the property raises none', async () => {
    const { platform, manager, storeTemplate, granted, asAna } = scene();
    const detector = await storeTemplate('S1', [SMOKE]);
    const siren = await storeTemplate('S1 siren', [SMOKE], ['lamp']);
    const silent = await storeTemplate('S1 silent', [{ ...SMOKE, classes: [] }], ['lamp']);
    const channel = await granted(detector, 'Detector');
    await using live = await connectMaker(platform, manager);
    const report = async (of: string, value: boolean) => {
      platform.clock.advance({ seconds: 1 });
      await live.report({ channel, component: of, property: 'smoke' }, value);
      await live.flush();
    };
    const client = await asAna();
    const alarms = async () =>
      (await client.alarms.list()).elements
        .filter((alarm) => alarm.channel === channel)
        .map((alarm) => [alarm.component, alarm.ended === undefined ? 'active' : 'ended']);
    const become = (channeltemplate_id: string) =>
      manager.channels.setTemplate({ channel_id: channel, channeltemplate_id });
    await report(component, true);
    await become(siren);
    assert.deepEqual(await alarms(), [['lamp', 'active']]);
    await report('lamp', false);
    assert.deepEqual(await alarms(), [['lamp', 'ended']]);
    await report('lamp', true);
    await become(silent);
    assert.deepEqual(await alarms(), [
      ['lamp', 'ended'],
      ['lamp', 'ended'],
    ]);
    await become(detector);
    await report(component, false);
    await report(component, true);
    await become(await storeTemplate('S1 plug', [SWITCH]));
    assert.deepEqual((await alarms())[0], [component, 'ended']);
  });

  it('accepts only templates of the channel’s own manager, and changes nothing after a refusal', async () => {
    const { platform, manager, storeTemplate, granted, credentials } = scene();
    const template = await storeTemplate('M2', [SWITCH]);
    const channel_id = await granted(template, 'Fan');
    const set = (channeltemplate_id: string) =>
      manager.channels.setTemplate({ channel_id, channeltemplate_id });
    await assert.rejects(set(PLUG), { status: 412, code: 2000 });
    await assert.rejects(set('no such template'), { status: 404 });
    const { access_token: token } = await clientToken(platform, credentials, 'manager');
    const empty = await postJson(platform, `/v3/channels/${channel_id}`, {}, { method: 'PATCH', token });
    assert.equal(empty.status, 400);
    assert.equal((await manager.channels.get({ channel_id })).channeltemplate_id, template);
  });

  it('gives its tiles the new name, until their user renames them', async () => {
    const { manager, storeTemplate, granted, tilesOf, renameTile } = scene();
    const channel_id = await granted(await storeTemplate('M3', [SWITCH]), 'Lamp');
    const labels = async () => (await tilesOf(channel_id)).map(({ label }) => label);
    assert.deepEqual(await labels(), ['Lamp']);
    await manager.channels.rename({ channel_id, name: 'Hall lamp' });
    assert.deepEqual(await labels(), ['Hall lamp']);
    const [tile] = await tilesOf(channel_id);
    assert.equal((await renameTile(tile?.id ?? '', 'My lamp')).status, 200);
    await manager.channels.rename({ channel_id, name: 'Attic lamp' });
    assert.deepEqual(await labels(), ['My lamp']);
    assert.equal((await manager.channels.get({ channel_id })).name, 'Attic lamp');
  });
});
