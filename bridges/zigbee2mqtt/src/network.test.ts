import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ListedDevice } from './devices.ts';
import { createNetwork } from './network.ts';

const lamp = (friendly_name: string): ListedDevice => ({
  ieee_address: '0x00158d0000000001',
  type: 'Router',
  friendly_name,
  definition: {
    vendor: 'IKEA',
    model: 'LED1545G12',
    description: 'Lamp',
    exposes: [{ type: 'numeric', name: 'brightness', property: 'brightness', access: 7 }],
  },
});
const listOf = (name: string) => Buffer.from(JSON.stringify([lamp(name)]));

function setUp() {
  const timers: { at: number; run: () => void }[] = [];
  let now = 0;
  const names: string[] = [];
  const network = createNetwork(
    'manager',
    assert.fail,
    (things) => names.push(things.map(({ name }) => name).join()),
    (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return { [Symbol.dispose]: () => void timers.splice(timers.indexOf(timer), 1) };
    },
  );
  function advance(ms: number): void {
    now += ms;
    for (const timer of timers.splice(0)) {
      if (timer.at <= now) timer.run();
      else timers.push(timer);
    }
  }
  return { network, names, advance };
}

it('reads the newest of many lists every two seconds', () => {
  const { network, names, advance } = setUp();
  network.take('bridge/devices', listOf('before it is known to be current'));
  network.confirm('1');
  for (let number = 0; number <= 50; number += 1) {
    network.take('bridge/devices', listOf(`Lamp ${number}`));
    advance(100);
  }
  advance(2_000);
  advance(200);
  assert.deepEqual(names, ['Lamp 1', 'Lamp 23', 'Lamp 45', 'Lamp 50']);
});

it('reads no list again that did not change', () => {
  const { network, names, advance } = setUp();
  network.confirm('1');
  for (let number = 0; number < 3; number += 1) {
    network.take('bridge/devices', listOf('Lamp'));
    advance(3_000);
  }
  assert.deepEqual(names, ['Lamp']);
});
