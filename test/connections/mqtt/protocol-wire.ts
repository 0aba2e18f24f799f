/** Builds MQTT packets from bytes, so that malformed packets can be written too. */
export const bytes = (...values: number[]): Buffer => Buffer.from(values);

/** Encodes a text with its length in front (MQTT 1.5.3). A Buffer may contain invalid UTF-8. */
export function text(value: string | Buffer): Buffer {
  const content = Buffer.from(value);
  return Buffer.concat([uint16(content.length), content]);
}

export const uint16 = (value: number): Buffer => bytes(value >> 8, value & 0xff);

/** Builds a packet: header byte, remaining length, body. */
export function packet(header: number, ...body: Buffer[]): Buffer {
  const whole = Buffer.concat(body);
  return Buffer.concat([bytes(header), remainingLength(whole.length), whole]);
}

function remainingLength(length: number): Buffer {
  const encoded: number[] = [];
  let rest = length;
  do {
    encoded.push(rest > 127 ? (rest & 127) | 128 : rest);
    rest >>= 7;
  } while (rest > 0);
  return bytes(...encoded);
}

type ConnectFields = {
  name?: string | Buffer;
  level?: number;
  flags?: number;
  keepAlive?: number;
  id?: string | Buffer;
  /** The fields after the client id. */
  rest?: Buffer[];
};

export const USERNAME = 0x80;
export const PASSWORD = 0x40;
export const WILL_RETAIN = 0x20;
export const WILL = 0x04;
export const CLEAN = 0x02;
const SIGNED_IN = USERNAME | PASSWORD | CLEAN;

/** The credentials that the test rules accept. */
export const credentials = [text('anna'), text('right')];

export function connectBody({
  name = 'MQTT',
  level = 4,
  flags = SIGNED_IN,
  keepAlive = 60,
  id = 'a',
  rest = credentials,
}: ConnectFields = {}): Buffer {
  return Buffer.concat([text(name), bytes(level, flags), uint16(keepAlive), text(id), ...rest]);
}

export const connect = (fields: ConnectFields = {}): Buffer => packet(0x10, connectBody(fields));

export const connect31 = (fields: ConnectFields = {}): Buffer =>
  connect({ name: 'MQIsdp', level: 3, ...fields });

export const connack = (code: number, present = 0): Buffer => bytes(0x20, 2, present, code);

type PublishFields = {
  qos?: number;
  id?: number;
  payload?: string | Buffer;
  retain?: boolean;
  dup?: boolean;
};

export function publish(topic: string | Buffer, fields: PublishFields = {}): Buffer {
  const { qos = 0, id = 7, payload = 'x', retain = false, dup = false } = fields;
  const header = 0x30 | (dup ? 8 : 0) | (qos << 1) | (retain ? 1 : 0);
  const body = qos > 0 ? [text(topic), uint16(id)] : [text(topic)];
  return packet(header, ...body, Buffer.from(payload));
}

export const puback = (id: number): Buffer => packet(0x40, uint16(id));
export const pubrec = (id: number): Buffer => packet(0x50, uint16(id));
export const pubrel = (id: number): Buffer => packet(0x62, uint16(id));
export const pubcomp = (id: number): Buffer => packet(0x70, uint16(id));
export const unsuback = (id: number): Buffer => packet(0xb0, uint16(id));
export const suback = (id: number, ...codes: number[]): Buffer => packet(0x90, uint16(id), bytes(...codes));

type Request = readonly [filter: string | Buffer, qos: number];

export function subscribe(id: number, ...requests: Request[]): Buffer {
  const body = requests.map(([filter, qos]) => Buffer.concat([text(filter), bytes(qos)]));
  return packet(0x82, uint16(id), ...body);
}

export const unsubscribe = (id: number, ...filters: (string | Buffer)[]): Buffer =>
  packet(0xa2, uint16(id), ...filters.map(text));

export const PINGREQ = bytes(0xc0, 0);
export const PINGRESP = bytes(0xd0, 0);
export const DISCONNECT = bytes(0xe0, 0);

/** Byte sequences that are not UTF-8, each for another reason (MQTT 1.5.3). */
export const notUtf8: readonly (readonly [name: string, value: Buffer])[] = [
  ['a byte that never occurs', bytes(0x61, 0xff)],
  ['a continuation alone', bytes(0x80)],
  ['a sequence cut short', bytes(0xe2, 0x82)],
  ['an overlong form', bytes(0xc0, 0xaf)],
  ['half of a surrogate pair', bytes(0xed, 0xa0, 0x80)],
  ['a code point past U+10FFFF', bytes(0xf5, 0x80, 0x80, 0x80)],
];
