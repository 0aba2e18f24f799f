import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ListedDevice, thingOf } from './devices.ts';
import { withFirmware } from './firmware.ts';
import { joinRequestOf } from './serve.ts';

const KEY = '0x00158d0000000001';

const named = (friendly_name: string): ListedDevice => ({
  ieee_address: KEY,
  type: 'Router',
  friendly_name,
  definition: {
    vendor: 'eWeLink',
    model: 'ZB-SW02',
    description: 'Smart light switch/2 gang relay',
    exposes: [{ type: 'numeric', name: 'brightness', property: 'brightness', access: 7 }],
  },
});

it('names a device without a name after its model, without an area', () => {
  assert.equal(thingOf(named(KEY), '26', 'manager')?.name, 'eWeLink Smart light switch, 2 gang relay');
  assert.equal(thingOf(named('Hall/switch'), '26', 'manager')?.name, 'Hall/switch');
});

it('describes no device whose name cannot be a topic', () => {
  for (const name of ['', 'a\0b', 'a\nb', 'a\u0085b', 'a\uffffb', 'Hall/+', '#', 'x'.repeat(513)])
    assert.throws(() => thingOf(named(name), '26', 'manager'), /cannot be a topic/, JSON.stringify(name));
});

it('describes a Green Power switch without a vendor, and a device without a model', () => {
  const templateOf = (device: Partial<ListedDevice>) =>
    thingOf({ ...named('Wall switch'), ...device }, '26', 'manager')?.makeTemplate();
  const empty = { source: 'generated', vendor: '', model: '', description: '', exposes: [] };
  const green = templateOf({ type: 'GreenPower', model_id: 'GreenPower_2', definition: empty });
  assert.deepEqual([green?.vendor, green?.model], ['Green Power', 'GreenPower_2']);
  const bare = templateOf({ definition: { ...empty, source: 'native' } });
  assert.deepEqual([bare?.vendor, bare?.model, bare?.name], ['Zigbee', 'Device', 'Zigbee Device']);
});

it('does not know a firmware of -1, and asks each version of Zigbee2MQTT to let devices join in its words', () => {
  const versions = (installed_version: unknown) =>
    withFirmware({ update: { state: 'idle', installed_version, latest_version: installed_version } });
  for (const unknown of [-1, '-1']) assert.equal(versions(unknown)['firmware'], undefined);
  assert.equal(versions(268513381)['firmware_available'], 268513381);
  assert.deepEqual(joinRequestOf('1.42.0', true), { value: true, time: 254 });
  assert.deepEqual(joinRequestOf('1.42.0', false), { value: false, time: 0 });
  assert.deepEqual(joinRequestOf('2.6.1', true), { time: 254 });
});
