import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Home, HomeList, type Tile } from '@azulejo/contract';
import { setUpPanels } from '../support/panel-scene.ts';
import type { Person } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform } = panels;
  const send = (token: string, method: string, path: string, body?: object, headers = {}) =>
    platform.request(path, {
      method,
      token,
      headers: { 'content-type': 'application/json', ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
  const read = async (person: Person, path = '/v3/users/me/home') => {
    const home = await readJson<Home>(await send(person.token, 'GET', path));
    assertExact(Home, home);
    return home;
  };
  const change = (person: Person, body: object) => send(person.token, 'PATCH', '/v3/users/me/home', body);
  return { ...panels, send, read, change };
}

onEachEngine('homes', setUp, (scene) => {
  it('gives everybody an own home without a name, which its owner can name', async () => {
    const { rui, send, read, change } = scene();
    const list = await readJson<HomeList>(await send(rui.token, 'GET', '/v3/users/me/homes'));
    assertExact(HomeList, list);
    const owner = { id: rui.id, name: 'Rui' };
    assert.deepEqual(list.elements, [{ id: `h_${rui.id}`, owner, role: 'owner' }]);
    assert.equal((await readJson<Home>(await change(rui, { name: ' Seaside ' }))).name, 'Seaside');
    assert.deepEqual(await read(rui), { id: `h_${rui.id}`, name: 'Seaside', owner });
    await readJson(await change(rui, { name: null }));
    assert.equal((await read(rui)).name, undefined);
  });

  it('has the settings that the preferences of its owner show, and both change them', async () => {
    const { ana, send, read, change } = scene();
    const preferences = '/v3/users/me/preferences';
    const settings = {
      tariff: { currency: 'EUR', price: 0.2 },
      lamp_groups: [{ id: 'a', name: 'Ceiling', tiles: ['x'] }],
      tile_icons: [{ tile: 'x', icon: 'car' }],
    };
    await readJson(await send(ana.token, 'PATCH', preferences, { units: 'metric', ...settings }));
    await readJson(await change(ana, { timezone: 'Atlantic/Azores' }));
    const { id: _, owner: __, ...shown } = await read(ana);
    assert.deepEqual(shown, { ...settings, timezone: 'Atlantic/Azores' });
    assert.deepEqual(await readJson(await send(ana.token, 'GET', preferences)), {
      units: 'metric',
      ...settings,
      home_timezone: 'Atlantic/Azores',
    });
    const time = await readJson<{ timezone: string }>(await send(ana.token, 'GET', '/v3/users/me/home-time'));
    assert.equal(time.timezone, 'Atlantic/Azores');
    await readJson(await send(ana.token, 'PATCH', preferences, { tariff: null, home_timezone: null }));
    assert.deepEqual([(await read(ana)).tariff, (await read(ana)).timezone], [undefined, undefined]);
  });

  it('says which members of a home are wrong, and changes nothing then', async () => {
    const { ana, read, change } = scene();
    const before = await read(ana);
    const wrong = { name: ' ', timezone: 'Moon/Base', tariff: { currency: 'XXQ', price: 1 } };
    const { errors } = await assertApiError(await change(ana, wrong), 'invalid_request');
    assert.deepEqual(
      errors?.map(({ field }) => field),
      ['name', 'timezone', 'tariff.currency'],
    );
    assert.deepEqual(await read(ana), before);
  });

  it('refuses a change to another state than the caller saw', async () => {
    const { ana, send, change } = scene();
    const etag = (await send(ana.token, 'GET', '/v3/users/me/home')).headers.get('etag') ?? '';
    await readJson(await change(ana, { name: 'Casa' }));
    const late = send(ana.token, 'PATCH', '/v3/users/me/home', { name: 'Late' }, { 'if-match': etag });
    await assertApiError(await late, 'precondition_failed');
  });

  it('is called in replies as the caller called it', async () => {
    const { ana, send, newOwnerlessPanel, applicationToken } = scene();
    const channel = await newOwnerlessPanel();
    const named = async (token: string, name: string) => {
      const path = `/v3/legacy/users/${name}`;
      const { tiles } = await readJson<{ tiles: Tile[] }>(await send(token, 'GET', `${path}/tiles`));
      const groups = await send(token, 'GET', `${path}/tile-groups`);
      const { tileGroups } = await readJson<{ tileGroups: { href: string }[] }>(groups);
      const { href } = await readJson<{ href: string }>(await send(token, 'GET', `${path}/channels`));
      const names = [...tileGroups.map((each) => each.href), href].map((each) => each.split('/')[4]);
      return new Set([...tiles.filter((tile) => tile.channel === channel).map(({ user }) => user), ...names]);
    };
    const own = `h_${ana.id}`;
    assert.deepEqual(await named(ana.token, own), new Set([own]));
    for (const name of ['me', ana.id]) assert.deepEqual(await named(ana.token, name), new Set([ana.id]));
    assert.deepEqual(await named(await applicationToken(), own), new Set([own]));
  });

  it('refuses every other home in the same way, existing or not', async () => {
    const { ana, rui, send, applicationToken } = scene();
    for (const name of [rui.id, `h_${rui.id}`, 'h_nobody', 'h_'])
      for (const path of ['home', 'scenes'])
        await assertApiError(await send(ana.token, 'GET', `/v3/users/${name}/${path}`), 'forbidden');
    await assertApiError(await send(ana.token, 'GET', `/v3/users/h_${ana.id}/presence`), 'forbidden');
    await assertApiError(await send(await applicationToken(), 'GET', '/v3/users/h_nobody/home'), 'not_found');
  });
});
