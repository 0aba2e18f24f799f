import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  type HomeActivityList,
  Scene,
  SceneList,
  ScenePlay,
  type SceneSettingInput,
} from '@azulejo/contract';
import { type PanelScene, setUpPanels } from '../support/panel-scene.ts';
import { ownHome, type Person } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

type Body = Record<string, unknown>;

async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform } = panels;
  const send = (person: Person, method: string, below = '', body?: Body, headers = {}) =>
    platform.request(`/v3/users/me/scenes${below}`, {
      method,
      token: person.token,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  const create = async (person: Person, settings: SceneSettingInput[], members: Body = {}) => {
    const response = await send(person, 'POST', '', { label: 'Movie night', settings, ...members });
    assert.equal(response.status, 201, await response.clone().text());
    const scene = (await response.json()) as Scene;
    assertExact(Scene, scene);
    return scene;
  };
  const play = async (person: Person, { id }: Pick<Scene, 'id'>, query = '') => {
    const played = await readJson<ScenePlay>(await send(person, 'POST', `/${id}/play${query}`));
    assertExact(ScenePlay, played);
    return played;
  };
  const labels = async (person: Person) =>
    (await readJson<SceneList>(await send(person, 'GET'))).elements.map(({ label }) => label);
  return { ...panels, send, create, play, labels };
}

const level = (channel: string, data: unknown, component = 'left'): SceneSettingInput => ({
  channel,
  component,
  property: 'level',
  data,
});

const lastValue = async ({ get, ana }: Pick<PanelScene, 'get' | 'ana'>, channel: string, at: string) =>
  (await readJson<{ data: unknown }>(await get(ana.token, channel, at))).data;

onEachEngine('scenes', setUp, (scene) => {
  it('creates, lists, reads, replaces and deletes a scene', async () => {
    const { ana, create, send, newOwnerlessPanel, labels } = scene();
    const ownerless = await newOwnerlessPanel();
    const made = await create(ana, [level(ownerless, 20)], { icon: 'movie' });
    const list = await readJson<SceneList>(await send(ana, 'GET'));
    assertExact(SceneList, list);
    assert.deepEqual(list.elements.at(-1), made);
    const read = await send(ana, 'GET', `/${made.id}`);
    assert.equal(read.headers.get('etag'), `"${made._rev}"`);
    const changed = await readJson<Scene>(
      await send(ana, 'PUT', `/${made.id}`, { label: ' Late ', settings: [level(ownerless, 30)] }),
    );
    assert.deepEqual(
      [changed.label, changed.icon, changed.settings],
      ['Late', 'movie', [level(ownerless, 30)]],
    );
    assert.deepEqual(await readJson(await send(ana, 'DELETE', `/${made.id}`)), {});
    await assertApiError(await send(ana, 'GET', `/${made.id}`), 'not_found');
    assert.ok(!(await labels(ana)).includes('Late'));
  });

  it('refuses to replace or delete a scene that was changed meanwhile', async () => {
    const { ana, create, send, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const { id, _rev } = await create(ana, [level(ownerless, 20)]);
    const body = { label: 'Late', settings: [level(ownerless, 20)] };
    const match = { 'if-match': `"${_rev}"` };
    assert.equal((await send(ana, 'PUT', `/${id}`, body, match)).status, 200);
    await assertApiError(await send(ana, 'PUT', `/${id}`, body, match), 'precondition_failed');
    await assertApiError(await send(ana, 'DELETE', `/${id}`, undefined, match), 'precondition_failed');
    assert.equal((await send(ana, 'GET', `/${id}`)).status, 200);
  });

  it('keeps scenes in the order that the user chose', async () => {
    const { rui, create, send, newOwnerlessPanel, labels } = scene();
    const ownerless = await newOwnerlessPanel(rui.id);
    const [one, two, three] = [
      await create(rui, [level(ownerless, 1)], { label: 'One' }),
      await create(rui, [level(ownerless, 2)], { label: 'Two' }),
      await create(rui, [level(ownerless, 3)], { label: 'Three' }),
    ];
    await readJson(await send(rui, 'POST', '/reorder', { order: [three.id, one.id] }));
    assert.deepEqual(await labels(rui), ['Three', 'One', 'Two']);
    await assertApiError(await send(rui, 'POST', '/reorder', { order: [two.id, 'none'] }), 'not_found');
    assert.deepEqual(await labels(rui), ['Three', 'One', 'Two']);
  });

  it('names every setting that cannot be stored, and stores nothing', async () => {
    const { ana, stranger, send, newOwnerlessPanel } = scene();
    const [ownerless, foreign] = [await newOwnerlessPanel(), await newOwnerlessPanel(stranger.id)];
    const before = (await readJson<SceneList>(await send(ana, 'GET'))).elements.length;
    const refused = async (settings: object[], kind: Parameters<typeof assertApiError>[1]) =>
      (await assertApiError(await send(ana, 'POST', '', { label: 'Night', settings }), kind)).errors;
    assert.deepEqual(
      await refused(
        [
          level(foreign, 1),
          level(ownerless, 1, 'none'),
          { ...level(ownerless, 1), property: 'none' },
          level(ownerless, 1),
          level(ownerless, 2),
        ],
        'invalid_request',
      ),
      [
        { field: 'settings[0].channel', reason: 'is not a device of this user' },
        { field: 'settings[1].component', reason: 'is not a part of this device' },
        { field: 'settings[2].property', reason: 'is not a property of this part' },
        { field: 'settings[4].property', reason: 'is set twice' },
      ],
    );
    assert.deepEqual(await refused([level(ownerless, 1), level(ownerless, 101, 'right')], 'invalid_value'), [
      { field: 'settings[1].data', reason: 'must be <= 100' },
    ]);
    assert.deepEqual(await refused([{ ...level(ownerless, 1), property: 'measure' }], 'not_writable'), [
      { field: 'settings[0].property', reason: 'cannot be set' },
    ]);
    await refused([], 'invalid_request');
    await refused(
      Array.from({ length: 51 }, () => level(ownerless, 1)),
      'invalid_request',
    );
    assert.equal((await readJson<SceneList>(await send(ana, 'GET'))).elements.length, before);
  });

  it('converts a value with a unit once, to the unit of the device', async () => {
    const { ana, create, send, newOwnerlessPanel, platform } = scene();
    const ownerless = await newOwnerlessPanel();
    const thermostat = (await platform.server.features.templates.list()).find(
      ({ kind }) => kind === 'thermostat',
    );
    assert.ok(thermostat);
    const { channel } = await platform.server.features.homes.addDevice({
      userId: ana.id,
      templateId: thermostat.id,
    });
    const template = await platform.server.features.templates.getLatest(thermostat.id);
    const property = template.properties.find(({ id }) => id === 'occupied-heating-setpoint');
    const component = template.components.find(({ type }) => property?.components.includes(type));
    assert.ok(property && component);
    const setting = {
      channel: channel.id,
      component: component.id,
      property: property.id,
      data: 68,
      unit: 'fahrenheit',
    };
    const { id, settings } = await create(ana, [setting]);
    assert.deepEqual(settings, [{ ...setting, written: 20 }]);
    const again = await readJson<Scene>(
      await send(ana, 'PUT', `/${id}`, { label: 'Warm', settings: [setting] }),
    );
    assert.deepEqual(again.settings, settings);
    for (const [wrong, field] of [
      [{ ...setting, unit: 'parsec-hours' }, 'unit'],
      [{ ...setting, unit: 'watt' }, 'unit'],
      [{ ...setting, data: 'warm' }, 'data'],
      [{ ...level(ownerless, 1), unit: 'celsius' }, 'unit'],
    ] as const) {
      const response = await send(ana, 'POST', '', { label: 'Warm', settings: [wrong] });
      const { errors } = await assertApiError(response, 'invalid_request');
      assert.deepEqual(
        errors?.map((each) => each.field),
        [`settings[0].${field}`],
      );
    }
  });

  it('opens a command for each setting in the name of the user', async () => {
    const { ana, application, create, play, newDevice, takeEvents } = scene();
    const [one, other] = [await newDevice(), await newDevice()];
    const made = await create(ana, [level(one.channelId, 40), level(other.channelId, 60)]);
    takeEvents();
    const open = await play(ana, made);
    assert.deepEqual(
      [open.result, open.outcomes.map(({ channel, state }) => [channel, state])],
      ['open', [one, other].map(({ channelId }) => [channelId, 'open'])],
    );
    assert.deepEqual(
      takeEvents()
        .filter(({ name }) => name === 'commandRequested')
        .map(({ address, message: { io, data, sender, onBehalfOf } }) => [
          address.channelId,
          io,
          data,
          sender,
          onBehalfOf,
        ])
        .sort(([, , a], [, , b]) => Number(a) - Number(b)),
      [
        [one.channelId, 'w', 40, application.clientId, ana.id],
        [other.channelId, 'w', 60, application.clientId, ana.id],
      ],
    );
  });

  it('plays the other settings of a scene when a device is gone or refuses, and says which and why', async () => {
    const scenes = scene();
    const { ana, create, play, newDevice, newOwnerlessPanel, platform, send } = scenes;
    const [gone, ownerless] = [await newOwnerlessPanel(), await newOwnerlessPanel()];
    const away = await newDevice({ isConnected: false });
    const made = await create(ana, [level(gone, 1), level(away.channelId, 2), level(ownerless, 3)]);
    const tile = (await platform.server.features.tiles.ofUser(ana.id)).find(
      ({ channelId }) => channelId === gone,
    );
    assert.ok(tile);
    await platform.server.features.homes.removeTile(ownHome(ana), tile.id);
    const played = await play(ana, made);
    assert.equal(played.result, 'partly');
    assert.deepEqual(
      played.outcomes.map(({ state, reason, text }) => [state, reason, text]),
      [
        ['refused', 'not_found', 'The user no longer has this device.'],
        ['unanswered', 'not-connected', undefined],
        ['done', undefined, undefined],
      ],
    );
    assert.equal(await lastValue(scenes, ownerless, 'left/level'), 3);
    const renamed = await readJson<Scene>(
      await send(ana, 'PUT', `/${made.id}`, { label: 'Renamed', settings: made.settings }),
    );
    assert.deepEqual(renamed.settings, made.settings, 'a setting of a removed device can stay');
    const alone = await create(ana, [level(away.channelId, 2)]);
    assert.equal((await play(ana, alone)).result, 'failed');
  });

  it('names a played scene in the activity of the home, even after it was deleted', async () => {
    const { ana, rui, create, play, newOwnerlessPanel, send, platform } = scene();
    const made = await create(ana, [level(await newOwnerlessPanel(), 7)], { label: 'Dinner' });
    platform.clock.advance({ seconds: 1 });
    await play(ana, made);
    platform.clock.advance({ seconds: 1 });
    await send(ana, 'DELETE', `/${made.id}`);
    const listOf = async (person: Person, query = '') => {
      const response = await platform.request(`/v3/users/me/activity${query}`, { token: person.token });
      const { elements } = await readJson<HomeActivityList>(response);
      return elements.filter(({ type }) => type === 'scene-played');
    };
    const { timestamp, ...played } = (await listOf(ana))[0] ?? {};
    assert.ok(timestamp);
    assert.deepEqual(played, {
      type: 'scene-played',
      scene: made.id,
      name: 'Dinner',
      by: { type: 'user', id: ana.id },
    });
    assert.equal((await listOf(ana, '?kind=changes'))[0]?.scene, made.id);
    assert.deepEqual(await listOf(ana, '?kind=reports'), []);
    assert.deepEqual(await listOf(ana, `?by=${rui.id}`), []);
    assert.ok((await listOf(rui)).every((each) => each.scene !== made.id));
  });

  it('refuses more scenes than a user can have', async () => {
    const { stranger, create, send, newOwnerlessPanel, platform } = scene();
    const settings = [level(await newOwnerlessPanel(stranger.id), 1)];
    const content = { label: 'Scene', icon: undefined, showInWatch: false, settings };
    for (let index = 0; index < 99; index += 1)
      await platform.server.features.scenes.create(stranger.id, content);
    await create(stranger, settings);
    await assertApiError(await send(stranger, 'POST', '', { label: 'Scene', settings }), 'quota_exceeded');
  });

  it('limits how often a user plays scenes', async () => {
    const { rui, create, send, newOwnerlessPanel } = scene();
    const { id } = await create(rui, [level(await newOwnerlessPanel(rui.id), 1)]);
    const responses: Response[] = [];
    for (let index = 0; index < 61; index += 1) responses.push(await send(rui, 'POST', `/${id}/play`));
    assert.ok(responses.slice(0, 60).every(({ status }) => status === 200));
    await assertApiError(responses[60] as Response, 'too_many_requests');
  });

  it('deletes played scenes from before a time', async () => {
    const { ana, create, play, newOwnerlessPanel, platform, db } = scene();
    await play(ana, await create(ana, [level(await newOwnerlessPanel(), 7)]));
    const count = async () =>
      (await db.read.selectFrom('scene_plays').select('id').where('user_id', '=', ana.id).execute()).length;
    assert.ok((await count()) > 0);
    await platform.server.features.scenePlays.prune(platform.clock.now() + 1);
    assert.equal(await count(), 0);
  });
});
