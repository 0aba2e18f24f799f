import type { Snapshot, StoredMessage } from './broker.ts';
import { sizeOf } from './outbound.ts';
import type { Message } from './packets.ts';
import { matchesFilter } from './topic-filter.ts';

type Options = {
  read(filter: string): Snapshot;
  isSameValue(live: Buffer, stored: Buffer): boolean;
  /** Charges a page that was read, and resolves when the next may be read. */
  charge(): Promise<void>;
  /** Sends a value as retained and resolves when there is room for the next; false: it is not wanted any more. */
  show(filter: string, value: StoredMessage): Promise<boolean>;
  /** Sends what was held. */
  send(message: Message): void;
  onFailure(error: unknown): void;
};

type Request = { filter: string; isStopped: boolean };

/**
 * The stored values that a new subscription shows (MQTT-3.3.1-6), one filter after another, as fast as the receiver
 * reads. Live messages of topics that are still to be shown wait behind them: an older value never comes after a newer.
 */
export class Snapshots {
  readonly #options: Options;
  #requests: Request[] = [];
  #held: Message[] = [];
  #heldBytes = 0;
  /** The last message that is held for each topic. */
  readonly #lastHeld = new Map<string, Buffer>();
  #isRunning = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  /** A filter that is being shown is shown again from its start (MQTT-3.8.4-3); one that waits is asked for once. */
  request(filter: string): void {
    if (this.#requests.some((each, index) => index > 0 && each.filter === filter)) return;
    this.#requests.push({ filter, isStopped: false });
    if (!this.#isRunning) void this.#run();
  }

  /** Not subscribed any more. */
  stop(filter: string): void {
    for (const each of this.#requests) if (each.filter === filter) each.isStopped = true;
  }

  /** Ends all; gives what was held. */
  stopAll(): Message[] {
    for (const each of this.#requests) each.isStopped = true;
    const held = this.#held;
    this.#forgetHeld();
    return held;
  }

  /** Whether the message waits behind a snapshot; it is then sent later. */
  holds(message: Message): boolean {
    if (!this.#isToBeShown(message.topic)) return false;
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
        // It was stored after the subscription: the live message says the same, and is not retained.
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

  #isToBeShown(topic: string): boolean {
    return this.#requests.some((each) => !each.isStopped && matchesFilter(each.filter, topic));
  }
}
