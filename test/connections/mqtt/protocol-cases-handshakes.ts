import { type Case, silence } from './protocol-case.ts';
import {
  bytes,
  connack,
  DISCONNECT,
  PINGREQ,
  PINGRESP,
  packet,
  puback,
  pubcomp,
  publish,
  pubrec,
  pubrel,
  suback,
  subscribe,
  uint16,
  unsuback,
  unsubscribe,
} from './protocol-wire.ts';

type Name = Case['packet'];
type Row = readonly [name: string, clause: string, send: Buffer, expect: Case['expect']];

const rows = (name: Name, after: Case['after'], ...list: Row[]): Case[] =>
  list.map(([what, clause, send, expect]) => ({ packet: name, name: what, clause, after, send, expect }));

/** PUBACK, PUBREC, PUBREL and PUBCOMP differ in their header and in what an unknown identifier gets. */
function acknowledgement(name: Name, header: number, answer: Buffer): Case[] {
  const flags = [0, 1, 2, 4, 8].map((bit) => (header & 0xf0) | bit).filter((each) => each !== header);
  return [
    ...rows(
      name,
      '3.1.1',
      ['an identifier that is not known', 'MQTT 4.3', packet(header, uint16(9)), answer],
      ['identifier 0', 'MQTT-2.3.1-1', packet(header, uint16(0)), 'closed'],
      ['no identifier', 'MQTT-4.8.0-1', packet(header), 'closed'],
      ['half an identifier', 'MQTT-4.8.0-1', packet(header, bytes(9)), 'closed'],
      ['bytes left over', 'MQTT-4.8.0-1', packet(header, uint16(9), bytes(0)), 'closed'],
      ...flags.map(
        (each): Row => [
          `flags ${each & 15} of the header`,
          'MQTT-2.2.2-2',
          packet(each, uint16(9)),
          'closed',
        ],
      ),
    ),
    ...rows(name, '3.1', ['with DUP, of MQTT 3.1', 'MQTT 3.1 2.1', packet(header | 8, uint16(9)), answer]),
  ];
}

const pings = [
  ...rows(
    'PINGREQ',
    '3.1.1',
    ['one', 'MQTT-3.12.4-1', PINGREQ, PINGRESP],
    ['two', 'MQTT-3.12.4-1', Buffer.concat([PINGREQ, PINGREQ]), Buffer.concat([PINGRESP, PINGRESP])],
    ['a body', 'MQTT-4.8.0-1', packet(0xc0, bytes(0)), 'closed'],
    ['flag 1 of the header', 'MQTT-2.2.2-2', packet(0xc1), 'closed'],
    ['flag 8 of the header', 'MQTT-2.2.2-2', packet(0xc8), 'closed'],
    ['a remaining length of five bytes', 'MQTT 2.2.3', bytes(0xc0, 0x80, 0x80, 0x80, 0x80, 0), 'closed'],
  ),
  ...rows('PINGREQ', '3.1', ['flags without meaning, of MQTT 3.1', 'MQTT 3.1 3.12', packet(0xc2), PINGRESP]),
];

const ends = rows(
  'DISCONNECT',
  '3.1.1',
  ['one', 'MQTT-3.14.4-2', DISCONNECT, 'closed'],
  ['nothing after it is handled', 'MQTT-3.14.4-2', Buffer.concat([DISCONNECT, PINGREQ]), 'closed'],
  ['a body', 'MQTT-3.14.1-1', packet(0xe0, bytes(0)), 'closed'],
  ['flag 1 of the header', 'MQTT-3.14.1-1', packet(0xe1), 'closed'],
);

/** Packets that only servers send. */
const wrongWay: Case[] = [
  ...rows('CONNACK', '3.1.1', ['from a client', 'MQTT 2.2.1', connack(0), 'closed']),
  ...rows('SUBACK', '3.1.1', ['from a client', 'MQTT 2.2.1', suback(3, 0), 'closed']),
  ...rows('UNSUBACK', '3.1.1', ['from a client', 'MQTT 2.2.1', unsuback(3), 'closed']),
  ...rows('PINGRESP', '3.1.1', ['from a client', 'MQTT 2.2.1', PINGRESP, 'closed']),
  ...rows(
    'none',
    '3.1.1',
    ['type 0', 'MQTT 2.2.1', bytes(0, 0), 'closed'],
    ['type 15', 'MQTT 2.2.1', bytes(0xf0, 0), 'closed'],
    ['AUTH of MQTT 5', 'MQTT 2.2.1', bytes(0xf0, 2, 0, 0), 'closed'],
  ),
];

const tooEarly: Case[] = (
  [
    ['CONNACK', connack(0)],
    ['PUBLISH', publish('t', { qos: 1 })],
    ['PUBACK', puback(1)],
    ['PUBREC', pubrec(1)],
    ['PUBREL', pubrel(1)],
    ['PUBCOMP', pubcomp(1)],
    ['SUBSCRIBE', subscribe(1, ['a', 0])],
    ['SUBACK', suback(1, 0)],
    ['UNSUBSCRIBE', unsubscribe(1, 'a')],
    ['UNSUBACK', unsuback(1)],
    ['PINGREQ', PINGREQ],
    ['PINGRESP', PINGRESP],
    ['DISCONNECT', DISCONNECT],
  ] as const
).flatMap(([name, send]) => rows(name, 'nothing', ['before CONNECT', 'MQTT-3.1.0-1', send, 'closed']));

const notMqtt = rows(
  'none',
  'nothing',
  ['a request of HTTP', 'MQTT-3.1.0-1', Buffer.from('GET / HTTP/1.1\r\nHost: a\r\n\r\n'), 'closed'],
  ['the start of TLS', 'MQTT-3.1.0-1', bytes(0x16, 3, 1, 0, 5, 1, 0, 0, 1, 3), 'closed'],
  ['type 0', 'MQTT 2.2.1', bytes(0, 0), 'closed'],
  ['type 15', 'MQTT 2.2.1', bytes(0xf0, 0), 'closed'],
  ['zeros', 'MQTT-3.1.0-1', Buffer.alloc(64), 'closed'],
  ['ones', 'MQTT-3.1.0-1', Buffer.alloc(64, 0xff), 'closed'],
);

export const handshakeCases: readonly Case[] = [
  ...acknowledgement('PUBACK', 0x40, silence),
  ...acknowledgement('PUBREC', 0x50, pubrel(9)),
  ...acknowledgement('PUBREL', 0x62, pubcomp(9)),
  ...acknowledgement('PUBCOMP', 0x70, silence),
  ...pings,
  ...ends,
  ...wrongWay,
  ...tooEarly,
  ...notMqtt,
];
