import { currentTick } from '../coalesce-per-tick.ts';
import type { Account } from './accounts.ts';
import type { Budget } from './budget.ts';
import { sizeOf } from './outbound.ts';
import type { Message, QoS } from './packets.ts';

type Acknowledge = (qos: QoS, id: number) => void;

/** A message between its arrival and its acknowledgement. */
type Pending = {
  readonly id: number;
  readonly qos: QoS;
  /** Undefined once it is committed, or given up. */
  message: Message | undefined;
  /** The tick in which it arrived. */
  readonly arrivedIn: number;
  isCommitted: boolean;
  /** Writes PUBACK or PUBREC, to the connection over which it came last. */
  acknowledge: Acknowledge;
  /** How often it came over that connection: each time is acknowledged. */
  owed: number;
  /** Writes PUBCOMP, behind PUBREC: its PUBREL is there already. */
  complete?: () => void;
};

/**
 * Packet identifiers of QoS 2 that wait for their PUBREL. The message itself is only there until it is acknowledged
 * (method B of MQTT 4.3.3): a client decides when it releases an identifier, and not how much memory that takes. Outlives
 * a connection.
 */
export type Unreleased = Map<number, Pending | 'acknowledged'>;

type Options = {
  publish(message: Message, arrivedIn: number): Promise<{ committed: Promise<void> }>;
  /** Writes PUBACK or PUBREC. */
  acknowledge: Acknowledge;
  /** A message cannot be acknowledged; none behind it will be. */
  onFailure(error: unknown): void;
  /** Fewer are under way than before. */
  onRoom(): void;
  unreleased: Unreleased;
  outstanding: Outstanding;
  /** What is under way counts for the account, and for all. */
  account: Account;
  inAll: Budget;
};

/**
 * What one connection publishes: handed to the rules one after another, in order of arrival, and acknowledged in that
 * order (MQTT-4.6.0-2) once committed. Acceptance does not wait for a commit, so that hundreds share one.
 */
export class Inbound {
  readonly #options: Options;
  /** In order of arrival: first those that the rules accepted, then those that wait for their turn. */
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

  /** `id` is 0 for what is not acknowledged: QoS 0, and wills. */
  take(message: Message, id: number): void {
    if (this.#isStopped || this.#isRepetition(message, id)) return;
    const { unreleased, outstanding, acknowledge } = this.#options;
    const { qos } = message;
    const arrivedIn = currentTick();
    const entry: Pending = {
      id,
      qos,
      message,
      arrivedIn,
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

  /** PUBREL: the identifier is free for another message. `complete` writes PUBCOMP, which is owed in any case. */
  release(id: number, complete: () => void): void {
    const { unreleased } = this.#options;
    const known = unreleased.get(id);
    if (typeof known === 'object') known.complete = complete;
    else {
      unreleased.delete(id);
      complete();
    }
  }

  /** What the rules were not handed yet is forgotten; a client that was not answered sends it again. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const entry of this.#entries.splice(this.#accepted)) this.#forget(entry);
  }

  /** MQTT-4.3.3-2: until PUBREL comes, the same identifier is the same message, and only acknowledged again. */
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
        const { committed } = await this.#options.publish(entry.message, entry.arrivedIn);
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

  /** It was not acknowledged, so it comes again, and is then no repetition. */
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

  /** The message is not needed any more. */
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

/** How many messages of the whole broker are between arrival and commit. */
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
