import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Channel, Tile } from '@azulejo/contract';
import {
  canConvert,
  convert,
  createClient,
  type DisplayPreferences,
  renderTile,
  type Slot,
  valueKey,
} from '@azulejo/sdk';
import { onSqlite, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const platform = await stage.start({ environment: { DEMO: '1' } });
  const { demo, features } = platform.server;
  assert.ok(demo);
  const client = createClient({ url: platform.url, clientId: demo.clientId });
  await client.signIn.password({ username: demo.email, password: demo.password });
  const { tiles } = await client.tiles.list({ user_id: 'me', include: 'specs' });
  const { channels } = await client.channels.list({ user_id: 'me', include: 'specs' });
  const homes = await Promise.all(
    tiles.map(async (tile) => {
      const channel = channels.find(({ id }) => id === tile.channel);
      assert.ok(channel, `the channel of ${tile.label}`);
      const stored = await features.values.ofChannel(channel.id);
      const values = new Map(stored.map((each) => [valueKey(each.componentId, each.propertyId), each.data]));
      return { tile, channel, values };
    }),
  );
  return { platform, client, tiles, channels, homes };
}

type HomeDevice = { tile: Tile; channel: Channel; values: Map<string, unknown> };

const render = ({ tile, channel, values }: HomeDevice, units: DisplayPreferences['units']) =>
  renderTile(tile, channel, values, { units });

/** Returns the value that is stored for a slot, in the device's unit. */
const storedFor = ({ values }: HomeDevice, slot: Slot) => values.get(valueKey(slot.component, slot.property));

onSqlite('reading the demo home through the SDK', setUp, (scene) => {
  it('reads tiles with their devices and values at once', async () => {
    const { client, homes } = scene();
    const read = await client.readHome();
    const labelsOf = (all: readonly HomeDevice[]) => all.map((each) => render(each, 'metric').label);
    const devices = read.filter(({ tile }) => tile.kind === 'device');
    assert.deepEqual(labelsOf(devices as HomeDevice[]), labelsOf(homes));
    for (const { tile, values } of homes) {
      const found = read.find((each) => each.tile.id === tile.id);
      assert.deepEqual([...(found?.values.keys() ?? [])].sort(), [...values.keys()].sort(), tile.label);
    }
  });

  it('iterates a list over all of its pages, for the signed-in user', async () => {
    const { client } = scene();
    const { size } = await client.templates.list();
    const names = new Set<string | undefined>();
    for await (const { template } of client.templates.list({ page_size: '40' })) names.add(template?.id);
    assert.equal(names.size, size);
    const labels: string[] = [];
    for await (const { label } of client.tiles.list()) labels.push(label);
    assert.ok(labels.length >= 24);
  });

  it('lists at least 24 devices, each with a tile', () => {
    const { tiles, channels } = scene();
    assert.ok(channels.length >= 24);
    const shown = new Set(tiles.map(({ channel }) => channel));
    assert.deepEqual(
      channels.filter(({ id }) => !shown.has(id)),
      [],
    );
  });

  it('shows the stored values on every tile, in both unit systems', () => {
    const { homes } = scene();
    for (const home of homes) {
      for (const units of ['metric', 'imperial'] as const) {
        const { label, slots } = render(home, units);
        assert.equal(label, home.tile.label);
        for (const slot of slots) {
          const isStored = storedFor(home, slot) !== undefined;
          assert.equal(slot.text !== '--', isStored, `${label}: ${slot.label} shows ${slot.text}`);
        }
      }
    }
  });

  it('shows temperatures in degrees Celsius or Fahrenheit', () => {
    const { homes } = scene();
    const slotsOf = (units: 'metric' | 'imperial') =>
      homes.flatMap((home) =>
        render(home, units).slots.map((slot) => ({ slot, stored: storedFor(home, slot) })),
      );
    const celsius = slotsOf('metric').filter(({ slot }) => slot.unit === '°C');
    const fahrenheit = slotsOf('imperial').filter(({ slot }) => slot.unit === '°F');
    assert.ok(celsius.length >= 4);
    assert.deepEqual(
      celsius.map(({ slot }) => slot.value),
      celsius.map(({ stored }) => stored),
    );
    assert.deepEqual(
      fahrenheit.map(({ slot }) => slot.text),
      celsius.map(({ slot, stored }) => {
        const degrees = Number(stored) * 1.8 + 32;
        // A set-point is rounded to the device's steps of half a degree Celsius: people do not set 69.8 °F.
        return slot.property.includes('setpoint')
          ? String(Math.round(degrees))
          : String(Math.round(degrees * 10) / 10);
      }),
    );
  });

  it("shows the current state of every tile's switch", () => {
    const { homes } = scene();
    const toggles = homes.flatMap((home) => {
      const { toggle } = render(home, 'metric');
      return toggle
        ? [{ toggle, stored: home.values.get(valueKey(toggle.write.component, toggle.write.property)) }]
        : [];
    });
    assert.ok(toggles.length >= 10);
    assert.deepEqual(new Set(toggles.map(({ toggle }) => toggle.state)), new Set(['on', 'off']));
    for (const { toggle, stored } of toggles)
      assert.equal(toggle.write[toggle.state === 'on' ? 'on' : 'off'], stored);
  });

  it('shows the colour of a light', () => {
    const { homes } = scene();
    const colors = homes.flatMap((home) => render(home, 'metric').color ?? []);
    assert.ok(colors.length >= 3);
    for (const color of colors) assert.match(color, /^#[0-9a-f]{6}$/);
  });

  it('loads every picture that the home refers to', async () => {
    const { tiles, channels } = scene();
    const urls = new Set([
      ...tiles.flatMap(({ photoUrl, photoUrlAlt, overlayUrl, channelInfo }) => [
        photoUrl,
        photoUrlAlt,
        overlayUrl,
        channelInfo.photoUrl,
        channelInfo.backgroundPhotoUrl,
      ]),
      ...channels.flatMap(({ photoUrl, tilePhotoUrl }) => [photoUrl, tilePhotoUrl]),
    ]);
    urls.delete('');
    assert.ok(urls.size > 20);
    for (const url of urls) {
      const response = await fetch(url);
      await response.arrayBuffer();
      assert.equal(`${response.status} ${response.headers.get('content-type')}`, '200 image/png', url);
    }
  });

  it('finds the JSON Schema that each property refers to', async () => {
    const { client, channels } = scene();
    const urls = new Set(channels.flatMap(({ properties }) => properties.map(({ schema }) => schema)));
    assert.ok(urls.size > 3);
    for (const url of urls) {
      const schema = await client.schemas.get({ schema_name: url.split('/').at(-1) ?? '' });
      assert.equal(schema['$id'], url);
    }
  });

  it('uploads a picture that can be downloaded without a token', async () => {
    const { client, channels } = scene();
    const source = await fetch(channels[0]?.photoUrl ?? '');
    const { url, type, bytes } = await client.uploads.create(await source.blob());
    const response = await fetch(url);
    assert.equal(response.headers.get('content-type'), type);
    assert.equal((await response.arrayBuffer()).byteLength, bytes);
  });

  it('loads both units tables and converts with them', async () => {
    const { client } = scene();
    const { unitSpec, unitCalc } = await client.units.table();
    assert.equal(Object.keys(unitSpec).length, 54);
    assert.equal(unitCalc['celsius']?.['fahrenheit'], '(x * 1.8) + 32');
    const superset = await client.units.tableV2();
    assert.ok(Object.keys(superset.unitSpec).length > 54);
    assert.ok(canConvert('foot', 'centimeter'));
    assert.equal(convert(100, 'foot', 'centimeter'), 3048);
    assert.equal(convert(21.5, '°C', 'fahrenheit').toFixed(1), '70.7');
  });
});
