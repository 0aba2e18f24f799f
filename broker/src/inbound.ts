import type { Account } from './accounts.ts';
import type { Taken } from './broker.ts';
import type { Budget } from './budget.ts';
import { sizeOf } from './outbound.ts';
import type { Message, QoS } from './packets.ts';

type Acknowledge = (qos: QoS, id: number) => void;

/** A message between its arrival and its acknowledgement. */
type Pending = {
  readonly id: number;
  readonly qos: QoS;
  /** Undefined once the message is committed or dropped. */
  message: Message | undefined;
  /** Identifies the arrival of the message. */
  readonly arrival: number;
  isCommitted: boolean;
  /** Writes PUBACK or PUBREC to the connection over which the message arrived last. */
  acknowledge: Acknowledge;
  /** How often the message arrived over that connection. Each time is acknowledged. */
  owed: number;
  /** Writes PUBCOMP after PUBREC. Set when PUBREL arrived before the commit. */
  complete?: () => void;
};

/**
 * QoS 2 packet identifiers that wait for PUBREL. The message itself is dropped once it is acknowledged
 * (method B of MQTT 4.3.3), because the client decides when it releases an identifier and must not hold
 * memory by that. Outlives a connection.
 */
export type Unreleased = Map<number, Pending | 'acknowledged'>;

type Options = {
  publish(message: Message, arrival: number): Promise<Taken>;
  markArrival(): number;
  /** Writes PUBACK or PUBREC. */
  acknowledge: Acknowledge;
  /** Called when a message cannot be acknowledged. No later message will be. */
  onFailure(error: unknown): void;
  /** Called when fewer messages are in processing than before. */
  onRoom(): void;
  unreleased: Unreleased;
  outstanding: Outstanding;
  /** Bytes in processing count towards the account and towards all accounts. */
  account: Account;
  inAll: Budget;
};

/**
 * The messages that one connection publishes.
 *
 * 1. `take` queues a message. A repeated QoS 2 message is only acknowledged again.
 * 2. The rules accept the messages one at a time, in order of arrival. Acceptance does not wait for a commit,
 *    so that hundreds of messages share one.
 * 3. Committed messages are acknowledged in order of arrival (MQTT-4.6.0-2).
 * 4. PUBREL frees a QoS 2 identifier. PUBCOMP is written after PUBREC, even when PUBREL arrives first.
 * 5. A failure stops everything: no later message is acknowledged, so that the client sends it again.
 */
export class Inbound {
  readonly #options: Options;
  /** Sorted by arrival: first the messages that the rules accepted, then the waiting ones. */
  readonly #entries: Pending[] = [];
  #accepted = 0;
  #bytes = 0;
  #isAccepting = false;
  #isStopped = false;

  constructor(options: Options) {
    this.#options = options;
  }

  get count(): number {
    return this.#entries.length;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Queues a message. `id` is 0 for one that is not acknowledged: QoS 0 and wills. */
  take(message: Message, id: number): void {
    if (this.#isStopped || this.#isRepetition(message, id)) return;
    const { unreleased, outstanding, acknowledge, markArrival } = this.#options;
    const { qos } = message;
    const entry: Pending = {
      id,
      qos,
      message,
      arrival: markArrival(),
      isCommitted: false,
      acknowledge,
      owed: id === 0 ? 0 : 1,
    };
    if (qos === 2 && id !== 0) unreleased.set(id, entry);
    this.#entries.push(entry);
    this.#addBytes(message);
    outstanding.add(1);
    if (!this.#isAccepting) void this.#accept();
  }

  /** Handles PUBREL, which frees the identifier. `complete` writes PUBCOMP, which is always owed. */
  release(id: number, complete: () => void): void {
    const { unreleased } = this.#options;
    const known = unreleased.get(id);
    if (typeof known === 'object') known.complete = complete;
    else {
      unreleased.delete(id);
      complete();
    }
  }

  /**
   * Drops the messages that the rules have not been given yet. Clients resend what was not acknowledged.
   */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const entry of this.#entries.splice(this.#accepted)) this.#forget(entry);
  }

  /**
   * Returns whether the message is a repetition, and acknowledges it again. MQTT-4.3.3-2: until PUBREL, the
   * same identifier means the same message.
   */
  #isRepetition(message: Message, id: number): boolean {
    const { unreleased, acknowledge } = this.#options;
    const known = message.qos === 2 && id !== 0 ? unreleased.get(id) : undefined;
    if (!known) return false;
    if (known === 'acknowledged') acknowledge(message.qos, id);
    else {
      known.owed = known.acknowledge === acknowledge ? known.owed + 1 : 1;
      known.acknowledge = acknowledge;
    }
    return true;
  }

  async #accept(): Promise<void> {
    this.#isAccepting = true;
    while (!this.#isStopped) {
      const entry = this.#entries[this.#accepted];
      if (!entry?.message) break;
      this.#accepted += 1;
      try {
        const { committed } = await this.#options.publish(entry.message, entry.arrival);
        committed.then(
          () => this.#commit(entry),
          (error: unknown) => this.#fail(entry, error),
        );
      } catch (error) {
        this.#fail(entry, error);
      }
    }
    this.#isAccepting = false;
  }

  #commit(entry: Pending): void {
    entry.isCommitted = true;
    this.#settle(entry);
    const first = this.#entries.findIndex((each) => !each.isCommitted);
    const done = this.#entries.splice(0, first < 0 ? this.#entries.length : first);
    this.#accepted -= done.length;
    for (const each of done) this.#acknowledge(each);
    this.#options.onRoom();
  }

  #acknowledge(entry: Pending): void {
    const { id, qos, acknowledge, owed, complete } = entry;
    const { unreleased } = this.#options;
    if (unreleased.get(id) === entry) unreleased.set(id, 'acknowledged');
    for (let count = 0; count < owed; count += 1) acknowledge(qos, id);
    if (complete) this.release(id, complete);
  }

  #fail(entry: Pending, error: unknown): void {
    this.#forget(entry);
    if (this.#isStopped) return;
    this.stop();
    this.#options.onFailure(error);
  }

  /** Drops a message that was not acknowledged. When the client sends it again, it is not a repetition. */
  #forget(entry: Pending): void {
    const { unreleased } = this.#options;
    if (unreleased.get(entry.id) === entry) unreleased.delete(entry.id);
    this.#settle(entry);
  }

  #addBytes(message: Message): void {
    const bytes = sizeOf(message);
    const { account, inAll } = this.#options;
    this.#bytes += bytes;
    account.inbound.add(bytes);
    inAll.add(bytes);
  }

  /** Releases the message and its bytes. */
  #settle(entry: Pending): void {
    const bytes = entry.message ? sizeOf(entry.message) : 0;
    const { account, inAll, outstanding } = this.#options;
    entry.message = undefined;
    this.#bytes -= bytes;
    outstanding.add(-1);
    account.inbound.giveBack(bytes);
    inAll.giveBack(bytes);
  }
}

/** Counts the messages of the whole broker between arrival and commit. */
export class Outstanding {
  #count = 0;
  #waiters: (() => void)[] = [];

  add(count: number): void {
    this.#count += count;
    if (this.#count > 0) return;
    for (const resolve of this.#waiters.splice(0)) resolve();
  }

  async none(): Promise<void> {
    if (this.#count > 0) await new Promise<void>((resolve) => this.#waiters.push(resolve));
  }
}
