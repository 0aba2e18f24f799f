import { type Message, packetTypes } from './packets.ts';

type AckType = 'puback' | 'pubrec' | 'pubrel' | 'pubcomp' | 'unsuback';

export const PINGRESP = Buffer.of(packetTypes.pingresp << 4, 0);

export function encodeConnack(returnCode: 0 | 1 | 2 | 4, sessionPresent = false): Buffer {
  return Buffer.of(packetTypes.connack << 4, 2, sessionPresent ? 1 : 0, returnCode);
}

/** The CONNACK of MQTT 5 (its 3.2) with reason code 0x84 and a reason string (property 0x1f). */
export const UNSUPPORTED_VERSION_5 = encodeUnsupportedVersion('Use MQTT 3.1.1, which is level 4.');

function encodeUnsupportedVersion(reason: string): Buffer {
  const text = Buffer.from(reason);
  const properties = Buffer.of(0x1f, text.length >> 8, text.length & 0xff);
  const length = properties.length + text.length;
  return Buffer.concat([Buffer.of(packetTypes.connack << 4, length + 3, 0, 0x84, length), properties, text]);
}

export function encodeAck(type: AckType, id: number): Buffer {
  // MQTT-3.6.1-1: bit 1 of PUBREL is set.
  const flags = type === 'pubrel' ? 2 : 0;
  return Buffer.of((packetTypes[type] << 4) | flags, 2, id >> 8, id & 0xff);
}

/** Encodes SUBACK with one code for each filter, in their order (MQTT-3.9.3-1). */
export function encodeSuback(id: number, codes: readonly number[]): Buffer {
  const { packet, at } = allocate(packetTypes.suback << 4, 2 + codes.length);
  packet.writeUInt16BE(id, at);
  packet.set(codes, at + 2);
  return packet;
}

/** Encodes PUBLISH. `id` is omitted for QoS 0. */
export function encodePublish({ topic, payload, qos, retain }: Message, id: number, dup = false): Buffer {
  const topicBytes = Buffer.byteLength(topic);
  const idBytes = qos === 0 ? 0 : 2;
  const header = (packetTypes.publish << 4) | (dup ? 8 : 0) | (qos << 1) | (retain ? 1 : 0);
  const { packet, at } = allocate(header, 2 + topicBytes + idBytes + payload.length);
  packet.writeUInt16BE(topicBytes, at);
  packet.write(topic, at + 2);
  if (idBytes > 0) packet.writeUInt16BE(id, at + 2 + topicBytes);
  packet.set(payload, at + 2 + topicBytes + idBytes);
  return packet;
}

function allocate(header: number, length: number): { packet: Buffer; at: number } {
  const lengthBytes = length < 128 ? 1 : length < 16_384 ? 2 : length < 2_097_152 ? 3 : 4;
  const packet = Buffer.allocUnsafe(1 + lengthBytes + length);
  packet[0] = header;
  for (let index = 0, rest = length; index < lengthBytes; index += 1, rest >>= 7) {
    packet[1 + index] = (rest & 0x7f) | (index < lengthBytes - 1 ? 0x80 : 0);
  }
  return { packet, at: 1 + lengthBytes };
}
