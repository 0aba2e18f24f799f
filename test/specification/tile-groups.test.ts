import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TileGroup, TileGroupList, TileList } from '@azulejo/contract';
import { setUpArranging } from '../support/arranging-scene.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  return { ...(await setUpArranging(stage)), db: await stage.openDatabase() };
}

onEachEngineInFull('areas and groups of tiles', setUp, (scene) => {
  it('returns one area of devices to a new user, for every form of the request', async () => {
    const home = await scene().newHome();
    for (const query of [
      '',
      '?include=unsorted',
      '?include=unsorted,context',
      '?include=unsorted%2Ccontext',
    ]) {
      const list = await readJson<TileGroupList>(await home.send('GET', `tile-groups${query}`));
      assertExact(TileGroupList, list);
      const [area, ...more] = list.tileGroups;
      assert.deepEqual([area?.label, area?.isDefault, area?.position], ['My devices', true, 0], query);
      assert.ok(area && !('parent' in area), 'a parent of any kind would hide it (android-app 2.4)');
      // The context's area is returned when nothing is named (ios-app 3) or it is named (android-app 3).
      const hasContext = query === '' || query.includes('context');
      assert.deepEqual(
        more.map(({ kind }) => kind),
        hasContext ? ['context'] : [],
        query,
      );
    }
  });

  it('creates a group with an id, at the end, and with its area as parent', async () => {
    const home = await scene().newHome();
    const response = await home.send('POST', 'tile-groups', { label: '  Kitchen ' });
    assert.equal(response.status, 201);
    const kitchen = (await response.json()) as TileGroup;
    assertExact(TileGroup, kitchen);
    assert.deepEqual([kitchen.label, 'parent' in kitchen], ['Kitchen', false]);
    const lights = await home.newGroup('Lights', kitchen.id);
    assert.deepEqual([lights.label, lights.parent, lights.position], ['Lights', kitchen.id, 0]);
    await home.newGroup('Hall');
    const shown = (await home.groups('?include=unsorted')).map(({ label, parent }) => [label, parent]);
    assert.deepEqual(shown, [
      ['My devices', undefined],
      ['Kitchen', undefined],
      ['Lights', kitchen.id],
      ['Hall', undefined],
    ]);
    assert.deepEqual(await readJson(await home.send('GET', `tile-groups/${lights.id}`)), lights);
  });

  it('renames a group by PUT or PATCH without other changes', async () => {
    const home = await scene().newHome();
    const kitchen = await home.newGroup('Kitchen');
    const lights = await home.newGroup('Lights', kitchen.id);
    for (const [method, label] of [
      ['PUT', 'Lamps'],
      ['PATCH', 'Luzes'],
    ] as const) {
      const body = await readJson<TileGroup>(await home.send(method, `tile-groups/${lights.id}`, { label }));
      assert.deepEqual(body, { ...lights, label });
      assert.deepEqual((await home.groups())[2], body);
    }
  });

  it('keeps the order of groups, and moves them without gaps', async () => {
    const home = await scene().newHome();
    const [first] = await home.groups();
    const areas = [first, await home.newGroup('A'), await home.newGroup('B'), await home.newGroup('C')];
    const order = async () =>
      (await home.groups('?include=unsorted')).map(({ label, position }) => `${position} ${label}`);
    const move = async (index: number, position: number) =>
      readJson(await home.send('PATCH', `tile-groups/${areas[index]?.id}`, { position }));
    await move(3, 0);
    assert.deepEqual(await order(), ['0 C', '1 My devices', '2 A', '3 B']);
    await move(0, 1_000_000);
    assert.deepEqual(await order(), ['0 C', '1 A', '2 B', '3 My devices']);
    await move(2, 1);
    assert.deepEqual(await order(), ['0 C', '1 B', '2 A', '3 My devices']);
    // A new area can be placed first, and groups can be moved within an area.
    await home.send('POST', 'tile-groups', { label: 'Z', position: 0 });
    assert.equal((await order())[0], '0 Z');
    const inside = [await home.newGroup('One', areas[1]?.id), await home.newGroup('Two', areas[1]?.id)];
    await home.send('PATCH', `tile-groups/${inside[1]?.id}`, { position: 0 });
    const within = (await home.groups()).filter(({ parent }) => parent === areas[1]?.id);
    assert.deepEqual(
      within.map(({ label, position }) => [label, position]),
      [
        ['Two', 0],
        ['One', 1],
      ],
    );
  });

  it('moves a group to another area, makes it an area, and a group again', async () => {
    const home = await scene().newHome();
    const [kitchen, hall] = [await home.newGroup('Kitchen'), await home.newGroup('Hall')];
    const lights = await home.newGroup('Lights', kitchen.id);
    const set = async (parent: string | null) =>
      readJson<TileGroup>(await home.send('PATCH', `tile-groups/${lights.id}`, { parent }));
    assert.equal((await set(hall.id)).parent, hall.id);
    for (const none of [null, '']) {
      assert.equal('parent' in (await set(none)), false);
      assert.equal((await set(kitchen.id)).parent, kitchen.id);
    }
  });

  it('refuses parents that cannot have groups, and invalid labels', async () => {
    const home = await scene().newHome();
    const other = await (await scene().newHome()).newGroup('Theirs');
    const groups = await home.groups();
    const [area, context] = [groups[0], groups.find(({ kind }) => kind === 'context')];
    const kitchen = await home.newGroup('Kitchen');
    const lights = await home.newGroup('Lights', kitchen.id);
    const parents = ['nobody', lights.id, other.id, context?.id];
    for (const parent of parents) {
      const response = await home.send('POST', 'tile-groups', { label: 'New', parent });
      const { errors } = await assertApiError(response, 'invalid_request');
      assert.deepEqual(
        errors?.map(({ field }) => field),
        ['parent'],
      );
    }
    for (const [id, parent] of [
      [kitchen.id, area?.id],
      [area?.id, kitchen.id],
      [lights.id, lights.id],
    ])
      await assertApiError(await home.send('PATCH', `tile-groups/${id}`, { parent }), 'invalid_request');
    for (const label of ['', '   ', 'x'.repeat(201), 7, null, '\0'])
      await assertApiError(await home.send('POST', 'tile-groups', { label }), 'invalid_request');
    await assertApiError(await home.send('POST', 'tile-groups', {}), 'invalid_request');
    await assertApiError(
      await home.send('PATCH', `tile-groups/${lights.id}`, { position: -1 }),
      'invalid_request',
    );
    assert.deepEqual(await home.groups('?include=unsorted'), [area, kitchen, lights]);
  });

  it('limits groups to 200', async () => {
    const home = await scene().newHome();
    const { tileGroups } = scene().platform.server.features;
    for (let made = 2; made < 200; made += 1) await tileGroups.create(home.id, { label: `Area ${made}` });
    await assertApiError(await home.send('POST', 'tile-groups', { label: 'One more' }), 'quota_exceeded');
  });

  it('lists the tiles of a group', async () => {
    const home = await scene().newHome();
    const [area] = await home.groups();
    const [one, two] = [await home.newPanel('One'), await home.newPanel('Two')];
    const kitchen = await home.newGroup('Kitchen');
    await home.send('PATCH', `tiles/${two.id}`, { groups: [kitchen.id] });
    const tilesOf = async (id: string | undefined) => {
      const list = await readJson<TileList>(await home.send('GET', `tile-groups/${id}/tiles`));
      assertExact(TileList, list);
      return list.tiles.map(({ label }) => label);
    };
    assert.deepEqual(await tilesOf(area?.id), [one.label]);
    assert.deepEqual(await tilesOf(kitchen.id), [two.label]);
    const found = await readJson<{ id: string }>(
      await home.send('GET', `tile-groups/${kitchen.id}/tiles/${two.id}`),
    );
    assert.equal(found.id, two.id);
    for (const path of [
      `${kitchen.id}/tiles/${one.id}`,
      `${kitchen.id}/tiles/nobody`,
      'nobody/tiles',
      'nobody',
    ])
      await assertApiError(await home.send('GET', `tile-groups/${path}`), 'not_found');
  });

  it("hands a removed group's tiles and groups over to its area", async () => {
    const home = await scene().newHome();
    const [area] = await home.groups();
    const kitchen = await home.newGroup('Kitchen');
    const [lights, sockets] = [
      await home.newGroup('Lights', kitchen.id),
      await home.newGroup('Sockets', kitchen.id),
    ];
    const [one, two] = [await home.newPanel('One'), await home.newPanel('Two')];
    await home.send('PATCH', `tiles/${one.id}`, { groups: [lights.id] });
    await home.send('PATCH', `tiles/${two.id}`, { groups: [lights.id, sockets.id] });
    const groupsOf = async () => (await home.tiles()).map(({ groups }) => groups);
    const remove = async (id: string) =>
      assert.deepEqual(await readJson(await home.send('DELETE', `tile-groups/${id}`)), {});

    await remove(lights.id);
    assert.deepEqual(await groupsOf(), [[kitchen.id], [sockets.id]]);
    await remove(kitchen.id);
    assert.deepEqual(await groupsOf(), [[area?.id], [sockets.id]]);
    const left = await home.groups('?include=unsorted');
    assert.deepEqual(
      left.map(({ id, parent }) => [id, parent]),
      [
        [area?.id, undefined],
        [sockets.id, area?.id],
      ],
    );
    await remove(sockets.id);
    assert.deepEqual(await groupsOf(), [[area?.id], [area?.id]]);
    await assertApiError(await home.send('DELETE', `tile-groups/${sockets.id}`), 'not_found');
  });

  it('moves thousands of tiles to the default area when theirs is removed', async () => {
    const home = await scene().newHome();
    const { db } = scene();
    const [refuge] = await home.groups();
    const { id: area } = await home.newGroup('Hall');
    const count = 8_192;
    const members = Array.from({ length: count }, (_, n) => ({
      user_id: home.id,
      tile_id: `tile-${n}`,
      group_id: area,
      position: 0,
    }));
    for (let start = 0; start < count; start += 1_024) {
      const rows = members.slice(start, start + 1_024);
      await db.write((tx) => tx.insertInto('tile_group_members').values(rows).execute());
    }
    assert.equal((await home.send('DELETE', `tile-groups/${area}`)).status, 200);
    const moved = await db.read
      .selectFrom('tile_group_members')
      .select('group_id')
      .where('user_id', '=', home.id)
      .where('tile_id', 'like', 'tile-%')
      .execute();
    assert.equal(moved.filter(({ group_id }) => group_id === refuge?.id).length, count);
  });

  it('refuses to remove the default area and that of the context', async () => {
    const home = await scene().newHome();
    for (const { id } of await home.groups())
      await assertApiError(await home.send('DELETE', `tile-groups/${id}`), 'forbidden');
    assert.equal((await home.groups()).length, 2);
  });

  it('returns 404 for groups of other users', async () => {
    const [home, other] = [await scene().newHome(), await scene().newHome()];
    const kitchen = await home.newGroup('Kitchen');
    for (const [method, body] of [
      ['GET', undefined],
      ['PUT', { label: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      await assertApiError(await other.send(method, `tile-groups/${kitchen.id}`, body), 'not_found');
    assert.equal((await home.groups()).length, 3);
  });

  it('returns a new ETag after a change, and 304 without one', async () => {
    const { newHome, platform } = scene();
    const home = await newHome();
    const path = `/v3/legacy/users/${home.id}/tile-groups`;
    const first = await platform.request(path, { token: home.token });
    const headers = { 'if-none-match': first.headers.get('etag') ?? '' };
    assert.equal((await platform.request(path, { token: home.token, headers })).status, 304);
    await home.newGroup('Kitchen');
    assert.equal((await platform.request(path, { token: home.token, headers })).status, 200);
  });

  it('keeps groups consistent when one home is changed in parallel', async () => {
    const home = await scene().newHome();
    const made = await Promise.all(Array.from({ length: 8 }, (_, index) => home.newGroup(`Area ${index}`)));
    await Promise.all(
      made.map(({ id }, index) => home.send('PATCH', `tile-groups/${id}`, { position: index })),
    );
    const positions = (await home.groups('?include=unsorted')).map(({ position }) => position);
    assert.deepEqual(positions, [0, 1, 2, 3, 4, 5, 6, 7, 8]);
  });
});
