import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ChannelTemplate, TemplateMovePlan, TemplateVersion, Tile, TileGroup } from '@azulejo/contract';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { create, newLamp, save, setUpTemplates, TEMPLATES } from './templates-scene.ts';

/**
 * Returns the lamp without the battery and the sensor's tile, and with a tile of the whole device in front.
 */
const nextLamp = (lamp: ChannelTemplate): ChannelTemplate => {
  const [first] = lamp.tiles;
  assert.ok(first);
  const whole = { label: 'Whole lamp', components: ['lamp', 'sensor'], information: [], actions: [] };
  return {
    ...lamp,
    properties: lamp.properties
      .filter(({ id }) => id !== 'battery')
      .map((property) => (property.id === 'spare' ? { ...property, schema: 'percentage' } : property)),
    tiles: [{ ...whole, isGroupable: true }, first],
  };
};

onEachEngineInFull('moving channels to a newer template version', setUpTemplates, (scene) => {
  const path = (id: string) => `${TEMPLATES}/${id}`;
  const moveTo = (id: string, from_version: number, to_version: number) =>
    scene().developer.request(`${path(id)}/move`, { method: 'POST', body: { from_version, to_version } });
  const tilesOf = async (token: string) => {
    const { tiles } = await readJson<{ tiles: Tile[] }>(
      await scene().platform.request('/v3/legacy/users/me/tiles', { token }),
    );
    return tiles;
  };
  const addLamp = async (templateId: string) => {
    const { channel } = await scene().platform.server.features.homes.addDevice({
      userId: scene().ana.id,
      templateId,
    });
    return channel.id;
  };

  it('moves channels to the newest version on request only, as the plan says', async () => {
    const { developer, platform, ana } = scene();
    const { token } = ana;
    const lamp = newLamp();
    await create(developer, lamp);
    const channelId = await addLamp(lamp.id);
    const { templates, values, writePath } = platform.server.features;
    const stamp = { sender: undefined, onBehalfOf: undefined, cause: 'report' };
    await writePath.seedValues(
      await templates.get(lamp.id, 1),
      channelId,
      [
        { component: 'sensor', property: 'battery', value: 80 },
        { component: 'sensor', property: 'temperature', value: 21 },
      ],
      stamp,
    );
    const [before] = await tilesOf(token);
    assert.ok(before);
    const json = { 'content-type': 'application/json' };
    const room = (await (
      await platform.request('/v3/legacy/users/me/tile-groups', {
        method: 'POST',
        token,
        headers: json,
        body: JSON.stringify({ label: 'Garden' }),
      })
    ).json()) as TileGroup;
    await platform.request(`/v3/legacy/users/me/tiles/${before.id}`, {
      method: 'PATCH',
      token,
      headers: json,
      body: JSON.stringify({ label: 'By the door', groups: [room.id] }),
    });

    await save(developer, nextLamp(lamp), 1);
    assert.equal((await tilesOf(token)).length, 2, 'the home is still unchanged');
    const plan = await readJson<TemplateMovePlan>(
      await developer.request(`${path(lamp.id)}/move?from_version=1`),
    );
    assert.deepEqual(plan, {
      from_version: 1,
      to_version: 2,
      channels: 1,
      lost_properties: ['sensor/battery'],
      new_properties: [],
      changed_schemas: ['lamp/spare'],
      lost_tiles: ['Sensor'],
      new_tiles: ['Whole lamp'],
    });

    const etag = async () =>
      (await platform.request('/v3/legacy/users/me/channels', { token })).headers.get('etag');
    const earlier = await etag();
    assert.deepEqual(await readJson(await moveTo(lamp.id, 1, 2)), { moved: 1, remaining: 0 });
    assert.notEqual(await etag(), earlier);
    const tiles = await tilesOf(token);
    assert.deepEqual(
      tiles.map(({ label }) => label),
      ['By the door', 'Garden lamp · Whole lamp'],
    );
    assert.deepEqual([tiles[0]?.id, tiles[0]?.groups], [before.id, [room.id]]);
    assert.deepEqual(
      tiles[0]?.actions.map(({ property }) => property),
      ['status'],
    );
    const kept = await values.ofChannel(channelId);
    assert.deepEqual(
      kept.map(({ propertyId }) => propertyId),
      ['temperature'],
    );
    const gone = `/v3/channels/${channelId}/components/sensor/properties/battery/value`;
    await assertApiError(await platform.request(gone, { token }), 'not_found');
    const { versions } = await readJson<{ versions: TemplateVersion[] }>(
      await developer.request(`${path(lamp.id)}/versions`),
    );
    assert.deepEqual(
      versions.map(({ channels }) => channels),
      [1, 0],
    );
  });

  it('keeps the tiles of a channel when the template reorders them', async () => {
    const { developer, ana } = scene();
    const lamp = newLamp();
    await create(developer, lamp);
    const channelId = await addLamp(lamp.id);
    const own = async () => (await tilesOf(ana.token)).filter(({ channel }) => channel === channelId);
    const before = await own();
    await save(developer, { ...lamp, tiles: lamp.tiles.toReversed() }, 1);
    await readJson(await moveTo(lamp.id, 1, 2));
    const parts = (tiles: Tile[]) => tiles.map(({ id, components }) => [id, components]);
    assert.deepEqual(parts(await own()), parts(before));
  });

  it('moves channels in batches until none remain', async () => {
    const { developer } = scene();
    const lamp = newLamp();
    await create(developer, lamp);
    for (let count = 0; count < 51; count += 1) await addLamp(lamp.id);
    await save(developer, { ...lamp, name: 'Lamp' }, 1);
    assert.deepEqual(await readJson(await moveTo(lamp.id, 1, 2)), { moved: 50, remaining: 1 });
    assert.deepEqual(await readJson(await moveTo(lamp.id, 1, 2)), { moved: 1, remaining: 0 });
    assert.deepEqual(await readJson(await moveTo(lamp.id, 1, 2)), { moved: 0, remaining: 0 });
  });

  it('moves channels to the newest version only', async () => {
    const { developer } = scene();
    const lamp = newLamp();
    await create(developer, lamp);
    await save(developer, { ...lamp, name: 'Lamp' }, 1);
    await save(developer, { ...lamp, name: 'Light' }, 2);
    await assertApiError(await moveTo(lamp.id, 1, 2), 'precondition_failed');
    await assertApiError(await moveTo(lamp.id, 1, 9), 'not_found');
    await assertApiError(await moveTo(lamp.id, 9, 3), 'not_found');
    await assertApiError(await moveTo(crypto.randomUUID(), 1, 2), 'not_found');
  });
});
