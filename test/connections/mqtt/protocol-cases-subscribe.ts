import type { Case } from './protocol-case.ts';
import {
  bytes,
  notUtf8,
  packet,
  publish,
  suback,
  subscribe,
  text,
  uint16,
  unsuback,
  unsubscribe,
} from './protocol-wire.ts';

type Row = readonly [name: string, clause: string, send: Buffer, expect: Case['expect']];

const rows = (name: Case['packet'], after: '3.1' | '3.1.1', ...list: Row[]): Case[] =>
  list.map(([what, clause, send, expect]) => ({ packet: name, name: what, clause, after, send, expect }));

const many = Array.from({ length: 101 }, (_, index) => [`t/${index}`, 0] as const);
const filterBody = (filter: string | Buffer, qos = 0) => [uint16(3), text(filter), bytes(qos)];
const valid = [
  '#',
  '+',
  '/',
  '//',
  '/+',
  '+/',
  '+/+/#',
  'a/+/b',
  'a/#',
  '/#',
  '$SYS/#',
  '$share/g/a',
  ' ',
  '家/#',
];
const invalid = ['a#', 'a/#/b', '#/a', '##', '#+', '+#', 'a+', '+a', 'a/+b', 'a/b+/c', 'a/b#', '++'];

const subscribed = rows(
  'SUBSCRIBE',
  '3.1.1',
  ['QoS 0', 'MQTT-3.8.4-1', subscribe(3, ['a', 0]), suback(3, 0)],
  ['QoS 1', 'MQTT-3.8.4-1', subscribe(3, ['a', 1]), suback(3, 1)],
  ['QoS 2', 'MQTT-3.8.4-1', subscribe(3, ['a', 2]), suback(3, 2)],
  ['three filters', 'MQTT-3.8.4-4', subscribe(3, ['a', 0], ['b', 1], ['c', 2]), suback(3, 0, 1, 2)],
  ['one filter twice', 'MQTT-3.9.3-1', subscribe(3, ['a', 1], ['a', 0]), suback(3, 1, 0)],
  ['what was subscribed', 'MQTT-3.8.4-3', twice(subscribe(3, ['a', 0])), twice(suback(3, 0))],
  ['what is not allowed', 'MQTT 3.9.3', subscribe(3, ['forbidden', 1]), suback(3, 0x80)],
  [
    'what is not allowed among others',
    'MQTT-3.8.4-5',
    subscribe(3, ['a', 1], ['forbidden', 1], ['b', 0]),
    suback(3, 1, 0x80, 0),
  ],
  ['identifier 65,535', 'MQTT-3.8.4-2', subscribe(65_535, ['a', 0]), suback(65_535, 0)],
  [
    'more than a session may have',
    'MQTT 3.9.3',
    subscribe(3, ...many),
    suback(3, ...Array<number>(100).fill(0), 0x80),
  ],
  ['a filter of 40 levels', 'MQTT 3.9.3', subscribe(3, ['a/'.repeat(39), 0]), suback(3, 0x80)],
  ['a filter of 65,535 bytes', 'MQTT 3.9.3', subscribe(3, ['x'.repeat(65_535), 0]), suback(3, 0x80)],
  ...valid.map(
    (filter): Row => [`the filter ${filter}`, 'MQTT 4.7.1', subscribe(3, [filter, 0]), suback(3, 0)],
  ),
);

const brokenSubscribe = rows(
  'SUBSCRIBE',
  '3.1.1',
  ['no filter', 'MQTT-3.8.3-3', packet(0x82, uint16(3)), 'closed'],
  ['no body', 'MQTT-4.8.0-1', packet(0x82), 'closed'],
  ['half an identifier', 'MQTT-4.8.0-1', packet(0x82, bytes(3)), 'closed'],
  ['identifier 0', 'MQTT-2.3.1-1', subscribe(0, ['a', 0]), 'closed'],
  ['QoS 3', 'MQTT-3-8.3-4', subscribe(3, ['a', 3]), 'closed'],
  ['a reserved bit of the QoS', 'MQTT-3-8.3-4', subscribe(3, ['a', 4]), 'closed'],
  ['all reserved bits of the QoS', 'MQTT-3-8.3-4', subscribe(3, ['a', 0xfc]), 'closed'],
  ['a second filter with QoS 3', 'MQTT-3-8.3-4', subscribe(3, ['a', 0], ['b', 3]), 'closed'],
  ['no QoS', 'MQTT-4.8.0-1', packet(0x82, uint16(3), text('a')), 'closed'],
  ['a second filter without QoS', 'MQTT-4.8.0-1', packet(0x82, ...filterBody('a'), text('b')), 'closed'],
  [
    'a filter longer than the packet',
    'MQTT-4.8.0-1',
    packet(0x82, uint16(3), uint16(9), bytes(0x61)),
    'closed',
  ],
  ['an empty filter', 'MQTT-4.7.3-1', subscribe(3, ['', 0]), 'closed'],
  ['a filter with U+0000', 'MQTT-4.7.3-2', subscribe(3, ['a\0', 0]), 'closed'],
  ...[0, 1, 3, 6, 10].map(
    (flags): Row => [
      `flags ${flags} of the header`,
      'MQTT-3.8.1-1',
      packet(0x80 | flags, ...filterBody('a')),
      'closed',
    ],
  ),
  ...invalid.map(
    (filter): Row => [
      `the filter ${filter}`,
      filter.includes('#') ? 'MQTT-4.7.1-2' : 'MQTT-4.7.1-3',
      subscribe(3, [filter, 0]),
      'closed',
    ],
  ),
  ...notUtf8.map(
    ([name, value]): Row => [`a filter with ${name}`, 'MQTT-3.8.3-1', subscribe(3, [value, 0]), 'closed'],
  ),
);

const unsubscribed = rows(
  'UNSUBSCRIBE',
  '3.1.1',
  [
    'what was subscribed',
    'MQTT-3.10.4-4',
    both(subscribe(3, ['a', 0]), unsubscribe(4, 'a')),
    both(suback(3, 0), unsuback(4)),
  ],
  ['what was not', 'MQTT-3.10.4-5', unsubscribe(4, 'a'), unsuback(4)],
  ['several', 'MQTT-3.10.4-6', unsubscribe(4, 'a', '#', 'a/+'), unsuback(4)],
  ['identifier 65,535', 'MQTT-3.10.4-4', unsubscribe(65_535, 'a'), unsuback(65_535)],
  ['no filter', 'MQTT-3.10.3-2', packet(0xa2, uint16(4)), 'closed'],
  ['no body', 'MQTT-4.8.0-1', packet(0xa2), 'closed'],
  ['identifier 0', 'MQTT-2.3.1-1', unsubscribe(0, 'a'), 'closed'],
  ['an empty filter', 'MQTT-4.7.3-1', unsubscribe(4, ''), 'closed'],
  ['a filter with U+0000', 'MQTT-4.7.3-2', unsubscribe(4, 'a\0'), 'closed'],
  [
    'a filter longer than the packet',
    'MQTT-4.8.0-1',
    packet(0xa2, uint16(4), uint16(9), bytes(0x61)),
    'closed',
  ],
  ['half a length left over', 'MQTT-4.8.0-1', packet(0xa2, uint16(4), text('a'), bytes(0)), 'closed'],
  ['the filter a/#/b', 'MQTT-4.7.1-2', unsubscribe(4, 'a/#/b'), 'closed'],
  ['the filter a+', 'MQTT-4.7.1-3', unsubscribe(4, 'a+'), 'closed'],
  ...[0, 1, 3, 10].map(
    (flags): Row => [
      `flags ${flags} of the header`,
      'MQTT-3.10.1-1',
      packet(0xa0 | flags, uint16(4), text('a')),
      'closed',
    ],
  ),
  ...notUtf8.map(
    ([name, value]): Row => [`a filter with ${name}`, 'MQTT-3.10.3-1', unsubscribe(4, value), 'closed'],
  ),
);

const older = [
  ...rows(
    'SUBSCRIBE',
    '3.1',
    ['of MQTT 3.1', 'MQTT 3.1 3.8', subscribe(3, ['a', 1]), suback(3, 1)],
    ['sent again with DUP, of MQTT 3.1', 'MQTT 3.1 3.8', packet(0x8a, ...filterBody('a', 1)), suback(3, 1)],
    ['QoS 3, of MQTT 3.1', 'MQTT 3.1 3.8', subscribe(3, ['a', 3]), 'closed'],
  ),
  ...rows(
    'UNSUBSCRIBE',
    '3.1',
    ['of MQTT 3.1', 'MQTT 3.1 3.10', unsubscribe(4, 'a'), unsuback(4)],
    ['sent again with DUP, of MQTT 3.1', 'MQTT 3.1 3.10', packet(0xaa, uint16(4), text('a')), unsuback(4)],
  ),
];

/** The test rules echo what is published. */
const echoes = [
  ...rows('SUBSCRIBE', '3.1.1', [
    'what matches comes',
    'MQTT-3.3.5-1',
    Buffer.concat([subscribe(3, ['a/+', 0], ['a/#', 0]), publish('a/b')]),
    Buffer.concat([suback(3, 0, 0), publish('a/b')]),
  ]),
  ...rows('UNSUBSCRIBE', '3.1.1', [
    'nothing comes after it',
    'MQTT-3.10.4-2',
    Buffer.concat([subscribe(3, ['a', 0]), unsubscribe(4, 'a'), publish('a')]),
    Buffer.concat([suback(3, 0), unsuback(4)]),
  ]),
];

export const subscribeCases: readonly Case[] = [
  ...subscribed,
  ...brokenSubscribe,
  ...unsubscribed,
  ...older,
  ...echoes,
];

function both(first: Buffer, second: Buffer): Buffer {
  return Buffer.concat([first, second]);
}

function twice(one: Buffer): Buffer {
  return both(one, one);
}
