import type { Case } from './protocol-case.ts';
import {
  bytes,
  CLEAN,
  connack,
  connect,
  connect31,
  connectBody,
  credentials,
  notUtf8,
  PASSWORD,
  packet,
  text,
  USERNAME,
  uint16,
  WILL,
  WILL_RETAIN,
} from './protocol-wire.ts';

type Row = readonly [name: string, clause: string, send: Buffer, left?: string];

const rows = (expect: Case['expect'], ...list: Row[]): Case[] =>
  list.map(([name, clause, send, left]) => {
    const one: Case = { packet: 'CONNECT', name, clause, after: 'nothing', send, expect };
    return left === undefined ? one : { ...one, left };
  });

const SIGNED_IN = USERNAME | PASSWORD | CLEAN;
const will = [text('will/topic'), text('gone')];
const withWill = (flags: number, rest: Buffer[] = will) =>
  connect({ flags: SIGNED_IN | flags, rest: [...rest, ...credentials] });
const complete = connectBody({ flags: SIGNED_IN | WILL, rest: [...will, ...credentials] });

const accepted = rows(
  connack(0),
  ['with the unused flag, of MQTT 3.1', 'MQTT 3.1 3.1', connect31({ flags: SIGNED_IN | 1 })],
  ['QoS and RETAIN of no will, of MQTT 3.1', 'MQTT 3.1 3.1', connect31({ flags: SIGNED_IN | 0x38 })],
  ['flags of the header, of MQTT 3.1', 'MQTT 3.1 3.1', packet(0x1f, connect31().subarray(2))],
  ['of MQTT 3.1.1', 'MQTT-3.1.4-4', connect()],
  ['of MQTT 3.1', 'MQTT 3.1 3.1', connect31()],
  ['an empty client id', 'MQTT-3.1.3-6', connect({ id: '' })],
  ['a client id of 23 letters', 'MQTT-3.1.3-5', connect({ id: 'x'.repeat(23) })],
  ['a client id of 16,000 letters', 'MQTT 3.1.3.1', connect({ id: 'x'.repeat(16_000) })],
  ['a client id with a slash and spaces', 'MQTT 3.1.3.1', connect({ id: ' /+# ' })],
  ['a client id in another script', 'MQTT-3.1.3-4', connect({ id: '温度計' })],
  ['a client id with U+FEFF', 'MQTT-1.5.3-3', connect({ id: '\ufeff' })],
  ['a client id beyond the basic plane', 'MQTT 1.5.3', connect({ id: '🧱' })],
  ['a session to be kept', 'MQTT-3.1.2-4', connect({ flags: USERNAME | PASSWORD })],
  ['a session to be kept, of MQTT 3.1', 'MQTT 3.1 3.1', connect31({ flags: USERNAME | PASSWORD })],
  ['keep alive 0', 'MQTT 3.1.2.10', connect({ keepAlive: 0 })],
  ['keep alive 65,535', 'MQTT 3.1.2.10', connect({ keepAlive: 65_535 })],
  ['a will', 'MQTT-3.1.2-8', withWill(WILL)],
  ['a will of QoS 1', 'MQTT 3.1.2.6', withWill(WILL | 0x08)],
  ['a will of QoS 2', 'MQTT 3.1.2.6', withWill(WILL | 0x10)],
  ['a retained will', 'MQTT-3.1.2-17', withWill(WILL | WILL_RETAIN)],
  ['a will without payload', 'MQTT 3.1.3.3', withWill(WILL, [text('t'), text('')])],
  ['a will that is no text', 'MQTT 3.1.3.3', withWill(WILL, [text('t'), text(bytes(0xff, 0))])],
  ['a remaining length of two bytes where one would do', 'MQTT 2.2.3', padded(connectBody())],
  [
    'a client id of 24 letters',
    'MQTT 3.1 3.1',
    connect31({ id: 'x'.repeat(24) }),
    'accepted, not refused with 2',
  ],
  ['an empty client id, of MQTT 3.1', 'MQTT 3.1 3.1', connect31({ id: '' }), 'accepted, not refused with 2'],
);

const newerVersions = rows(
  connack5(0x84, 'Use MQTT 3.1.1, which is level 4.'),
  ['of MQTT 5', 'MQTT-3.1.2-2', connect5()],
  ['of MQTT 5, cut after its level', 'MQTT-3.1.2-2', packet(0x10, text('MQTT'), bytes(5))],
  ['level 6', 'MQTT-3.1.2-2', connect({ level: 6 })],
  ['level 255', 'MQTT-3.1.2-2', connect({ level: 255 })],
);

const otherVersions = rows(
  connack(1),
  ['level 0', 'MQTT-3.1.2-2', connect({ level: 0 })],
  ['level 5 with the name of 3.1', 'MQTT-3.1.2-2', connect31({ level: 5 })],
  ['level 3 with the name of 3.1.1', 'MQTT-3.1.2-2', connect({ level: 3 })],
  ['level 4 with the name of 3.1', 'MQTT-3.1.2-2', connect31({ level: 4 })],
  ['the bit by which bridges ask', 'MQTT-3.1.2-2', connect({ level: 0x84 })],
  ['the bit by which bridges ask, of MQTT 3.1', 'MQTT-3.1.2-2', connect31({ level: 0x83 })],
);

const refusedIds = rows(
  connack(2),
  ['an empty client id to be kept', 'MQTT-3.1.3-8', connect({ id: '', flags: USERNAME | PASSWORD })],
  [
    'an empty client id to be kept, of MQTT 3.1',
    'MQTT 3.1 3.1',
    connect31({ id: '', flags: USERNAME | PASSWORD }),
  ],
);

const refusedCredentials = rows(
  connack(4),
  ['a dead token', 'MQTT-3.1.4-2', connect({ rest: [text('anna'), text('dead')] })],
  ['no credentials', 'MQTT-3.1.2-20', connect({ flags: CLEAN, rest: [] })],
  ['a username alone', 'MQTT-3.1.2-21', connect({ flags: USERNAME | CLEAN, rest: [text('anna')] })],
  ['empty credentials', 'MQTT 3.1.3.5', connect({ rest: [text(''), text('')] })],
  ['a password that is no text', 'MQTT 3.1.3.5', connect({ rest: [text('anna'), text(bytes(0xff))] })],
  ['fields that the flags promise left out, of MQTT 3.1', 'MQTT 3.1 3.1', connect31({ rest: [] })],
  ['a password left out, of MQTT 3.1', 'MQTT 3.1 3.1', connect31({ rest: [text('anna')] })],
);

const malformed = rows(
  'closed',
  ['a token that cannot be looked up', 'MQTT-3.2.2-6', connect({ rest: [text('anna'), text('unclear')] })],
  ['another protocol', 'MQTT-3.1.2-1', connect({ name: 'HTTP' })],
  ['its name in small letters', 'MQTT-3.1.2-1', connect({ name: 'mqtt' })],
  ['its name with a space', 'MQTT-3.1.2-1', connect({ name: 'MQTT ' })],
  ['its name with U+0000', 'MQTT-1.5.3-2', connect({ name: 'MQTT\0' })],
  ['no name', 'MQTT-3.1.2-1', connect({ name: '' })],
  ['the reserved flag', 'MQTT-3.1.2-3', connect({ flags: SIGNED_IN | 1 })],
  ['QoS 1 without a will', 'MQTT-3.1.2-13', connect({ flags: SIGNED_IN | 0x08 })],
  ['QoS 2 without a will', 'MQTT-3.1.2-13', connect({ flags: SIGNED_IN | 0x10 })],
  ['RETAIN without a will', 'MQTT-3.1.2-15', connect({ flags: SIGNED_IN | WILL_RETAIN })],
  ['a will of QoS 3', 'MQTT-3.1.2-14', withWill(WILL | 0x18)],
  [
    'a password without username',
    'MQTT-3.1.2-22',
    connect({ flags: PASSWORD | CLEAN, rest: [text('right')] }),
  ],
  ['a username left out', 'MQTT-3.1.2-19', connect({ rest: [] })],
  ['a password left out', 'MQTT-3.1.2-21', connect({ rest: [text('anna')] })],
  ['bytes left over', 'MQTT-4.8.0-1', connect({ rest: [...credentials, bytes(0)] })],
  ['a username without its flag', 'MQTT-3.1.2-18', connect({ flags: CLEAN })],
  ['no body', 'MQTT-4.8.0-1', packet(0x10)],
  ['flag 1 of the header', 'MQTT-2.2.2-2', packet(0x11, connectBody())],
  ['flag 2 of the header', 'MQTT-2.2.2-2', packet(0x12, connectBody())],
  ['flag 4 of the header', 'MQTT-2.2.2-2', packet(0x14, connectBody())],
  ['flag 8 of the header', 'MQTT-2.2.2-2', packet(0x18, connectBody())],
  ['a remaining length of five bytes', 'MQTT 2.2.3', bytes(0x10, 0xff, 0xff, 0xff, 0xff, 1)],
  ['a remaining length of 256 MB', 'MQTT 2.2.3', bytes(0x10, 0xff, 0xff, 0xff, 0x7f)],
  ['more than who has not signed in may send', 'MQTT 2.2.3', connect({ id: 'x'.repeat(16_384) })],
  ['a client id with U+0000', 'MQTT-1.5.3-2', connect({ id: 'a\0b' })],
  ['a username with U+0000', 'MQTT-1.5.3-2', connect({ rest: [text('a\0'), text('right')] })],
  ['a will for no topic', 'MQTT-4.7.3-1', withWill(WILL, [text(''), text('gone')])],
  ['a will for +', 'MQTT-3.3.2-2', withWill(WILL, [text('a/+'), text('gone')])],
  ['a will for #', 'MQTT-3.3.2-2', withWill(WILL, [text('#'), text('gone')])],
  ['a will for U+0000', 'MQTT-4.7.3-2', withWill(WILL, [text('a\0'), text('gone')])],
  ['a will left out', 'MQTT-3.1.2-9', connect({ flags: SIGNED_IN | WILL, rest: [] })],
);

/** Where each field of a CONNECT with all fields ends, less one byte. */
const cuts = Object.entries({
  'the length of the name': 1,
  'the name': 5,
  'the level': 6,
  'the flags': 7,
  'the keep alive': 9,
  'the length of the client id': 11,
  'the client id': 12,
  'the topic of the will': 20,
  'the length of the will': 26,
  'the will': 30,
  'the length of the username': 32,
  'the username': 35,
  'the length of the password': 38,
  'the password': complete.length - 1,
}).map(
  ([field, end]): Row => [`cut within ${field}`, 'MQTT-4.8.0-1', packet(0x10, complete.subarray(0, end))],
);

const texts = notUtf8.flatMap(([name, value]): Row[] => [
  [`a client id with ${name}`, 'MQTT-1.5.3-1', connect({ id: value })],
  [`a username with ${name}`, 'MQTT-1.5.3-1', connect({ rest: [text(value), text('right')] })],
  [`a will for a topic with ${name}`, 'MQTT-1.5.3-1', withWill(WILL, [text(value), text('gone')])],
]);

const again: Case = {
  packet: 'CONNECT',
  name: 'a second one',
  clause: 'MQTT-3.1.0-2',
  after: '3.1.1',
  send: connect(),
  expect: 'closed',
};

export const connectCases: readonly Case[] = [
  ...accepted,
  ...newerVersions,
  ...otherVersions,
  ...refusedIds,
  ...refusedCredentials,
  ...malformed,
  ...rows('closed', ...cuts, ...texts),
  again,
  { ...again, name: 'a second one, of MQTT 3.1', clause: 'MQTT 3.1 3.1', after: '3.1', send: connect31() },
];

function padded(body: Buffer): Buffer {
  return Buffer.concat([bytes(0x10, body.length | 0x80, 0), body]);
}

/** A CONNACK of MQTT 5 (its 3.2) whose only property is the reason string. */
function connack5(code: number, reason: string): Buffer {
  return packet(0x20, bytes(0, code, reason.length + 3, 0x1f), text(reason));
}

function connect5(): Buffer {
  const sessionExpiry = bytes(5, 0x11, 0, 0, 0, 60);
  return packet(
    0x10,
    text('MQTT'),
    bytes(5, SIGNED_IN),
    uint16(60),
    sessionExpiry,
    text('a'),
    ...credentials,
  );
}
