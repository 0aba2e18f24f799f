import type { Snapshot, StoredMessage } from './broker.ts';
import { sizeOf } from './outbound.ts';
import type { Message } from './packets.ts';
import { matchesFilter } from './topic-filter.ts';

type Options = {
  read(filter: string): Snapshot;
  isSameValue(live: Buffer, stored: Buffer): boolean;
  /** Charges for a page that was read, and resolves when the next may be read. */
  charge(): Promise<void>;
  /**
   * Sends a value as retained and resolves when there is room for the next one. Resolves to false when the
   * filter is no longer subscribed.
   */
  show(filter: string, value: StoredMessage): Promise<boolean>;
  /** Sends a message that was held back. */
  send(message: Message): void;
  onFailure(error: unknown): void;
};

type Request = { filter: string; isStopped: boolean };

/**
 * Sends the stored values of new subscriptions (MQTT-3.3.1-6), one filter after another, as fast as the
 * receiver reads.
 *
 * 1. `request` queues a filter.
 * 2. Its stored values are read in pages and sent as retained.
 * 3. Meanwhile live messages of topics whose values are not sent yet are held back, so that an older value
 *    never follows a newer one.
 * 4. When the filter is done, held messages are sent, unless a later filter still covers their topic.
 */
export class Snapshots {
  readonly #options: Options;
  #requests: Request[] = [];
  #held: Message[] = [];
  #heldBytes = 0;
  /** The last held message of each topic. */
  readonly #lastHeld = new Map<string, Buffer>();
  #isRunning = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /**
   * Queues a filter. A filter whose values are being sent is queued again, to be sent from the start
   * (MQTT-3.8.4-3). A filter that already waits is not queued twice.
   */
  request(filter: string): void {
    if (this.#requests.some((each, index) => index > 0 && each.filter === filter)) return;
    this.#requests.push({ filter, isStopped: false });
    if (!this.#isRunning) void this.#run();
  }

  /**
   * Stops sending values of a filter that is no longer subscribed, and removes it from the queue, which would
   * otherwise grow without limit while the receiver does not read.
   */
  stop(filter: string): void {
    const [running, ...queued] = this.#requests;
    if (!running) return;
    if (running.filter === filter) running.isStopped = true;
    this.#requests = [running, ...queued.filter((each) => each.filter !== filter)];
  }

  /** Stops all filters and returns the held messages. */
  stopAll(): Message[] {
    for (const each of this.#requests) each.isStopped = true;
    const held = this.#held;
    this.#forgetHeld();
    return held;
  }

  /** Holds the message back when a snapshot still covers its topic, and returns whether it did. */
  holds(message: Message): boolean {
    if (!this.#isRequested(message.topic)) return false;
    this.#held.push(message);
    this.#heldBytes += sizeOf(message);
    this.#lastHeld.set(message.topic, message.payload);
    return true;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    for (let request = this.#requests[0]; request; request = this.#requests[0]) {
      try {
        await this.#show(request);
      } catch (error) {
        this.#options.onFailure(error);
      }
      this.#requests.shift();
      this.#sendHeld();
    }
    this.#isRunning = false;
  }

  async #show(request: Request): Promise<void> {
    if (request.isStopped) return;
    for await (const page of this.#options.read(request.filter)) {
      for (const value of page) {
        // The value was stored after the subscription: the held live message has it too and is not retained.
        const live = this.#lastHeld.get(value.topic);
        if (live && this.#options.isSameValue(live, value.payload)) continue;
        if (request.isStopped || !(await this.#options.show(request.filter, value))) return;
      }
      await this.#options.charge();
      if (request.isStopped) return;
    }
  }

  #sendHeld(): void {
    const held = this.#held;
    this.#forgetHeld();
    for (const message of held) if (!this.holds(message)) this.#options.send(message);
  }

  #forgetHeld(): void {
    this.#held = [];
    this.#heldBytes = 0;
    this.#lastHeld.clear();
  }

  #isRequested(topic: string): boolean {
    return this.#requests.some((each) => !each.isStopped && matchesFilter(each.filter, topic));
  }
}
