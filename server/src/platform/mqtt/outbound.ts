import { encodeAck, encodePublish } from './encode.ts';
import type { Output } from './output.ts';
import { type Message, ProtocolViolation } from './packets.ts';

const MAX_ID = 65_535;

type Options = {
  window: number;
  windowBytes: number;
  /** What is kept for a session without connection. */
  keptMessages: number;
  keptBytes: number;
  isExpired(message: Message): boolean;
  onSent(): void;
  onDropped(count: number): void;
  onExpired(): void;
  /** So many bytes more, or less, are held. */
  onHeld(bytes: number): void;
  onDiscarded(): void;
};

/** A message that was sent and not acknowledged, or of QoS 2 after its PUBREC. */
type InFlight = Message | 'released';

/** Messages to one session: the window of QoS 1 and 2, and what waits for a place in it. Outlives a connection. */
export class Outbound {
  readonly #options: Options;
  readonly #inFlight = new Map<number, InFlight>();
  #inFlightBytes = 0;
  #output: Output | undefined;
  #queue: Message[] = [];
  #queuedBytes = 0;
  #lastId = 0;
  #waiters: (() => void)[] = [];
  #isDiscarded = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Bytes of the messages that wait for a place in the window. */
  get queuedBytes(): number {
    return this.#queuedBytes;
  }

  /** Bytes of the messages in the window. */
  get inFlightBytes(): number {
    return this.#inFlightBytes;
  }

  send(message: Message): void {
    if (this.#isDiscarded || this.#isExpired(message)) return;
    if (message.qos === 0) {
      if (this.#output) this.#write(message, 0);
      return;
    }
    this.#queue.push(message);
    this.#addQueued(sizeOf(message));
    if (this.#output) this.#fillWindow();
    else this.#trim();
  }

  /**
   * MQTT-4.4.0-1: what was not acknowledged is sent again, in its order, with its identifiers. What has expired is not,
   * though it may have been received: MQTT 3.1.1 has no other way to take a message back.
   */
  attach(output: Output): void {
    this.#output = output;
    for (const [id, entry] of this.#inFlight) {
      if (entry !== 'released' && this.#isExpired(entry)) {
        this.#inFlight.delete(id);
        this.#addInFlight(-sizeOf(entry));
        continue;
      }
      output.write(entry === 'released' ? encodeAck('pubrel', id) : encodePublish(entry, id, true));
    }
    this.#fillWindow();
  }

  detach(): void {
    this.#output = undefined;
    this.#trim();
    this.wake();
  }

  /** Nobody comes back for it. */
  discard(): void {
    this.#isDiscarded = true;
    this.#queue = [];
    this.#inFlight.clear();
    this.#addQueued(-this.#queuedBytes);
    this.#addInFlight(-this.#inFlightBytes);
    this.#options.onDiscarded();
  }

  /** PUBACK. Returns whether it was for anything; throws ProtocolViolation when that was not of QoS 1. */
  acknowledged(id: number): boolean {
    const entry = this.#inFlight.get(id);
    if (entry === undefined) return false;
    if (entry === 'released' || entry.qos !== 1) throw wrongAcknowledgement('PUBACK');
    this.#addInFlight(-sizeOf(entry));
    this.#release(id);
    return true;
  }

  /**
   * PUBREC. Its PUBREL is owed also when the identifier is not known any more (MQTT-4.3.3-1). Returns whether it was for
   * anything; throws ProtocolViolation when that was not of QoS 2.
   */
  received(id: number): boolean {
    const entry = this.#inFlight.get(id);
    if (entry !== undefined && entry !== 'released') {
      if (entry.qos !== 2) throw wrongAcknowledgement('PUBREC');
      this.#inFlight.set(id, 'released');
      this.#addInFlight(-sizeOf(entry));
    }
    this.#output?.write(encodeAck('pubrel', id));
    return entry !== undefined;
  }

  /** PUBCOMP. Returns whether it was for anything; throws ProtocolViolation when that was not released. */
  completed(id: number): boolean {
    const entry = this.#inFlight.get(id);
    if (entry === undefined) return false;
    if (entry !== 'released') throw wrongAcknowledgement('PUBCOMP');
    this.#release(id);
    return true;
  }

  /** Resolves when the receiver keeps up with what was sent, or is gone. */
  async room(): Promise<void> {
    while (this.#output && !(this.#queue.length === 0 && this.#output.isRoomy)) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  /** To be called when the output has drained. */
  wake(): void {
    if (this.#waiters.length === 0) return;
    const waiters = this.#waiters;
    this.#waiters = [];
    for (const resolve of waiters) resolve();
  }

  #release(id: number): void {
    this.#inFlight.delete(id);
    this.#fillWindow();
    this.wake();
  }

  #fillWindow(): void {
    let count = 0;
    while (count < this.#queue.length && this.#hasRoom()) {
      const message = this.#queue[count] as Message;
      count += 1;
      this.#addQueued(-sizeOf(message));
      if (this.#isExpired(message)) continue;
      const id = this.#nextId();
      this.#inFlight.set(id, message);
      this.#addInFlight(sizeOf(message));
      this.#write(message, id);
    }
    if (count > 0) this.#queue.splice(0, count);
  }

  #addQueued(bytes: number): void {
    this.#queuedBytes += bytes;
    this.#options.onHeld(bytes);
  }

  #addInFlight(bytes: number): void {
    this.#inFlightBytes += bytes;
    this.#options.onHeld(bytes);
  }

  #isExpired(message: Message): boolean {
    const isExpired = this.#options.isExpired(message);
    if (isExpired) this.#options.onExpired();
    return isExpired;
  }

  /** One message has it always, however large. */
  #hasRoom(): boolean {
    const { window, windowBytes } = this.#options;
    const { size } = this.#inFlight;
    return size === 0 || (size < window && this.#inFlightBytes < windowBytes);
  }

  #write(message: Message, id: number): void {
    this.#output?.write(encodePublish(message, id));
    this.#options.onSent();
  }

  /** MQTT-2.3.1-2: an identifier in use is not used again. */
  #nextId(): number {
    do this.#lastId = this.#lastId === MAX_ID ? 1 : this.#lastId + 1;
    while (this.#inFlight.has(this.#lastId));
    return this.#lastId;
  }

  /** The oldest go first: of a value only the newest is of use. */
  #trim(): void {
    let dropped = 0;
    while (
      this.#queue.length - dropped > this.#options.keptMessages ||
      this.#queuedBytes > this.#options.keptBytes
    ) {
      this.#addQueued(-sizeOf(this.#queue[dropped] as Message));
      dropped += 1;
    }
    if (dropped === 0) return;
    this.#queue.splice(0, dropped);
    this.#options.onDropped(dropped);
  }
}

/** MQTT-4.8.0-1: of an identifier in use, so that it is no leftover of an earlier connection. */
const wrongAcknowledgement = (type: string): ProtocolViolation =>
  new ProtocolViolation('MQTT-4.8.0-1', `${type} for a message that takes another acknowledgement`);

/** With what an object and its place in the queue take. */
export function sizeOf({ topic, payload }: Message): number {
  return topic.length + payload.length + 100;
}
