import type { Message } from './packets.ts';

type Entry = {
  message: Message;
  id: number;
  isCommitted: boolean;
  isAcknowledged: boolean;
  /** What came for its identifier meanwhile and is answered after it. */
  after: (() => void)[];
};

/** Messages of QoS 2 that came in and wait for their PUBREL, by identifier. Outlives a connection. */
export type Unreleased = Map<number, Entry>;

type Options = {
  publish(message: Message): Promise<{ committed: Promise<void> }>;
  /** Writes PUBACK or PUBREC. */
  acknowledge(message: Message, id: number): void;
  /** A message cannot be acknowledged; none behind it will be. */
  onFailure(error: unknown): void;
  /** Fewer are under way than before. */
  onRoom(): void;
  unreleased: Unreleased;
  outstanding: Outstanding;
};

/**
 * What one connection publishes: handed to the rules one after another, in order of arrival, and acknowledged in that
 * order (MQTT-4.6.0-2) once committed. Acceptance does not wait for a commit, so that hundreds share one.
 */
export class Inbound {
  readonly #options: Options;
  /** In order of arrival: first those that the rules accepted, then those that wait for their turn. */
  readonly #entries: Entry[] = [];
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
    const entry: Entry = { message, id, isCommitted: false, isAcknowledged: false, after: [] };
    if (message.qos === 2 && id !== 0) this.#options.unreleased.set(id, entry);
    this.#bytes += message.payload.length;
    this.#entries.push(entry);
    this.#options.outstanding.add(1);
    if (!this.#isAccepting) void this.#accept();
  }

  /** PUBREL: the identifier is free for another message. `complete` writes PUBCOMP, which is owed in any case. */
  release(id: number, complete: () => void): void {
    const known = this.#options.unreleased.get(id);
    answer(known, () => {
      this.#options.unreleased.delete(id);
      complete();
    });
  }

  /** What the rules were not handed yet is forgotten; a client that was not answered sends it again. */
  stop(): void {
    if (this.#isStopped) return;
    this.#isStopped = true;
    for (const entry of this.#entries.splice(this.#accepted)) this.#forget(entry);
  }

  /** MQTT-4.3.3-2: until PUBREL comes, the same identifier is the same message, and only acknowledged again. */
  #isRepetition(message: Message, id: number): boolean {
    const known = message.qos === 2 && id !== 0 ? this.#options.unreleased.get(id) : undefined;
    if (!known) return false;
    answer(known, () => this.#options.acknowledge(message, id));
    return true;
  }

  async #accept(): Promise<void> {
    this.#isAccepting = true;
    while (!this.#isStopped) {
      const entry = this.#entries[this.#accepted];
      if (!entry) break;
      this.#accepted += 1;
      try {
        const { committed } = await this.#options.publish(entry.message);
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

  #commit(entry: Entry): void {
    entry.isCommitted = true;
    this.#options.outstanding.add(-1);
    let count = 0;
    for (const each of this.#entries) {
      if (!each.isCommitted) break;
      count += 1;
      this.#bytes -= each.message.payload.length;
      if (each.id !== 0) this.#options.acknowledge(each.message, each.id);
      each.isAcknowledged = true;
      for (const act of each.after) act();
    }
    if (count === 0) return;
    this.#entries.splice(0, count);
    this.#accepted -= count;
    this.#options.onRoom();
  }

  #fail(entry: Entry, error: unknown): void {
    this.#forget(entry);
    if (this.#isStopped) return;
    this.stop();
    this.#options.onFailure(error);
  }

  /** It was not acknowledged, so it comes again, and is then no repetition. */
  #forget(entry: Entry): void {
    this.#options.outstanding.add(-1);
    const { unreleased } = this.#options;
    if (unreleased.get(entry.id) === entry) unreleased.delete(entry.id);
  }
}

/** At once, or behind the acknowledgement that is still owed. */
function answer(entry: Entry | undefined, act: () => void): void {
  if (!entry || entry.isAcknowledged) act();
  else entry.after.push(act);
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
