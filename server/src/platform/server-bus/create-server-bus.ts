import { EventEmitter } from 'node:events';
import { type Clock, type Timers, tickEvery } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { HEADER_BYTES, type Line, readHeader, readLines, toBatch, toLine } from './batch.ts';
import { createOtherSenders, type OtherServers } from './other-senders.ts';
import type { Gap, Origin, Place, ServerBus } from './server-bus.ts';
import { createSubjectNumbers } from './subject-numbers.ts';
import type { OpenTransport, Transport } from './transport.ts';

/** Messages that are published within this time share a batch. */
const BATCH_MS = 1;
/** How often each server says that it lives. */
const HEARTBEAT_MS = 1_000;
/** A connection that does not even bring back our own heartbeats for this long is replaced. */
const DEAF_MS = 3_000;

/** Kinds of the bus itself. */
const ALIVE = '+alive';
const LEAVES = '+leaves';
const MISSING = '+missing';

/** The content of `MISSING`: the sender could not send everything since then. */
type Missing = Pick<Gap, 'since' | 'places'>;

export type ServerBusOptions = {
  /** The id of this server. */
  readonly server: string;
  /** Differs for each start of this server. */
  readonly epoch: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  /** Returns the servers whose rows are valid. */
  readonly others?: OtherServers;
};

/**
 * Creates a bus over a transport. Losses are found by the connection, by holes in the numbers of a sender, and by
 * heartbeats that are missing; a sender announces what it could not send itself.
 */
export async function createServerBus<Messages extends object>(
  open: OpenTransport,
  options: ServerBusOptions,
): Promise<ServerBus<Messages>> {
  const { server, clock, timers, logger } = options;
  const listeners = createListeners(logger);
  const held = new Map<string, { count: number; subscribed: Disposable }>();
  const senders = createOtherSenders({ ...options, onGap: listeners.emitGap });
  const unsent = createUnsent();
  /** When something was received last: our own heartbeats are. */
  let received = { time: clock.now(), tick: timers.monotonic() };
  let lostSince: number | undefined;

  const transport = await open({
    received: onBatch,
    lost() {
      lostSince ??= received.time;
    },
    restored() {
      if (lostSince === undefined) return;
      listeners.emitGap({ since: lostSince, reason: 'connection' });
      lostSince = undefined;
      received = { time: clock.now(), tick: timers.monotonic() };
    },
    dropped: () => unsent.add(received.time),
  });
  const sender = createSender(transport, unsent, options);

  function onBatch(subject: string, batch: string): void {
    const header = readHeader(batch);
    if (!header) return;
    if (header.server === server) {
      received = { time: clock.now(), tick: timers.monotonic() };
      return;
    }
    if (!senders.hasNew(subject, header)) return;
    for (const line of readLines(batch)) onLine(subject, line, header.server);
  }

  function onLine(subject: string, { kind, places, json }: Line, from: string): void {
    const [first, ...others] = places.filter((place) => held.has(place));
    // A message of several places may come by several subjects; the first place's is taken.
    if (first === undefined || transport.subjectOf(first) !== subject) return;
    if (kind === LEAVES) senders.forget(from);
    else if (kind === MISSING) listeners.emitGap({ ...(JSON.parse(json) as Missing), reason: 'unsent' });
    else listeners.emit(kind, json, { server: from, places: [first, ...others] });
  }

  function hold(place: Place): Disposable {
    const holding = held.get(place) ?? {
      count: 0,
      subscribed: transport.subscribe(transport.subjectOf(place)),
    };
    held.set(place, holding);
    holding.count += 1;
    let isHeld = true;
    return {
      [Symbol.dispose]() {
        if (!isHeld) return;
        isHeld = false;
        holding.count -= 1;
        if (holding.count > 0) return;
        held.delete(place);
        holding.subscribed[Symbol.dispose]();
      },
    };
  }

  hold('all');
  hold(`server:${server}`);
  const heart = tickEvery(timers, HEARTBEAT_MS, () => {
    sender.beat();
    senders.check();
    if (timers.monotonic() - received.tick < DEAF_MS) return;
    received.tick = timers.monotonic();
    transport.reconnect();
  });
  sender.beat();

  return {
    isAlone: false,
    others: senders.heard,
    publish: sender.publish,
    hold,
    holds: (place) => held.has(place),
    on: (kind, listener) => listeners.on(kind, listener as (message: unknown, from: Origin) => void),
    onGap: listeners.onGap,
    async [Symbol.asyncDispose]() {
      heart[Symbol.dispose]();
      sender.leave();
      await transport[Symbol.asyncDispose]();
    },
  };
}

type Unsent = ReturnType<typeof createUnsent>;

/** Remembers since when this server could not send everything. */
function createUnsent() {
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

/** Collects messages, numbers their batches and sends them. */
function createSender(
  transport: Transport,
  unsent: Unsent,
  { server, epoch, clock, timers }: ServerBusOptions,
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
    const batch = toBatch({ server, epoch, number: numbers.next(subject), time }, lines);
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

  function publish(places: readonly Place[], kind: string, message: unknown): void {
    const line = toLine(kind, places, message);
    // The line end counts.
    const bytes = Buffer.byteLength(line) + 1;
    // Who holds the places repairs from rows what does not fit.
    if (bytes > limit) {
      if (kind !== MISSING) publish(places, MISSING, { since: clock.now(), places } satisfies Missing);
      else unsent.add(clock.now());
      return;
    }
    for (const subject of new Set(places.map(transport.subjectOf))) add(subject, line, bytes);
  }

  return {
    publish,
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

function createListeners(logger: ServerBusOptions['logger']) {
  const emitter = new EventEmitter<Record<string, [unknown, Origin]>>();
  const gaps = new EventEmitter<{ gap: [Gap] }>();
  emitter.setMaxListeners(0);
  gaps.setMaxListeners(0);
  const onEach = <Args extends unknown[]>(called: readonly ((...args: Args) => void)[], ...args: Args) => {
    for (const listener of called) {
      try {
        listener(...args);
      } catch (err) {
        logger.error({ err }, 'a listener of the bus between servers failed');
      }
    }
  };
  return {
    /** Parses a message only when somebody listens to its kind. */
    emit(kind: string, json: string, origin: Origin): void {
      const called = emitter.listeners(kind) as ((message: unknown, origin: Origin) => void)[];
      if (called.length > 0) onEach(called, JSON.parse(json) as unknown, origin);
    },
    on(kind: string, listener: (message: unknown, origin: Origin) => void): Disposable {
      emitter.on(kind, listener);
      return { [Symbol.dispose]: () => void emitter.off(kind, listener) };
    },
    emitGap(gap: Gap): void {
      logger.info({ ...gap, places: gap.places?.length }, 'messages of other servers may be missing');
      onEach(gaps.listeners('gap') as ((gap: Gap) => void)[], gap);
    },
    onGap(listener: (gap: Gap) => void): Disposable {
      gaps.on('gap', listener);
      return { [Symbol.dispose]: () => void gaps.off('gap', listener) };
    },
  };
}
