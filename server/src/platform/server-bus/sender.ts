import type { Clock, Timers } from '../clock.ts';
import { HEADER_BYTES, toBatch, toLine } from './batch.ts';
import type { BusMetrics } from './metrics.ts';
import type { Gap, Place } from './server-bus.ts';
import { createSubjectNumbers } from './subject-numbers.ts';
import type { Transport } from './transport.ts';

/** Messages that are published within this time share a batch. */
const BATCH_MS = 1;

/** Kinds of the bus itself. */
export const ALIVE = '+alive';
export const LEAVES = '+leaves';
export const MISSING = '+missing';

/** The content of `MISSING`: the sender could not send everything since then. */
export type Missing = Pick<Gap, 'since' | 'places'>;

type Sending = {
  /** The id of this server. */
  readonly server: string;
  /** Differs for each start of this server. */
  readonly epoch: string;
  /** Returns the version of the format that all servers know. */
  readonly version: () => number;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
  readonly metrics: Pick<BusMetrics, 'sent'>;
};

export type Unsent = ReturnType<typeof createUnsent>;

/** Remembers since when this server could not send everything. */
export function createUnsent() {
  let since = Number.POSITIVE_INFINITY;
  return {
    add(time: number): void {
      since = Math.min(since, time);
    },
    /** Returns the time once; undefined when everything was sent. */
    take(): number | undefined {
      const taken = since;
      since = Number.POSITIVE_INFINITY;
      return Number.isFinite(taken) ? taken : undefined;
    },
  };
}

/** Collects lines by subject, numbers their batches and sends them. */
function createBatches(
  transport: Transport,
  unsent: Unsent,
  { server, epoch, version, clock, timers }: Sending,
) {
  const numbers = createSubjectNumbers();
  const waiting = new Map<string, { lines: string[]; bytes: number }>();
  const limit = transport.maxBytes - HEADER_BYTES;
  let timer: Disposable | undefined;

  function flush(subject: string): void {
    const lines = waiting.get(subject)?.lines;
    if (!lines) return;
    waiting.delete(subject);
    const time = clock.now();
    const header = { version: version(), server, epoch, number: numbers.next(subject), time };
    const batch = toBatch(header, lines);
    if (!transport.send(subject, batch)) unsent.add(time);
  }

  function flushAll(): void {
    timer?.[Symbol.dispose]();
    timer = undefined;
    for (const subject of [...waiting.keys()]) flush(subject);
  }

  function add(subject: string, line: string, bytes: number): void {
    if ((waiting.get(subject)?.bytes ?? 0) + bytes > limit) flush(subject);
    const batch = waiting.get(subject) ?? { lines: [], bytes: 0 };
    waiting.set(subject, batch);
    batch.lines.push(line);
    batch.bytes += bytes;
    timer ??= timers.setTimer(BATCH_MS, flushAll);
  }

  return { limit, add, flushAll };
}

/** Sends messages, and says that this server lives. */
export function createSender(transport: Transport, unsent: Unsent, options: Sending) {
  const { clock, metrics } = options;
  const { limit, add, flushAll } = createBatches(transport, unsent, options);

  function publish(places: readonly Place[], kind: string, message: unknown): void {
    const line = toLine(kind, places, message);
    // The line end counts.
    const bytes = Buffer.byteLength(line) + 1;
    // A message that does not fit is announced as missing: servers that hold its places read the rows instead.
    if (bytes > limit) {
      if (kind !== MISSING) publish(places, MISSING, { since: clock.now(), places } satisfies Missing);
      else unsent.add(clock.now());
      return;
    }
    for (const subject of new Set(places.map(transport.subjectOf))) add(subject, line, bytes);
  }

  return {
    publish(places: readonly Place[], kind: string, message: unknown): void {
      metrics.sent.inc();
      publish(places, kind, message);
    },
    /** Says that this server lives, and what it could not send. */
    beat(): void {
      publish(['all'], ALIVE, 0);
      const since = unsent.take();
      if (since !== undefined) publish(['all'], MISSING, { since } satisfies Missing);
    },
    leave(): void {
      publish(['all'], LEAVES, 0);
      flushAll();
    },
  };
}
