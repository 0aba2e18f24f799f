import { type MqttVersion, ProtocolViolation, packetTypes, TooLarge } from './packets.ts';

export type Frame = { header: number; body: Buffer };

const EMPTY = Buffer.alloc(0);
const LENGTH_BYTES = 4;

/**
 * Splits a byte stream into packets. Invalid bytes throw as soon as the first of them show it, before the
 * declared length is awaited or buffered: a declared 256 MB costs nothing.
 *
 * 1. `push` buffers a chunk.
 * 2. `next` reads the fixed header and checks its type and flags.
 * 3. It decodes the remaining length and checks it against the limits.
 * 4. It returns the packet once its whole body has arrived, undefined before.
 */
export class FrameReader {
  /** Set by CONNECT. Until then every other packet is a violation. */
  version: MqttVersion | undefined;
  readonly #maxBytes: number;
  readonly #maxConnectBytes: number;
  #bytes: Buffer = EMPTY;
  #at = 0;
  #end = 0;
  #begunBytes: number | undefined;

  constructor(limits: { packetBytes: number; connectBytes: number }) {
    this.#maxBytes = limits.packetBytes;
    this.#maxConnectBytes = Math.min(limits.packetBytes, limits.connectBytes);
  }

  /** The length of the incomplete packet, 0 while it is unknown; undefined between packets. */
  get begunBytes(): number | undefined {
    return this.#begunBytes;
  }

  push(chunk: Buffer): void {
    const rest = this.#end - this.#at;
    if (rest === 0) {
      this.#bytes = chunk;
      this.#at = 0;
      this.#end = chunk.length;
      return;
    }
    // Writes only behind the end, so that bodies returned before do not change.
    if (this.#bytes.length - this.#end < chunk.length) this.#grow(rest, chunk.length);
    chunk.copy(this.#bytes, this.#end);
    this.#end += chunk.length;
  }

  /**
   * Doubles the buffer, so that a packet that arrives byte by byte is copied a few times and not each time.
   */
  #grow(rest: number, more: number): void {
    const grown = Buffer.allocUnsafeSlow(Math.max(rest * 2, rest + more));
    this.#bytes.copy(grown, 0, this.#at, this.#end);
    this.#bytes = grown;
    this.#at = 0;
    this.#end = rest;
  }

  /** Returns the next complete packet, if there is one. Throws ProtocolViolation, TooLarge. */
  next(): Frame | undefined {
    this.#begunBytes = undefined;
    if (this.#at === this.#end) {
      this.#bytes = EMPTY;
      this.#at = 0;
      this.#end = 0;
      return undefined;
    }
    const header = this.#bytes[this.#at] ?? 0;
    checkHeader(header, this.version);
    const remaining = this.#remainingLength();
    this.#begunBytes = remaining?.length ?? 0;
    if (!remaining) return undefined;
    checkLength(
      header >> 4,
      remaining.length,
      this.version === undefined ? this.#maxConnectBytes : this.#maxBytes,
    );
    const end = remaining.bodyAt + remaining.length;
    if (end > this.#end) return undefined;
    this.#at = end;
    this.#begunBytes = undefined;
    return { header, body: this.#bytes.subarray(remaining.bodyAt, end) };
  }

  #remainingLength(): { length: number; bodyAt: number } | undefined {
    let length = 0;
    for (let index = 0; index < LENGTH_BYTES; index += 1) {
      const at = this.#at + 1 + index;
      if (at >= this.#end) return undefined;
      const byte = this.#bytes[at] ?? 0;
      length |= (byte & 0x7f) << (7 * index);
      if (byte < 0x80) return { length, bodyAt: at + 1 };
    }
    throw new ProtocolViolation('MQTT 2.2.3', 'the remaining length has more than four bytes');
  }
}

const RESERVED_2: ReadonlySet<number> = new Set([
  packetTypes.pubrel,
  packetTypes.subscribe,
  packetTypes.unsubscribe,
]);

const FROM_CLIENT: ReadonlySet<number> = new Set([
  packetTypes.publish,
  packetTypes.puback,
  packetTypes.pubrec,
  packetTypes.pubrel,
  packetTypes.pubcomp,
  packetTypes.subscribe,
  packetTypes.unsubscribe,
  packetTypes.pingreq,
  packetTypes.disconnect,
]);

function checkHeader(header: number, version: MqttVersion | undefined): void {
  const type = header >> 4;
  const flags = header & 0x0f;
  if (version === undefined) {
    if (type !== packetTypes.connect) throw new ProtocolViolation('MQTT-3.1.0-1', 'CONNECT must be first');
    // The flags are checked in `decodeConnect`, because they depend on the version, which follows them.
    return;
  }
  if (type === packetTypes.connect) throw new ProtocolViolation('MQTT-3.1.0-2', 'a second CONNECT');
  if (!FROM_CLIENT.has(type)) throw new ProtocolViolation('MQTT 2.2.1', 'not a packet that clients send');
  if (type === packetTypes.publish) checkPublishFlags(flags, version);
  // MQTT 3.1 sets DUP on resent packets, as android-app 4.6 does for SUBSCRIBE. It ignores the other flags.
  else if (version === 4 && flags !== (RESERVED_2.has(type) ? 2 : 0)) {
    throw new ProtocolViolation('MQTT-2.2.2-2', 'reserved flags are not as they must be');
  }
}

function checkPublishFlags(flags: number, version: MqttVersion): void {
  const qos = (flags >> 1) & 3;
  if (qos === 3) throw new ProtocolViolation('MQTT-3.3.1-4', 'both bits of QoS are set');
  if (qos === 0 && flags & 8 && version === 4) {
    throw new ProtocolViolation('MQTT-3.3.1-2', 'DUP is set with QoS 0');
  }
}

const FIXED_LENGTHS: ReadonlyMap<number, number> = new Map([
  [packetTypes.puback, 2],
  [packetTypes.pubrec, 2],
  [packetTypes.pubrel, 2],
  [packetTypes.pubcomp, 2],
  [packetTypes.pingreq, 0],
  [packetTypes.disconnect, 0],
]);

function checkLength(type: number, length: number, maxBytes: number): void {
  const fixed = FIXED_LENGTHS.get(type);
  if (fixed !== undefined && length !== fixed) {
    throw new ProtocolViolation('MQTT-4.8.0-1', `remaining length ${length} where it must be ${fixed}`);
  }
  if (length > maxBytes) throw new TooLarge(`a packet of ${length} bytes`);
}
