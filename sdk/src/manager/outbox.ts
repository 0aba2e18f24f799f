import type { Address } from '@azulejo/model';
import type { ClientMessage } from '../api/types.generated.ts';
import { AzulejoError } from '../errors.ts';
import { type Broker, isLost } from '../live/broker.ts';
import { withResolvers } from '../with-resolvers.ts';
import { createEntry, createOutboxQueue, type Entry, type OutboxQueue } from './outbox-queue.ts';
import { createStoreWriter, type OutboxStore } from './outbox-store.ts';

export type OutboxOptions = {
  /** Stores reports, so that they survive a restart of the program; by default they are in memory only. */
  readonly store?: OutboxStore;
  /** Maximum number of reports that wait; 10,000 by default. */
  readonly maxEntries?: number;
  /** Maximum size of the reports that wait, in bytes of topic and message; 16 MB by default. */
  readonly maxBytes?: number;
};

/** Says how full an outbox is. */
export type OutboxState = {
  /** Reports and answers that the platform has not acknowledged yet. */
  readonly entries: number;
  /** Their size in bytes. */
  readonly bytes: number;
  /** Calls of `report` that wait for room. */
  readonly waiting: number;
  /** Reports so far that were left out of a full outbox because of a newer one of the same property. */
  readonly replaced: number;
};

/** A report that the platform did not take. It is not sent again. */
export type RefusedReport = Address & { readonly data: unknown; readonly error: AzulejoError };

/**
 * Messages on their way to the platform. Each goes through these phases:
 * 1. Room: a full outbox leaves out older reports of the same property, or makes the caller wait.
 * 2. Queue: behind older messages of the property. The caller's promise resolves when it is stored.
 * 3. In flight with QoS 1: one message per property, so that order is kept when it has to be sent again.
 * 4. Gone: acknowledged, or refused by an `e` message that arrives before the acknowledgement.
 */
export type Outbox = {
  state(): OutboxState;
  /** Takes over the reports that an earlier process left in the store. */
  load(): Promise<void>;
  /** Resolves when the report is in the outbox, and stored if there is a store. */
  report(address: Address, data: unknown, timeoutMs: number): Promise<void>;
  /** Sends an answer before all reports of other properties. */
  answer(address: Address, message: ClientMessage): void;
  /** Does the same as `answer`, but never sends again: after a lost connection it would answer another request. */
  refuse(address: Address, message: ClientMessage): void;
  /** Handles an `e` message of the platform. */
  refused(address: Address, error: { code: number; text: string }): void;
  resume(broker: Broker): void;
  /** Resolves when nothing is left to deliver. */
  flush(timeoutMs: number): Promise<void>;
  /** Takes nothing more, and resolves when the store is up to date. */
  close(error: AzulejoError): Promise<void>;
};

/** Limits the messages in flight at a time, each of another property. */
const MAX_IN_FLIGHT = 100;
const MAX_ENTRIES = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;
/** Answers have room beyond the limits, so that a full outbox does not make commands fail. */
const MAX_EXTRA_ANSWERS = 1_000;

/** Publishes what the queue offers. `onGone` is called when a message was acknowledged or refused. */
function createSender(queue: OutboxQueue, onGone: (entry: Entry, error: AzulejoError | undefined) => void) {
  let broker: Broker | undefined;
  let inFlight = 0;

  function failed(entry: Entry, error: unknown): void {
    if (!isLost(error)) onGone(entry, error as AzulejoError);
    else if (entry.kind === 'refusal') onGone(entry, undefined);
    else queue.retry(entry);
  }

  function send(entry: Entry, by: Broker): void {
    entry.isSending = true;
    inFlight += 1;
    const acknowledged = () => onGone(entry, entry.refused && refusedByPlatform(entry.refused));
    by.publish(entry.topic, entry.message)
      .then(acknowledged, (error: unknown) => failed(entry, error))
      .finally(() => {
        inFlight -= 1;
        pump();
      });
  }

  function pump(): void {
    while (broker && inFlight < MAX_IN_FLIGHT) {
      const entry = queue.next();
      if (!entry) return;
      send(entry, broker);
    }
  }

  return {
    pump,
    isOnline: () => broker !== undefined,
    stop: () => {
      broker = undefined;
    },
    resume: (opened: Broker) => {
      broker = opened;
      void opened.closed.then(() => {
        if (broker === opened) broker = undefined;
      });
      pump();
    },
  };
}

/** Creates the entries of an outbox, with their limits and their store. */
function createEntries({ store, maxEntries = MAX_ENTRIES, maxBytes = MAX_BYTES }: OutboxOptions) {
  const queue = createOutboxQueue();
  const writer = createStoreWriter(store);
  let lastId = 0;
  let replaced = 0;

  const isWithin = (bytes: number, extra = 0) =>
    queue.entries + 1 <= maxEntries + extra && queue.bytes + bytes <= maxBytes;

  function remove(entry: Entry): void {
    if (queue.remove(entry) && entry.kind === 'report') writer.remove(entry.id);
  }

  /** Makes room by leaving out older reports. */
  function fits({ key, bytes }: Entry): boolean {
    if (isWithin(bytes)) return true;
    for (const older of queue.replaceable(key)) {
      remove(older);
      replaced += 1;
      if (isWithin(bytes)) return true;
    }
    return false;
  }

  return {
    queue,
    writer,
    remove,
    fits,
    fitsAnswer: (entry: Entry) => fits(entry) || isWithin(entry.bytes, MAX_EXTRA_ANSWERS),
    replaced: () => replaced,
    create: (address: Address, message: ClientMessage, kind: Entry['kind']): Entry => {
      lastId += 1;
      const entry = createEntry(lastId, address, message, kind);
      if (entry.bytes > maxBytes) throw new RangeError(`A report of ${entry.bytes} bytes is too large.`);
      return entry;
    },
    load: async () => {
      for (const { id, data, ...address } of (await store?.load()) ?? []) {
        lastId = Math.max(lastId, id);
        queue.push(createEntry(id, address, { io: 'iw', data }, 'report'));
      }
    },
  };
}

export function createOutbox(options: OutboxOptions, onRefused: (refused: RefusedReport) => void): Outbox {
  const { queue, writer, remove, fits, fitsAnswer, replaced, create, load } = createEntries(options);
  const room = createRoom(fits, () => queue.entries === 0);
  const sender = createSender(queue, (entry, error) => {
    remove(entry);
    if (error) onRefused({ ...entry.address, data: entry.message.data, error });
    room.freed();
  });

  function push(entry: Entry): void {
    queue.push(entry);
    sender.pump();
  }

  return {
    state: () => ({
      entries: queue.entries,
      bytes: queue.bytes,
      waiting: room.waiting(),
      replaced: replaced(),
    }),
    load,
    report: async (address, data, timeoutMs) => {
      const entry = create(address, { io: 'iw', data }, 'report');
      let stored: Promise<void> | undefined;
      await room.take(entry, timeoutMs, () => {
        stored = writer.add({ ...entry.address, id: entry.id, data });
        push(entry);
      });
      await stored;
    },
    answer: (address, message) => {
      const entry = create(address, message, 'answer');
      if (fitsAnswer(entry)) push(entry);
    },
    refuse: (address, message) => {
      const entry = create(address, message, 'refusal');
      if (sender.isOnline() && fitsAnswer(entry)) push(entry);
    },
    refused: (address, error) => {
      const entry = queue.sending(address);
      if (entry) entry.refused = error;
    },
    resume: sender.resume,
    flush: async (timeoutMs) => {
      await room.empty(timeoutMs);
      await writer.settled();
    },
    close: async (error) => {
      sender.stop();
      room.close(error);
      await writer.settled().catch(() => {});
      await options.store?.close?.();
    },
  };
}

const refusedByPlatform = ({ code, text }: { code: number; text: string }) =>
  new AzulejoError('Refused', `The report was not taken: ${text} (code ${code})`, { code, text });

type Waiter = {
  readonly entry: Entry;
  readonly enter: () => void;
  readonly fail: (error: AzulejoError) => void;
};

/** The maximum number of waiting callers. More would only move the full outbox into their own memory. */
const MAX_WAITING = 1_000;

/** Lets callers wait for room in a full outbox, in the order in which they came, and for an empty one. */
function createRoom(fits: (entry: Entry) => boolean, isEmpty: () => boolean) {
  const waiting = new Set<Waiter>();
  const untilEmpty = new Set<() => void>();
  let ended: AzulejoError | undefined;

  function freed(): void {
    for (const waiter of waiting) {
      if (!fits(waiter.entry)) break;
      waiting.delete(waiter);
      waiter.enter();
    }
    if (isEmpty()) for (const resolve of untilEmpty) resolve();
  }

  return {
    waiting: () => waiting.size,
    freed,
    /**
     * Calls `enter` as soon as the entry fits: immediately if possible. Rejects with `OutboxFull` after
     * `timeoutMs`, or when too many others wait.
     */
    take: async (entry: Entry, timeoutMs: number, enter: () => void): Promise<void> => {
      if (ended) throw ended;
      if (waiting.size === 0 && fits(entry)) return enter();
      if (waiting.size >= MAX_WAITING) throw full(`${MAX_WAITING} reports wait already`);
      const { promise, resolve, reject } = withResolvers<void>();
      const waiter: Waiter = { entry, fail: reject, enter: () => resolve(enter()) };
      waiting.add(waiter);
      const timer = setTimeout(() => {
        waiting.delete(waiter);
        reject(full(`no room within ${timeoutMs} ms`));
        freed();
      }, timeoutMs);
      await promise.finally(() => clearTimeout(timer));
    },
    empty: async (timeoutMs: number): Promise<void> => {
      if (isEmpty()) return;
      if (ended) throw ended;
      const { promise, resolve, reject } = withResolvers<void>();
      untilEmpty.add(resolve);
      const timer = setTimeout(() => reject(notEmpty(timeoutMs)), timeoutMs);
      await promise.finally(() => {
        clearTimeout(timer);
        untilEmpty.delete(resolve);
      });
    },
    close: (error: AzulejoError): void => {
      ended = error;
      for (const waiter of waiting) waiter.fail(error);
      waiting.clear();
    },
  };
}

const full = (why: string) => new AzulejoError('OutboxFull', `The outbox is full: ${why}.`);

const notEmpty = (timeoutMs: number) =>
  new AzulejoError('TimedOut', `The outbox is not empty after ${timeoutMs} ms.`);
