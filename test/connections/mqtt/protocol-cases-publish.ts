import { type Case, silence } from './protocol-case.ts';
import {
  bytes,
  notUtf8,
  packet,
  puback,
  pubcomp,
  publish,
  pubrec,
  pubrel,
  text,
  uint16,
} from './protocol-wire.ts';

type Row = readonly [name: string, clause: string, send: Buffer, expect: Case['expect'], left?: string];

const rows = (after: '3.1' | '3.1.1', ...list: Row[]): Case[] =>
  list.map(([name, clause, send, expect, left]) => {
    const one: Case = { packet: 'PUBLISH', name, clause, after, send, expect };
    return left === undefined ? one : { ...one, left };
  });

const LIMIT = 256 * 1024;
const ofLength = (length: number) =>
  publish('t', { qos: 1, payload: Buffer.alloc(length - text('t').length - 2) });
const deep = 'a/'.repeat(40);
const NOT_RETAINED = 'RETAIN is ignored: the last stored value is the retained message';

const taken = rows(
  '3.1.1',
  ['QoS 0', 'MQTT-3.3.4-1', publish('t'), silence],
  ['QoS 1', 'MQTT-3.3.4-1', publish('t', { qos: 1 }), puback(7)],
  ['QoS 2', 'MQTT-3.3.4-1', publish('t', { qos: 2 }), pubrec(7)],
  [
    'QoS 2 to its end',
    'MQTT-4.3.3-2',
    both(publish('t', { qos: 2 }), pubrel(7)),
    both(pubrec(7), pubcomp(7)),
  ],
  ['QoS 2 again before PUBREL', 'MQTT-4.3.3-2', twice(publish('t', { qos: 2 })), twice(pubrec(7))],
  ['QoS 1, the same identifier twice', 'MQTT-4.3.2-2', twice(publish('t', { qos: 1 })), twice(puback(7))],
  ['DUP with QoS 1', 'MQTT-3.3.1-1', publish('t', { qos: 1, dup: true }), puback(7)],
  ['DUP with QoS 2', 'MQTT-3.3.1-1', publish('t', { qos: 2, dup: true }), pubrec(7)],
  ['identifier 1', 'MQTT 2.3.1', publish('t', { qos: 1, id: 1 }), puback(1)],
  ['identifier 65,535', 'MQTT 2.3.1', publish('t', { qos: 1, id: 65_535 }), puback(65_535)],
  ['no payload', 'MQTT 3.3.3', publish('t', { qos: 1, payload: '' }), puback(7)],
  ['a payload that is no text', 'MQTT 3.3.3', publish('t', { qos: 1, payload: bytes(0xff, 0) }), puback(7)],
  ['RETAIN', 'MQTT-3.3.1-5', publish('t', { qos: 1, retain: true }), puback(7), NOT_RETAINED],
  [
    'RETAIN without payload',
    'MQTT-3.3.1-10',
    publish('t', { qos: 1, retain: true, payload: '' }),
    puback(7),
    NOT_RETAINED,
  ],
  ['the topic /', 'MQTT-4.7.3-1', publish('/', { qos: 1 }), puback(7)],
  ['empty levels', 'MQTT 4.7.1.1', publish('//a//', { qos: 1 }), puback(7)],
  ['a topic with spaces', 'MQTT 4.7.3', publish(' a b ', { qos: 1 }), puback(7)],
  ['a topic in another script', 'MQTT 1.5.3', publish('家/温度', { qos: 1 }), puback(7)],
  ['a topic with U+FEFF', 'MQTT-1.5.3-3', publish('\ufeff', { qos: 1 }), puback(7)],
  ['a topic of the server', 'MQTT 4.7.2', publish('$SYS/x', { qos: 1 }), puback(7)],
  ['a topic that only looks shared', 'MQTT 4.7.2', publish('$share/g/t', { qos: 1 }), puback(7)],
  ['a topic of 65,535 bytes', 'MQTT-4.7.3-3', publish('x'.repeat(65_535), { qos: 1 }), puback(7)],
  ['a topic of 41 levels', 'MQTT 4.7.1.1', publish(deep, { qos: 1 }), puback(7)],
  ['the largest packet', 'MQTT 2.2.3', ofLength(LIMIT), puback(7)],
);

const malformed = rows(
  '3.1.1',
  ['QoS 3', 'MQTT-3.3.1-4', publish('t', { qos: 3 }), 'closed'],
  ['QoS 3 with DUP', 'MQTT-3.3.1-4', publish('t', { qos: 3, dup: true }), 'closed'],
  ['DUP with QoS 0', 'MQTT-3.3.1-2', publish('t', { dup: true }), 'closed'],
  ['no topic', 'MQTT-4.7.3-1', publish('', { qos: 1 }), 'closed'],
  ['a topic with +', 'MQTT-3.3.2-2', publish('a/+/b', { qos: 1 }), 'closed'],
  ['a topic with #', 'MQTT-3.3.2-2', publish('a/#', { qos: 1 }), 'closed'],
  ['a topic with + in a level', 'MQTT-3.3.2-2', publish('a+b', { qos: 1 }), 'closed'],
  ['a topic with # in a level', 'MQTT-3.3.2-2', publish('a#', { qos: 1 }), 'closed'],
  ['a topic with U+0000', 'MQTT-4.7.3-2', publish('a\0', { qos: 1 }), 'closed'],
  ['identifier 0 with QoS 1', 'MQTT-2.3.1-1', publish('t', { qos: 1, id: 0 }), 'closed'],
  ['identifier 0 with QoS 2', 'MQTT-2.3.1-1', publish('t', { qos: 2, id: 0 }), 'closed'],
  ['no identifier with QoS 1', 'MQTT-2.3.1-1', packet(0x32, text('t')), 'closed'],
  ['half an identifier', 'MQTT-4.8.0-1', packet(0x34, text('t'), bytes(1)), 'closed'],
  ['no body', 'MQTT-4.8.0-1', packet(0x30), 'closed'],
  ['half a length', 'MQTT-4.8.0-1', packet(0x30, bytes(0)), 'closed'],
  ['a topic longer than the packet', 'MQTT-4.8.0-1', packet(0x30, uint16(9), bytes(0x61)), 'closed'],
  ['more than the largest packet', 'MQTT 2.2.3', ofLength(LIMIT + 1), 'closed'],
  ['a remaining length of 256 MB', 'MQTT 2.2.3', bytes(0x30, 0xff, 0xff, 0xff, 0x7f), 'closed'],
  ['a remaining length of five bytes', 'MQTT 2.2.3', bytes(0x30, 0x80, 0x80, 0x80, 0x80, 1), 'closed'],
  ...notUtf8.map(
    ([name, value]): Row => [`a topic with ${name}`, 'MQTT-1.5.3-1', publish(value, { qos: 1 }), 'closed'],
  ),
);

const older = rows(
  '3.1',
  ['QoS 0, of MQTT 3.1', 'MQTT 3.1 3.3', publish('t'), silence],
  ['QoS 1, of MQTT 3.1', 'MQTT 3.1 3.3', publish('t', { qos: 1 }), puback(7)],
  [
    'QoS 2, of MQTT 3.1',
    'MQTT 3.1 3.3',
    both(publish('t', { qos: 2 }), pubrel(7)),
    both(pubrec(7), pubcomp(7)),
  ],
  ['DUP with QoS 0, of MQTT 3.1', 'MQTT 3.1 2.1', publish('t', { dup: true }), silence],
  ['QoS 3, of MQTT 3.1', 'MQTT 3.1 2.1', publish('t', { qos: 3 }), 'closed'],
  ['a topic with #, of MQTT 3.1', 'MQTT 3.1 3.3', publish('a/#'), 'closed'],
);

export const publishCases: readonly Case[] = [...taken, ...malformed, ...older];

function both(first: Buffer, second: Buffer): Buffer {
  return Buffer.concat([first, second]);
}

function twice(one: Buffer): Buffer {
  return both(one, one);
}
