import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadDemoHome } from '@azulejo/catalog';
import type { Channel, Tile, UnitsTable } from '@azulejo/contract';
import { compileExpression } from '@azulejo/units';
import { lists, setUpDemoHome } from '../support/demo-home.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const home = await setUpDemoHome(stage);
  const { read } = await stage.openDatabase();
  const areas = await read
    .selectFrom('tile_groups')
    .selectAll()
    .where('user_id', '=', home.userId)
    .orderBy('position')
    .execute();
  const units = await readJson<UnitsTable>(await home.platform.request('/units/units_table.json'));
  const [channels, tiles] = [await home.channels(), await home.tiles()];
  const channelOf = (tile: Tile): Channel => {
    const channel = channels.find(({ id }) => id === tile.channel);
    assert.ok(channel);
    return channel;
  };
  return { ...home, areas, units, shown: { channels, tiles }, channelOf };
}

/** Returns the paths at which a value contains null. */
function nullsIn(value: unknown, path = '$'): string[] {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([name, member]) => nullsIn(member, `${path}.${name}`));
}

/** Returns the component to which known apps bind an entry: the tile's first of that type (ios-app 5.1). */
const componentOf = (tile: Tile, type: string) =>
  tile.components.find((component) => component.type === type);

function assertAbsolute(url: string, where: string): void {
  assert.match(url, /^https?:\/\/[^/]+\/.+/, where);
  assert.ok(URL.canParse(url), where);
}

onEachEngineInFull('what the phone apps require of channels', setUp, (scene) => {
  it('contains no null (android-app 2.3, ios-app 2.2)', async () => {
    for (const list of lists) assert.deepEqual(nullsIn(await readJson(await scene().get(list))), []);
  });

  it('returns the id as remoteId, by which the app finds events (ios-app 4.6)', () => {
    for (const channel of scene().shown.channels) assert.equal(channel.remoteId, channel.id);
  });

  it('binds properties by component type and by component id (android-app 9, spec 2.4)', () => {
    for (const { components, properties } of scene().shown.channels) {
      for (const property of properties) {
        const bound = components.filter(({ type }) => property.components.includes(type));
        const expected = bound.flatMap(({ id, type }) => [id, type]);
        assert.ok(bound.length > 0, `${property.id} has a component`);
        assert.deepEqual(property.components.toSorted(), [...new Set(expected)].toSorted(), property.id);
      }
    }
  });

  it('uses each id once within a device', () => {
    for (const { id, components, properties } of scene().shown.channels) {
      const parts = components.map((component) => component.id);
      const names = properties.map((property) => property.id);
      assert.equal(new Set(parts).size, parts.length, id);
      assert.equal(new Set(names).size, names.length, id);
    }
  });

  it('returns absolute URLs of all pictures', () => {
    for (const channel of scene().shown.channels) {
      assertAbsolute(channel.photoUrl, channel.id);
      assertAbsolute(channel.tilePhotoUrl, channel.id);
    }
  });

  it('returns uuid and etag of the device page, and the aspect ratio of a video', () => {
    for (const { interface: page } of scene().shown.channels) {
      assert.match(page.uuid, /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
      assert.ok(page.etag.length > 0);
      for (const { type, size } of page.native) if (type === 'video') assert.ok(Number(size) > 0);
    }
  });

  it('binds the inputs of triggers, actions and states to existing controls', () => {
    for (const { properties } of scene().shown.channels) {
      for (const { id, controlInterfaces, triggers, actions, states } of properties) {
        const controls = new Set(controlInterfaces.map((control) => control.id));
        assert.equal(controls.size, controlInterfaces.length, id);
        for (const { inputs } of [...triggers, ...actions, ...states])
          for (const input of inputs) assert.ok(controls.has(input.controlInterfaceId), id);
      }
    }
  });
});

onEachEngineInFull('what the phone apps require of tiles', setUp, (scene) => {
  it('puts each tile into one existing group, the room of its device', async () => {
    const { areas, shown } = scene();
    for (const { label, parent_id } of areas) {
      assert.notEqual(label, '');
      assert.equal(parent_id, null);
    }
    const rooms = new Map(areas.map(({ id, label }) => [id, label]));
    const inRooms = shown.tiles.map(({ channel, groups }) => [channel, groups.map((id) => rooms.get(id))]);
    for (const [, labels = []] of inRooms) assert.equal(labels.length, 1);
    const { areas: expected } = await loadDemoHome();
    assert.deepEqual([...new Set(inRooms.flatMap(([, labels = []]) => labels))], expected);
  });

  it('returns absolute URLs of all pictures, where only the overlay may be empty', () => {
    for (const { id, photoUrl, photoUrlAlt, overlayUrl, channelInfo } of scene().shown.tiles) {
      for (const url of [photoUrl, photoUrlAlt, channelInfo.photoUrl, channelInfo.backgroundPhotoUrl])
        assertAbsolute(url, id);
      if (overlayUrl !== '') assertAbsolute(overlayUrl, id);
    }
  });

  it('binds all information and actions to a component of the tile and a property of the channel', () => {
    const { shown, channelOf } = scene();
    for (const tile of shown.tiles) {
      assert.ok(tile.components.length > 0 && tile.information.length + tile.actions.length > 0, tile.label);
      for (const { componentType, property: id } of [...tile.information, ...tile.actions]) {
        assert.ok(componentOf(tile, componentType), `${tile.label} holds a ${componentType}`);
        const property = channelOf(tile).properties.find((one) => one.id === id);
        assert.ok(property?.components.includes(componentType), `${tile.label} shows ${id}`);
      }
    }
  });

  it('gives components of one type separate tiles', () => {
    for (const { label, components } of scene().shown.tiles) {
      const types = components.map((component) => component.type);
      assert.equal(new Set(types).size, types.length, label);
    }
  });

  it('binds a switch to no property that is information of its component (android-app 5.3)', () => {
    const { shown } = scene();
    const key = (tile: Tile, { componentType, property }: { componentType: string; property: string }) =>
      JSON.stringify([tile.channel, componentOf(tile, componentType)?.id, property]);
    const informed = shown.tiles.flatMap((tile) => tile.information.map((one) => key(tile, one)));
    const acted = shown.tiles.flatMap((tile) => tile.actions.map((one) => key(tile, one)));
    assert.equal(new Set(informed).size, informed.length, 'the second information would never update');
    assert.deepEqual(
      acted.filter((one) => informed.includes(one)),
      [],
    );
    assert.ok(acted.length > 0);
  });

  it('returns a coloured icon once, first, and with a hue and saturation property', () => {
    const { shown, channelOf } = scene();
    const colored = shown.tiles.filter((tile) => tile.information.some((one) => one.type === 'icon-color'));
    assert.ok(colored.length > 0);
    for (const tile of colored) {
      const places = tile.information.flatMap((one, place) => (one.type === 'icon-color' ? [place] : []));
      assert.deepEqual(places, [0], tile.label);
      const [icon] = tile.information;
      assert.equal(icon?.options.format, 'hsv');
      assert.ok(icon.options.char);
      const property = channelOf(tile).properties.find((one) => one.id === icon.property);
      assert.match(property?.schema ?? '', /\/color-hsv$/);
    }
  });

  it('converts each text-unit with the units table (android-app 5.4, ios-app 5.3)', () => {
    const { shown, channelOf, units } = scene();
    const found = shown.tiles.flatMap((tile) =>
      tile.information.filter((one) => one.type === 'text-unit').map((one) => ({ tile, one })),
    );
    assert.ok(found.length > 0);
    for (const { tile, one } of found) {
      const property = channelOf(tile).properties.find(({ id }) => id === one.property);
      assert.ok(property);
      const { vendorUnit, targetMetric, targetImperial } = property.unitsOptions;
      assert.equal(one.options.inputUnit, vendorUnit);
      for (const target of [targetMetric, targetImperial]) {
        assert.ok(units.unitSpec[target], `${tile.label}: the table has ${target}`);
        const isConverted = target === vendorUnit || units.unitCalc[vendorUnit]?.[target] !== undefined;
        assert.ok(isConverted, `${tile.label}: ${vendorUnit} becomes ${target}`);
      }
    }
  });

  it('uses only text-expressions that both apps can evaluate (android-app 5.3, ios-app 5.2)', () => {
    const found = scene().shown.tiles.flatMap((tile) => tile.information);
    const expressions = found.filter((one) => one.type === 'text-expression');
    assert.ok(expressions.length > 0);
    for (const { options } of expressions) {
      const { mathExpression = '', suffix } = options;
      assert.match(mathExpression, /^[x\d.+\-*/() ]+$/);
      assert.doesNotMatch(mathExpression, /-\s*x/, 'a negative value would read as two minus signs');
      assert.ok(Number.isFinite(compileExpression(mathExpression)(20)));
      assert.equal(typeof suffix, 'string');
    }
  });

  it('returns a boolean switch as the first action', () => {
    const { shown, channelOf } = scene();
    for (const tile of shown.tiles) {
      for (const { type, options, property: id } of tile.actions.slice(0, 1)) {
        assert.equal(type, 'tri-state');
        assert.deepEqual(options.mappings, { off: false, on: true });
        assert.ok(['on_off', 'home', 'lock'].includes(options.icon));
        const property = channelOf(tile).properties.find((one) => one.id === id);
        assert.match(property?.schema ?? '', /\/(on-off|boolean)$/);
        assert.match(property?.io ?? '', /w/);
      }
    }
  });
});
