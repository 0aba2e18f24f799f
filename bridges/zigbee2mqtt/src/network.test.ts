import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Log } from '@azulejo/bridge';
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

function setUp(log: Log = assert.fail) {
  const timers: { at: number; run: () => void }[] = [];
  let now = 0;
  const names: string[] = [];
  let isSubscribed = true;
  let retained: Buffer = listOf('');
  let received = 0;
  const network = createNetwork({
    owner: 'manager',
    log,
    onChange: (things) => names.push(things.map(({ name }) => name).join()),
    receiveLists: (isWanted) => {
      isSubscribed = isWanted;
      if (isWanted) receive();
    },
    setTimer: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return { [Symbol.dispose]: () => void timers.splice(timers.indexOf(timer), 1) };
    },
  });
  function receive(): void {
    received += 1;
    network.receive('bridge/devices', retained);
  }
  function publishList(list: Buffer): void {
    retained = list;
    if (isSubscribed) receive();
  }
  const publish = (name: string) => publishList(listOf(name));
  function advance(ms: number): void {
    now += ms;
    for (const timer of timers.splice(0)) {
      if (timer.at <= now) timer.run();
      else timers.push(timer);
    }
  }
  return { network, names, publish, publishList, advance, received: () => received };
}

it('logs a device that cannot be described, and reads the others', () => {
  const logged: unknown[] = [];
  const { network, names, publishList, advance } = setUp((event, details) => logged.push([event, details]));
  network.confirm('1');
  const deep = `{"ieee_address":"0x1","definition":{"vendor":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`;
  publishList(Buffer.from(`[null,${deep},${JSON.stringify(lamp('Lamp'))}]`));
  advance(200);
  assert.deepEqual(names, ['Lamp']);
  assert.match(JSON.stringify(logged), /^\[\["not_mapped",\{"about":"device","device":"0x1"/);
});

it('reads the newest of many lists every two seconds, and receives few of the others', () => {
  const { network, names, publish, advance, received } = setUp();
  publish('before it is known to be current');
  network.confirm('1');
  for (let number = 0; number <= 50; number += 1) {
    publish(`Lamp ${number}`);
    advance(100);
  }
  advance(2_000);
  advance(200);
  assert.deepEqual(names, ['Lamp 1', 'Lamp 23', 'Lamp 45', 'Lamp 50']);
  assert.ok(received() <= 10, `${received()} of 52 lists`);
});

it('reads no list again that did not change', () => {
  const { network, names, publish, advance } = setUp();
  network.confirm('1');
  for (let number = 0; number < 3; number += 1) {
    publish('Lamp');
    advance(3_000);
  }
  assert.deepEqual(names, ['Lamp']);
});

it('waits for the list of the running instance when the earlier one stopped before its list was received', () => {
  const { network, names, publish, advance } = setUp();
  network.confirm('1');
  publish('Lamp of the earlier instance');
  advance(200);
  network.receive('bridge/devices', listOf('Lamp that was on its way'));
  network.markStale();
  publish('Lamp of the running instance');
  network.confirm('1');
  advance(200);
  advance(2_000);
  advance(200);
  assert.deepEqual(names, ['Lamp of the earlier instance', 'Lamp of the running instance']);
});
