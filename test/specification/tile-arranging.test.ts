import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Tile } from '@azulejo/contract';
import { type Home, setUpArranging } from '../support/arranging-scene.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

const change = async (home: Home, tile: Tile, body: object): Promise<Tile> =>
  readJson<Tile>(await home.send('PATCH', `tiles/${tile.id}`, body));

onEachEngineInFull('renaming, moving and sorting tiles', setUpArranging, (scene) => {
  it('returns the whole tile with a new revision', async () => {
    const home = await scene().newHome();
    const tile = await home.newPanel('One');
    const renamed = await change(home, tile, { label: ' Desk lamp ' });
    assertExact(Tile, renamed);
    assert.deepEqual(renamed, { ...tile, label: 'Desk lamp', _rev: renamed._rev });
    assert.match(renamed._rev, /^2-/);
    assert.deepEqual(await home.tiles(), [renamed]);
    const read = await home.send('GET', `tiles/${tile.id}`);
    assert.deepEqual(await readJson(read), renamed);
    assert.equal(read.headers.get('etag'), `"${renamed._rev}"`);
  });

  it('shows the picture that the user chose, until it is removed', async () => {
    const { platform } = scene();
    const home = await scene().newHome();
    const tile = await home.newPanel('One');
    const own = `${platform.url}/uploads/${'0'.repeat(64)}.png`;
    for (const photo of [own, 'https://pictures.example/one.png']) {
      assert.equal((await change(home, tile, { photo })).photoUrl, photo);
      assert.equal((await home.tiles())[0]?.photoUrl, photo);
      assert.equal((await change(home, tile, { label: 'One' })).photoUrl, photo);
    }
    assert.equal((await change(home, tile, { photo: null })).photoUrl, tile.photoUrl);
    for (const photo of ['http://pictures.example/one.png', 'one.png', 'javascript:alert(1)']) {
      const response = await home.send('PATCH', `tiles/${tile.id}`, { photo });
      const { errors } = await assertApiError(response, 'invalid_request');
      assert.deepEqual(
        errors?.map(({ field }) => field),
        ['photo'],
      );
    }
  });

  it('replaces the groups of a tile; an empty list means the default area', async () => {
    const home = await scene().newHome();
    const [area] = await home.groups();
    const kitchen = await home.newGroup('Kitchen');
    const lights = await home.newGroup('Lights', kitchen.id);
    const tile = await home.newPanel('One');
    assert.deepEqual(tile.groups, [area?.id]);
    const cases: [sent: string[], stored: (string | undefined)[]][] = [
      [[kitchen.id], [kitchen.id]],
      [[lights.id], [lights.id]],
      [
        [lights.id, kitchen.id, lights.id],
        [lights.id, kitchen.id],
      ],
      [[], [area?.id]],
    ];
    for (const [groups, stored] of cases) {
      // One app sends the label, too, the other does not (ios-app 2.4, android-app 2.4).
      assert.deepEqual((await change(home, tile, { groups })).groups, stored);
      assert.deepEqual((await change(home, tile, { label: 'One', groups })).groups, stored);
      assert.deepEqual((await home.tiles())[0]?.groups, stored);
    }
  });

  it('refuses unknown groups, groups of other users and the group of the own context', async () => {
    const home = await scene().newHome();
    const theirs = await (await scene().newHome()).newGroup('Theirs');
    const context = (await home.groups()).find(({ kind }) => kind === 'context');
    const tile = await home.newPanel('One');
    for (const group of ['nobody', '', theirs.id, context?.id]) {
      const response = await home.send('PATCH', `tiles/${tile.id}`, { label: 'Lost', groups: [group] });
      const { errors } = await assertApiError(response, 'invalid_request');
      assert.deepEqual(
        errors?.map(({ field }) => field),
        ['groups'],
      );
    }
    for (const body of [{ label: ' ' }, { label: 'x'.repeat(201) }, { groups: 'all' }, { position: 0.5 }])
      await assertApiError(await home.send('PATCH', `tiles/${tile.id}`, body), 'invalid_request');
    assert.deepEqual(await home.tiles(), [tile], 'no part of the change was stored');
  });

  it('moves a tile within its group and keeps the places of the others', async () => {
    const home = await scene().newHome();
    const kitchen = await home.newGroup('Kitchen');
    const [a, b, c, d, e] = [
      await home.newPanel('A'),
      await home.newPanel('B'),
      await home.newPanel('C'),
      await home.newPanel('D'),
      await home.newPanel('E'),
    ];
    for (const tile of [b, d]) await change(home, tile, { groups: [kitchen.id] });
    assert.deepEqual(await home.labels(), ['A', 'B', 'C', 'D', 'E']);
    await change(home, e, { position: 0 });
    assert.deepEqual(await home.labels(), ['E', 'B', 'A', 'D', 'C']);
    await change(home, b, { position: 1 });
    assert.deepEqual(await home.labels(), ['E', 'D', 'A', 'B', 'C']);
    await change(home, e, { position: 1_000_000 });
    assert.deepEqual(await home.labels(), ['A', 'D', 'C', 'B', 'E']);
    await change(home, c, { groups: [kitchen.id], position: 0 });
    assert.deepEqual(await home.labels(), ['A', 'C', 'D', 'B', 'E']);
    await home.newPanel('F');
    assert.equal((await home.labels()).at(-1), 'F', 'a new tile is at the end');
    assert.deepEqual((await home.tiles()).find(({ id }) => id === a.id)?.label, a.label);
  });

  it('returns 404 for unknown tiles and tiles of other users', async () => {
    const [home, other] = [await scene().newHome(), await scene().newHome()];
    const tile = await home.newPanel('One');
    for (const id of [tile.id, 'nobody'])
      for (const [method, body] of [
        ['GET', undefined],
        ['PATCH', { label: 'Mine' }],
        ['DELETE', undefined],
      ] as const)
        await assertApiError(await other.send(method, `tiles/${id}`, body), 'not_found');
    assert.deepEqual(await home.tiles(), [tile]);
  });
});
