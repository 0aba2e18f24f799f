import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import { TileList } from '@azulejo/contract';
import { setUpDemoHome } from '../support/demo-home.ts';
import { assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

const templates = new Map((await loadTemplates()).map((template) => [template.id, template]));

onEachEngineInFull('spec 4.8: the tile list of the demo home', setUpDemoHome, (scene) => {
  it('returns every member of spec 2.5 in every tile, and no other', async () => {
    const { get } = scene();
    assertExact(TileList, await readJson(await get('tiles')));
  });

  it("returns the tiles that the channel's template defines, in its order", async () => {
    const { tiles, channels } = scene();
    const byChannel = Map.groupBy(await tiles(), (tile) => tile.channel);
    const shown = await channels();
    assert.deepEqual([...byChannel.keys()].toSorted(), shown.map(({ id }) => id).toSorted());
    for (const { id, profileId, components } of shown) {
      const drawn = templates.get(profileId)?.tiles ?? [];
      const shown = byChannel.get(id) ?? [];
      assert.deepEqual(
        shown.map(({ information, actions, isGroupable }) => ({ information, actions, isGroupable })),
        drawn.map(({ information, actions, isGroupable }) => ({ information, actions, isGroupable })),
      );
      assert.deepEqual(
        shown.map((tile) => tile.components),
        drawn.map((tile) =>
          components
            .filter((one) => tile.components.includes(one.id))
            .map((one) => ({ id: one.id, type: one.type })),
        ),
      );
    }
  });

  it('returns the address, channel, template and owner of each tile', async () => {
    const { tiles, channels, userId } = scene();
    const byId = new Map((await channels()).map((channel) => [channel.id, channel]));
    for (const tile of await tiles()) {
      const channel = byId.get(tile.channel);
      assert.ok(channel, 'a tile whose channel is not listed is dropped by known apps');
      assert.equal(tile._id, `/v3/legacy/tiles/${tile.id}`);
      assert.equal(tile.href, tile._id);
      assert.equal(tile.profile, channel.profileId);
      assert.equal(tile.user, userId);
      assert.equal(tile.kind, 'device');
      assert.equal(tile.photoUrl, channel.tilePhotoUrl);
      const { backgroundPhotoUrl, ...info } = tile.channelInfo;
      assert.match(backgroundPhotoUrl, /^http/);
      assert.deepEqual(info, {
        id: channel.id,
        photoUrl: channel.photoUrl,
        profileId: channel.profileId,
        remoteId: channel.remoteId,
      });
    }
  });

  it('gives the tiles of one device distinct labels', async () => {
    for (const tiles of Map.groupBy(await scene().tiles(), (tile) => tile.channel).values()) {
      const labels = tiles.map((tile) => tile.label);
      assert.equal(new Set(labels).size, labels.length, labels.join(', '));
      for (const label of labels) assert.notEqual(label.trim(), '');
    }
  });

  it('gives each tile its own id and revision', async () => {
    const shown = await scene().tiles();
    assert.equal(new Set(shown.map((tile) => tile.id)).size, shown.length);
    for (const tile of shown) assert.match(tile._rev, /^[1-9]\d*-[0-9a-f]{32}$/);
  });
});
