import { type Address, addressKey } from '@azulejo/model';
import type { ClientMessage } from '../api/types.generated.ts';
import { publishTopic } from '../live/topics.ts';

/** A message to the platform that is not delivered yet. */
export type Entry = {
  readonly id: number;
  readonly key: string;
  readonly address: Address;
  readonly topic: string;
  readonly message: ClientMessage;
  readonly bytes: number;
  /** `report`: bounded, stored, replaceable. `answer`: sent first. `refusal`: also dropped with its connection. */
  readonly kind: 'report' | 'answer' | 'refusal';
  isSending: boolean;
  /** The refusal that the platform sent before the acknowledgement. */
  refused?: { readonly code: number; readonly text: string };
};

/** The messages of an outbox: a queue per property, of which only the first may be in flight. */
export type OutboxQueue = {
  readonly bytes: number;
  readonly entries: number;
  push(entry: Entry): void;
  /** Returns whether the entry was in the queue. */
  remove(entry: Entry): boolean;
  /** Returns the message that is in flight for a property. */
  sending(address: Address): Entry | undefined;
  /** Returns a message that may be sent now, answers first. */
  next(): Entry | undefined;
  /** Makes a message that was lost with its connection sendable again. */
  retry(entry: Entry): void;
  /** Returns waiting reports that a newer one of the same property makes unnecessary: those of `key` first. */
  replaceable(key: string): Iterable<Entry>;
};

export function createEntry(
  id: number,
  address: Address,
  message: ClientMessage,
  kind: Entry['kind'],
): Entry {
  const topic = publishTopic(address);
  const bytes = topic.length + new TextEncoder().encode(JSON.stringify(message)).length;
  const { channel, component, property } = address;
  return {
    id,
    key: addressKey(address),
    address: { channel, component, property },
    topic,
    message,
    bytes,
    kind,
    isSending: false,
  };
}

/** The messages of one property, and how many of them are not reports. */
type PropertyQueue = { readonly list: Entry[]; urgent: number };

/** Tracks the properties whose first message is not in flight, in the order in which they became ready. */
function createReadiness() {
  const ready = new Set<string>();
  const urgent = new Set<string>();
  const forget = (key: string): void => {
    for (const set of [ready, urgent]) set.delete(key);
  };
  return {
    forget,
    offer(key: string, queue: PropertyQueue | undefined): void {
      if (queue?.list[0] === undefined || queue.list[0].isSending) return;
      ready.add(key);
      if (queue.urgent > 0) urgent.add(key);
    },
    take(): string | undefined {
      const [key] = urgent.size > 0 ? urgent : ready;
      if (key !== undefined) forget(key);
      return key;
    },
  };
}

/** Returns the reports of a property that are not in flight, without the newest `kept` messages. */
function* waitingReports(queue: PropertyQueue | undefined, kept: number): Iterable<Entry> {
  const older = queue?.list.slice(0, queue.list.length - kept) ?? [];
  for (const entry of older) if (entry.kind === 'report' && !entry.isSending) yield entry;
}

export function createOutboxQueue(): OutboxQueue {
  const queues = new Map<string, PropertyQueue>();
  const readiness = createReadiness();
  /** Keys with more than one message, among which are replaceable ones. */
  const repeated = new Set<string>();
  let bytes = 0;
  let entries = 0;

  return {
    get bytes() {
      return bytes;
    },
    get entries() {
      return entries;
    },
    push(entry) {
      const queue = queues.get(entry.key) ?? { list: [], urgent: 0 };
      queues.set(entry.key, queue);
      queue.list.push(entry);
      queue.urgent += entry.kind === 'report' ? 0 : 1;
      if (queue.list.length > 1) repeated.add(entry.key);
      bytes += entry.bytes;
      entries += 1;
      readiness.offer(entry.key, queue);
    },
    remove(entry) {
      const queue = queues.get(entry.key);
      const index = queue?.list.indexOf(entry) ?? -1;
      if (!queue || index < 0) return false;
      queue.list.splice(index, 1);
      queue.urgent -= entry.kind === 'report' ? 0 : 1;
      bytes -= entry.bytes;
      entries -= 1;
      if (queue.list.length < 2) repeated.delete(entry.key);
      if (queue.list.length === 0) queues.delete(entry.key);
      readiness.forget(entry.key);
      readiness.offer(entry.key, queue);
      return true;
    },
    sending(address) {
      const first = queues.get(addressKey(address))?.list[0];
      return first?.isSending ? first : undefined;
    },
    next() {
      const key = readiness.take();
      return key === undefined ? undefined : queues.get(key)?.list[0];
    },
    retry(entry) {
      entry.isSending = false;
      readiness.offer(entry.key, queues.get(entry.key));
    },
    *replaceable(key) {
      yield* waitingReports(queues.get(key), 0);
      for (const other of repeated) yield* waitingReports(queues.get(other), 1);
    },
  };
}
