import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type HomeTile, renderTile } from '@azulejo/sdk';
import { isFullRun } from '../../support/full-run.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';
import { setUpBridge } from './bridge-scene.ts';
import { type ListedDevice, untilEqual } from './stored-state.ts';
import { lacksZigbee2Mqtt, newNetwork, startZigbee2Mqtt } from './zigbee2mqtt.ts';

const skip = lacksZigbee2Mqtt();
/** Models by two seeds, and all of Green Power in both. */
const HOUSES = [
  { seed: 7, count: 300, seconds: isFullRun ? 60 : 40 },
  { seed: 23, count: isFullRun ? 300 : 100, seconds: isFullRun ? 60 : 20 },
];
type House = (typeof HOUSES)[number];
/** Devices that are added in one transaction, which may take a second. */
const BATCH_SIZE = 20;
const PER_SECOND = 25;

const setUpOf = (house: House) => async (stage: Stage) => {
  const scene = await setUpBridge(stage);
  if (skip) return undefined;
  const devices = newNetwork(house.seed, house.count, 'green-power');
  const zigbee = stage.use(await startZigbee2Mqtt({ mqttPort: scene.mqttPort, devices }));
  const channelsByKey = async () => {
    const found = new Map<string, string>();
    for await (const { channel } of scene.manager.channels.list())
      found.set(channel.remote_key ?? '', channel.id ?? '');
    return found;
  };
  const first = stage.use(scene.startBridge());
  return { ...scene, devices, zigbee, channelsByKey, bridge: { now: first } };
};

for (const { seed, count, seconds } of HOUSES)
  onSqlite(
    `the bridge to Zigbee2MQTT with a large house of seed ${seed}`,
    setUpOf({ seed, count, seconds }),
    (scene) => {
      const house = () => {
        const set = scene();
        assert.ok(set);
        return set;
      };

      it(`creates a channel for each of ${count} models, and none after a crash`, { skip }, async () => {
        const { startBridge, devices, bridge, channelsByKey } = house();
        const expected = ['bridge', ...devices.map(({ ieeeAddr }) => ieeeAddr)].toSorted();
        const all = new RegExp(`"channels":${expected.length},"failed":0`);
        const keys = async () => [...(await channelsByKey()).keys()].toSorted();
        // More than one line of a program may take: 300 templates are 15 requests.
        for (let waited = 0; waited < 8 && !bridge.now.lines.some((line) => all.test(line)); waited += 1)
          await bridge.now.line(all).catch(() => undefined);
        await bridge.now.line(all);
        assert.deepEqual(await keys(), expected);
        assert.deepEqual(bridge.now.lines.filter(reportsFailure), []);
        await bridge.now.crash();
        bridge.now = startBridge();
        await bridge.now.line(all);
        assert.deepEqual(await keys(), expected);
      });

      it(`accepts ${PER_SECOND} reports a second for ${seconds} seconds without a refusal`, {
        skip,
      }, async () => {
        const { zigbee, bridge } = house();
        await zigbee.radio({ do: 'load', perSecond: PER_SECOND, count: PER_SECOND * seconds, seed: 11 });
        assert.deepEqual(bridge.now.lines.filter(reportsFailure), []);
      });

      it('draws every tile of every model', { skip }, async () => {
        const { platform, manager, ana, asAna, channelsByKey } = house();
        const ids = [...(await channelsByKey()).values()];
        const { bridgeDevices } = platform.server.features;
        for (let start = 0; start < ids.length; start += BATCH_SIZE) {
          const wanted = ids.slice(start, start + BATCH_SIZE).map((id) => ({ id }));
          await bridgeDevices.add(manager.id, ana.id, wanted);
        }
        const home = await (await asAna()).readHome();
        // Ana's own phone has tiles, too.
        const tiles = home.filter(({ tile }) => tile.kind === 'device');
        const channels = new Set(tiles.map(({ channel }) => channel.id));
        assert.deepEqual(
          ids.filter((id) => !channels.has(id)),
          [],
        );
        assert.deepEqual(
          tiles.map(faultOf).filter((fault) => fault !== ''),
          [],
        );
        // The devices have reported, so most of them show something.
        const shown = tiles.filter(({ tile, channel, values }) =>
          renderTile(tile, channel, values).slots.some(({ value }) => value !== undefined),
        );
        assert.ok(
          shown.length > tiles.length / 2,
          `only ${shown.length} of ${tiles.length} tiles have a value`,
        );
      });

      it('has every value that Zigbee2MQTT stored', { skip }, async () => {
        const { zigbee, bridge, seen, channelsByKey, readValue, devices } = house();
        await using _bridge = bridge.now;
        const listed = (await seen.message(
          'zigbee2mqtt/bridge/devices',
          (list: unknown[]) => list.length > devices.length,
        )) as ListedDevice[];
        const state = await zigbee.stop();
        const channels = await channelsByKey();
        const { compared, missing, different } = await untilEqual(state, listed, (key, ...place) =>
          readValue(channels.get(key) ?? '', ...place),
        );
        assert.ok(compared > count, `only ${compared} values`);
        assert.deepEqual({ missing, different }, { missing: [], different: [] });
        assert.deepEqual(bridge.now.lines.filter(reportsFailure), []);
        // Lights had colours of which Zigbee2MQTT made a colour temperature of 0, again and again.
        const impossible = bridge.now.lines.filter(isImpossibleTemperature);
        assert.ok(impossible.length > 0);
        assert.equal(new Set(impossible).size, impossible.length);
      });
    },
  );

const isImpossibleTemperature = (line: string) =>
  line.includes('"event":"not_mapped"') && line.includes('color-temperature');

const reportsFailure = (line: string) =>
  !isImpossibleTemperature(line) &&
  /"event":"[a-z_]*(refused|failed|lost|not_mapped)"/.test(line) &&
  !line.includes('"event":"status"');

const NO_VALUE = '--';

/** Returns what is wrong with a tile; empty when it has a name, a picture and a state. */
function faultOf({ tile, channel, values }: HomeTile): string {
  const { label, slots, toggle, icon, openState } = renderTile(tile, channel, values);
  const faults = [
    ...(label.trim() === '' ? ['has no name'] : []),
    ...(URL.canParse(tile.photoUrl) ? [] : ['has no picture']),
    ...(slots.length === 0 && !toggle && !icon && !openState ? ['shows nothing'] : []),
    ...slots
      .filter(({ value, text }) => (value === undefined ? text !== NO_VALUE : text.trim() === ''))
      .map(({ property, text }) => `shows ${property} as "${text}"`),
  ];
  return faults.length === 0 ? '' : `${channel.id}, ${label}: ${faults.join(', ')}`;
}
