import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type SceneList, Shortcut } from '@azulejo/contract';
import { setUpPanels } from '../support/panel-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { ownHome } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform, ana } = panels;
  /** Sends what apps send: a POST without a body has no content type (android-app 1.4). */
  const send = (method: string, below = '', body?: object) =>
    platform.request(`/v3/legacy/users/${ana.id}/shortcuts${below}`, {
      method,
      token: ana.token,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
  const list = async () => {
    const { shortcuts } = await readJson<{ shortcuts: Shortcut[] }>(await send('GET'));
    for (const each of shortcuts) assertExact(Shortcut, each);
    return shortcuts;
  };
  return { ...panels, send, list };
}

/**
 * Returns an action as the rule editor creates it and Android stores it, without members that Android does not
 * know.
 */
const action = (channel: string, rule: unknown, label = 'set to 20') => ({
  profile: panelTemplate.id,
  channel,
  component: 'left',
  label,
  choices: [{ id: 'azulejo-1', choice: { rule: JSON.stringify(rule) } }],
});
const setLevel = (value: unknown) => ({ is: 'set', property: 'level', value });

onEachEngineInFull('shortcuts of known apps', setUp, (scene) => {
  it('stores a shortcut as a scene and returns it with all that apps need', async () => {
    const { ana, platform, send, list, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const body = { label: 'Night', showInWatch: true, actions: [action(ownerless, setLevel(20))] };
    const response = await send('POST', '', body);
    assert.equal(response.status, 201, await response.clone().text());
    const made = (await response.json()) as Shortcut;
    assertExact(Shortcut, made);
    assert.deepEqual((await list()).at(-1), made);
    const [shown] = made.actions;
    assert.deepEqual(
      [made.label, made.showInWatch, made.origin, shown?.profile, shown?.property, shown?.label],
      ['Night', true, 'manual', panelTemplate.id, 'level', 'set to 20'],
    );
    assert.match(made.color, /^#[0-9a-f]{6}$/);
    for (const url of [shown?.photoUrl, shown?.photoUrlAlt])
      assert.equal((await platform.request(new URL(url ?? '').pathname)).status, 200);
    const scenes = await platform.request('/v3/users/me/scenes', { token: ana.token });
    const { elements } = await readJson<SceneList>(scenes);
    assert.deepEqual(elements.at(-1)?.settings, [
      { channel: ownerless, component: 'left', property: 'level', data: 20, label: 'set to 20' },
    ]);
  });

  it('keeps a rule when an app edits the shortcut and drops unknown members', async () => {
    const { send, list, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const created = await send('POST', '', { label: 'Night', actions: [action(ownerless, setLevel(20))] });
    const made = (await created.json()) as Shortcut;
    const stripped = made.actions.map(({ channel, component, label, choices }) => ({
      channel,
      component,
      label,
      choices,
    }));
    const edited = await readJson<Shortcut>(
      await send('PUT', `/${made.id}`, { label: 'Late', showInWatch: false, actions: stripped }),
    );
    assert.deepEqual(edited.actions, made.actions);
    assert.equal((await list()).find(({ id }) => id === made.id)?.label, 'Late');
  });

  it('plays, reorders and deletes shortcuts', async () => {
    const { ana, send, list, newOwnerlessPanel, get } = scene();
    const ownerless = await newOwnerlessPanel();
    const create = async (label: string, value: number) =>
      (await (
        await send('POST', '', { label, actions: [action(ownerless, setLevel(value))] })
      ).json()) as Shortcut;
    const [one, two] = [await create('One', 11), await create('Two', 22)];
    assert.equal((await send('POST', `/${two.id}/play`)).status, 200);
    assert.equal((await readJson<{ data: unknown }>(await get(ana.token, ownerless, 'left/level'))).data, 22);
    assert.deepEqual(await readJson(await send('POST', '/reorder', { order: [two.id, one.id] })), {});
    assert.deepEqual(
      (await list()).slice(0, 2).map(({ id, order }) => [id, order]),
      [
        [two.id, 0],
        [one.id, 1],
      ],
    );
    assert.deepEqual(await readJson(await send('DELETE', `/${two.id}`)), {});
    await assertApiError(await send('DELETE', `/${two.id}`), 'not_found');
    await assertApiError(await send('POST', `/${two.id}/play`), 'not_found');
  });

  it('marks an action whose device is gone', async () => {
    const { ana, platform, send, list, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const made = (await (
      await send('POST', '', { label: 'Gone', actions: [action(ownerless, setLevel(20))] })
    ).json()) as Shortcut;
    const { tiles, homes } = platform.server.features;
    const tile = (await tiles.ofUser(ana.id)).find(({ channelId }) => channelId === ownerless);
    assert.ok(tile);
    await homes.removeTile(ownHome(ana), tile.id);
    const [gone] = (await list()).find(({ id }) => id === made.id)?.actions ?? [];
    assert.deepEqual([gone?.isInvalid, gone?.profile, gone?.label], [true, '', 'set to 20']);
  });

  it('refuses actions of another rule editor, and values that the device does not accept', async () => {
    const { send, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const create = (...actions: object[]) => send('POST', '', { label: 'Night', actions });
    const foreign = [
      { ...action(ownerless, setLevel(1)), choices: [] },
      { ...action(ownerless, setLevel(1)), choices: [{ id: 'x', choice: { value: 1 } }] },
      { ...action(ownerless, setLevel(1)), choices: [{ id: 'x', choice: { rule: '{' } }] },
      action(ownerless, { is: 'rises-above', property: 'level', value: 1 }),
    ];
    const { errors } = await assertApiError(await create(...foreign), 'invalid_request');
    assert.deepEqual(
      errors,
      foreign.map((_each, index) => ({
        field: `actions[${index}].choices`,
        reason: 'is not a setting of this platform',
      })),
    );
    const wrong = await assertApiError(await create(action(ownerless, setLevel(101))), 'invalid_value');
    assert.deepEqual(wrong.errors, [{ field: 'actions[0].choices', reason: 'must be <= 100' }]);
  });
});
