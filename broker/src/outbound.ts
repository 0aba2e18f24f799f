import { encodeAck, encodePublish } from './encode.ts';
import type { Output } from './output.ts';
import { type Message, ProtocolViolation } from './packets.ts';

const MAX_ID = 65_535;

type Options = {
  window: number;
  windowBytes: number;
  /** Maximum number of messages that are kept for a session without a connection. */
  keptMessages: number;
  keptBytes: number;
  isExpired(message: Message): boolean;
  onSent(): void;
  onDropped(count: number): void;
  onExpired(): void;
  /** Called with the change in held bytes, which may be negative. */
  onHeld(bytes: number): void;
  onDiscarded(): void;
};

/** A message that was sent and not acknowledged; `released` is a QoS 2 message after its PUBREC. */
type InFlight = Message | 'released';

/**
 * The messages to one session. Outlives a connection when the session does.
 *
 * 1. `send` writes QoS 0 directly and queues QoS 1 and 2.
 * 2. Queued messages enter the window, get a packet identifier and are written, as long as the window has
 *    room.
 * 3. PUBACK, or PUBREC and then PUBCOMP, removes a message from the window, which lets the next ones in.
 * 4. `detach` keeps the window and trims the queue; `attach` sends the window again on the new connection.
 */
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

  /** Bytes of the messages that are queued for the window. */
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
   * Starts writing to a new connection. MQTT-4.4.0-1: unacknowledged messages are sent again, in order, with
   * their identifiers. Expired ones are not, although they may have been received: MQTT 3.1.1 cannot withdraw
   * a message.
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

  /** Drops everything, because the session has ended. */
  discard(): void {
    this.#isDiscarded = true;
    this.#queue = [];
    this.#inFlight.clear();
    this.#addQueued(-this.#queuedBytes);
    this.#addInFlight(-this.#inFlightBytes);
    this.#options.onDiscarded();
  }

  /**
   * Handles PUBACK. Returns whether the identifier was in use. Throws ProtocolViolation when it was not QoS
   * 1.
   */
  acknowledged(id: number): boolean {
    const entry = this.#inFlight.get(id);
    if (entry === undefined) return false;
    if (entry === 'released' || entry.qos !== 1) throw wrongAcknowledgement('PUBACK');
    this.#addInFlight(-sizeOf(entry));
    this.#release(id);
    return true;
  }

  /**
   * Handles PUBREC. PUBREL is sent even when the identifier is no longer known (MQTT-4.3.3-1). Returns
   * whether the identifier was in use. Throws ProtocolViolation when it was not QoS 2.
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

  /**
   * Handles PUBCOMP. Returns whether the identifier was in use. Throws ProtocolViolation when it was not
   * released.
   */
  completed(id: number): boolean {
    const entry = this.#inFlight.get(id);
    if (entry === undefined) return false;
    if (entry !== 'released') throw wrongAcknowledgement('PUBCOMP');
    this.#release(id);
    return true;
  }

  /** Resolves when the receiver has caught up or its connection has ended. */
  async room(): Promise<void> {
    while (this.#output && !(this.#queue.length === 0 && this.#output.isRoomy)) {
      await new Promise<void>((resolve) => this.#waiters.push(resolve));
    }
  }

  /** Wakes those who wait for `room`. Called when the output has drained. */
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

  /** Returns whether the window has room. An empty window takes a message of any size. */
  #hasRoom(): boolean {
    const { window, windowBytes } = this.#options;
    const { size } = this.#inFlight;
    return size === 0 || (size < window && this.#inFlightBytes < windowBytes);
  }

  #write(message: Message, id: number): void {
    this.#output?.write(encodePublish(message, id));
    this.#options.onSent();
  }

  /** Returns the next identifier that is not in use (MQTT-2.3.1-2). */
  #nextId(): number {
    do this.#lastId = this.#lastId === MAX_ID ? 1 : this.#lastId + 1;
    while (this.#inFlight.has(this.#lastId));
    return this.#lastId;
  }

  /** Drops the oldest messages beyond the limits: only the newest value of a property is useful. */
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

/**
 * Returns the violation of MQTT-4.8.0-1: the identifier is in use, so this is not a leftover of an earlier
 * connection.
 */
const wrongAcknowledgement = (type: string): ProtocolViolation =>
  new ProtocolViolation('MQTT-4.8.0-1', `${type} for a message that takes another acknowledgement`);

/** Returns the approximate memory of a message, including its object and its queue entry. */
export function sizeOf({ topic, payload }: Message): number {
  return topic.length + payload.length + 100;
}
