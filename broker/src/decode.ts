import { isUtf8 } from 'node:buffer';
import type { Frame } from './frame-reader.ts';
import {
  type ClientPacket,
  type Connect,
  type Message,
  type MqttVersion,
  ProtocolViolation,
  packetTypes,
  type QoS,
  RefusedClientId,
  UnsupportedVersion,
} from './packets.ts';
import { isValidFilter, isValidTopicName } from './topic-filter.ts';

/** Reads the body of one packet. Missing and leftover bytes are protocol violations. */
class Body {
  readonly #bytes: Buffer;
  #at = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  take(length: number): Buffer {
    const end = this.#at + length;
    if (end > this.#bytes.length) throw new ProtocolViolation('MQTT-4.8.0-1', 'the packet is cut short');
    const part = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return part;
  }

  uint8(): number {
    return this.take(1).readUInt8();
  }

  uint16(): number {
    return this.take(2).readUInt16BE();
  }

  binary(): Buffer {
    return this.take(this.uint16());
  }

  rest(): Buffer {
    return this.take(this.#bytes.length - this.#at);
  }

  text(): string {
    const bytes = this.binary();
    // A decoder that replaces invalid UTF-8 with U+FFFD would make two topics one.
    if (!isUtf8(bytes)) throw new ProtocolViolation('MQTT-1.5.3-1', 'a text is not UTF-8');
    const text = bytes.toString('utf8');
    if (text.includes('\0')) throw new ProtocolViolation('MQTT-1.5.3-2', 'a text holds U+0000');
    return text;
  }

  packetId(): number {
    const id = this.uint16();
    if (id === 0) throw new ProtocolViolation('MQTT-2.3.1-1', 'packet identifier 0');
    return id;
  }

  end(): void {
    if (!this.isAtEnd) throw new ProtocolViolation('MQTT-4.8.0-1', 'bytes are left over');
  }
}

/** Decodes a CONNECT packet. Throws ProtocolViolation, UnsupportedVersion, RefusedClientId. */
export function decodeConnect({ header, body: bytes }: Frame): Connect {
  const body = new Body(bytes);
  const version = readVersion(body);
  if (version === 4 && (header & 0x0f) !== 0) {
    throw new ProtocolViolation('MQTT-2.2.2-2', 'reserved flags are set');
  }
  const flags = body.uint8();
  checkConnectFlags(flags, version);
  const keepAlive = body.uint16();
  const clientId = body.text();
  const will = flags & 0x04 ? readWill(body, flags) : undefined;
  // MQTT 3.1 lets a client set the flags and omit the fields.
  const has = (flag: number) => (flags & flag) !== 0 && !(version === 3 && body.isAtEnd);
  const username = has(0x80) ? body.text() : undefined;
  const password = has(0x40) ? body.binary().toString('utf8') : undefined;
  body.end();
  const clean = (flags & 0x02) !== 0;
  if (clientId === '' && !clean) throw new RefusedClientId('a session to be kept needs a client id');
  return { version, clientId, clean, keepAlive, username, password, will };
}

/** Reads the protocol name and level. In other versions the rest of CONNECT has another form. */
function readVersion(body: Body): MqttVersion {
  const name = body.text();
  if (name !== 'MQTT' && name !== 'MQIsdp') throw new ProtocolViolation('MQTT-3.1.2-1', 'not MQTT');
  const level = body.uint8();
  if (name === 'MQTT' && level === 4) return 4;
  if (name === 'MQIsdp' && level === 3) return 3;
  throw new UnsupportedVersion(name, level);
}

/**
 * Throws for invalid CONNECT flags. MQTT 3.1 ignores the lowest flag and the will flags without a will (its
 * 3.1).
 */
function checkConnectFlags(flags: number, version: MqttVersion): void {
  if (flags & 0x01 && version === 4) throw new ProtocolViolation('MQTT-3.1.2-3', 'the reserved flag is set');
  const willQos = (flags >> 3) & 3;
  if (flags & 0x04) {
    if (willQos === 3) throw new ProtocolViolation('MQTT-3.1.2-14', 'the will has QoS 3');
  } else if (version === 4) {
    if (willQos !== 0) throw new ProtocolViolation('MQTT-3.1.2-13', 'QoS of a will that is not there');
    if (flags & 0x20) throw new ProtocolViolation('MQTT-3.1.2-15', 'RETAIN of a will that is not there');
  }
  if (flags & 0x40 && !(flags & 0x80)) {
    throw new ProtocolViolation('MQTT-3.1.2-22', 'a password without username');
  }
}

function readWill(body: Body, flags: number): Message {
  const topic = readTopic(body);
  const payload = Buffer.from(body.binary());
  return { topic, payload, qos: ((flags >> 3) & 3) as QoS, retain: (flags & 0x20) !== 0 };
}

function readTopic(body: Body): string {
  const topic = body.text();
  if (topic === '') throw new ProtocolViolation('MQTT-4.7.3-1', 'an empty topic');
  if (!isValidTopicName(topic)) throw new ProtocolViolation('MQTT-3.3.2-2', 'wildcards in a topic');
  return topic;
}

/** Decodes a packet whose type and flags FrameReader has checked. Throws ProtocolViolation. */
export function decode({ header, body: bytes }: Frame): ClientPacket {
  const body = new Body(bytes);
  switch (header >> 4) {
    case packetTypes.publish:
      return decodePublish(header, body);
    case packetTypes.puback:
      return { type: 'puback', id: body.packetId() };
    case packetTypes.pubrec:
      return { type: 'pubrec', id: body.packetId() };
    case packetTypes.pubrel:
      return { type: 'pubrel', id: body.packetId() };
    case packetTypes.pubcomp:
      return { type: 'pubcomp', id: body.packetId() };
    case packetTypes.subscribe:
      return decodeSubscribe(body);
    case packetTypes.unsubscribe:
      return decodeUnsubscribe(body);
    case packetTypes.pingreq:
      return { type: 'pingreq' };
    default:
      return { type: 'disconnect' };
  }
}

function decodePublish(header: number, body: Body): ClientPacket {
  const topic = readTopic(body);
  const qos = ((header >> 1) & 3) as QoS;
  const id = qos === 0 ? 0 : body.packetId();
  return { type: 'publish', id, message: { topic, payload: body.rest(), qos, retain: (header & 1) !== 0 } };
}

function decodeSubscribe(body: Body): ClientPacket {
  const id = body.packetId();
  const subscriptions: { filter: string; qos: QoS }[] = [];
  do {
    const filter = readFilter(body, 'MQTT-3.8.3-3');
    const qos = body.uint8();
    if (qos > 2) throw new ProtocolViolation('MQTT-3-8.3-4', 'a requested QoS is not 0, 1 or 2');
    subscriptions.push({ filter, qos: qos as QoS });
  } while (!body.isAtEnd);
  return { type: 'subscribe', id, subscriptions };
}

function decodeUnsubscribe(body: Body): ClientPacket {
  const id = body.packetId();
  const filters: string[] = [];
  do filters.push(readFilter(body, 'MQTT-3.10.3-2'));
  while (!body.isAtEnd);
  return { type: 'unsubscribe', id, filters };
}

function readFilter(body: Body, noneClause: string): string {
  if (body.isAtEnd) throw new ProtocolViolation(noneClause, 'no topic filter');
  const filter = body.text();
  if (filter === '') throw new ProtocolViolation('MQTT-4.7.3-1', 'an empty topic filter');
  if (!isValidFilter(filter)) throw new ProtocolViolation('MQTT-4.7.1-2', 'a misplaced wildcard');
  return filter;
}
