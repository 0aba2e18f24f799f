import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type ListedDevice, thingOf } from './devices.ts';

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
