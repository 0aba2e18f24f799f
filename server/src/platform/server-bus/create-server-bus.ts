import { EventEmitter } from 'node:events';
import { type Clock, type Timers, tickEvery } from '../clock.ts';
import type { Logger } from '../logger.ts';
import { type Line, readHeader, readLines } from './batch.ts';
import type { BusMetrics } from './metrics.ts';
import { createOtherSenders, type OtherServers } from './other-senders.ts';
import { ALIVE, createSender, createUnsent, LEAVES, MISSING, type Missing } from './sender.ts';
import type { Gap, Origin, Place, ServerBus } from './server-bus.ts';
import type { OpenTransport, Transport } from './transport.ts';

/** How often each server says that it lives. */
const HEARTBEAT_MS = 1_000;
/** A connection that does not even bring back our own heartbeats for this long is replaced. */
const DEAF_MS = 3_000;

export type ServerBusOptions = {
  /** The id of this server. */
  readonly server: string;
  /** Differs for each start of this server. */
  readonly epoch: string;
  /** Returns the version of the wire format that all servers know. */
  readonly version: () => number;
  readonly clock: Pick<Clock, 'now'>;
  readonly timers: Timers;
  readonly logger: Pick<Logger, 'error' | 'warn' | 'info'>;
  readonly others: OtherServers;
  readonly metrics: BusMetrics;
};

/**
 * Creates a bus over a transport. Losses are found by the connection, by holes in the numbers of a sender, and by
 * heartbeats that are missing; a sender announces what it could not send itself.
 */
export async function createServerBus<Messages extends object>(
  open: OpenTransport,
  options: ServerBusOptions,
): Promise<ServerBus<Messages>> {
  const { server, clock, timers } = options;
  const listeners = createListeners(options);
  const senders = createOtherSenders({ ...options, onGap: listeners.emitGap });
  const unsent = createUnsent();
  const contact = createContact({ clock, timers }, listeners.emitGap);
  let receive: ReturnType<typeof createReceive> | undefined;

  const transport = await open({
    // What arrives before the transport is open is for no place that is held.
    received: (subject, batch) => receive?.(subject, batch),
    lost: contact.lost,
    restored: contact.restored,
    dropped: () => unsent.add(contact.last()),
  });
  const sender = createSender(transport, unsent, options);
  const { hold, holds } = createHoldings(transport);
  receive = createReceive({
    ...options,
    ...{ senders, listeners, holds },
    subjectOf: transport.subjectOf,
    onOwn: contact.received,
  });

  hold('all');
  hold(`server:${server}`);
  const heart = tickEvery(timers, HEARTBEAT_MS, () => {
    sender.beat();
    senders.check();
    if (contact.isDeaf()) transport.reconnect();
  });
  sender.beat();

  return {
    isAlone: false,
    hasOthers: senders.some,
    publish(places, kind, message) {
      if (senders.some()) sender.publish(places, kind, message);
    },
    hold,
    holds,
    on: (kind, listener) => listeners.on(kind, listener as (message: unknown, from: Origin) => void),
    onGap: listeners.onGap,
    async [Symbol.asyncDispose]() {
      heart[Symbol.dispose]();
      sender.leave();
      await transport[Symbol.asyncDispose]();
    },
  };
}

/** Remembers when something was received last, as our own heartbeats are. */
function createContact(
  { clock, timers }: Pick<ServerBusOptions, 'clock' | 'timers'>,
  onGap: (gap: Gap) => void,
) {
  let time = clock.now();
  let tick = timers.monotonic();
  let lostSince: number | undefined;
  function received(): void {
    time = clock.now();
    tick = timers.monotonic();
  }
  return {
    received,
    last: () => time,
    lost(): void {
      lostSince ??= time;
    },
    restored(): void {
      if (lostSince === undefined) return;
      onGap({ since: lostSince, reason: 'connection' });
      lostSince = undefined;
      received();
    },
    /** Returns, once in each `DEAF_MS`, whether nothing was received for so long. */
    isDeaf(): boolean {
      if (timers.monotonic() - tick < DEAF_MS) return false;
      tick = timers.monotonic();
      return true;
    },
  };
}

type Receiving = Pick<ServerBusOptions, 'server' | 'clock' | 'metrics'> & {
  senders: ReturnType<typeof createOtherSenders>;
  listeners: ReturnType<typeof createListeners>;
  holds: (place: Place) => boolean;
  subjectOf: (place: Place) => string;
  /** Called for each batch of this server itself. */
  onOwn(): void;
};

/** Returns a function that hands the messages of a batch to the listeners. */
function createReceive(receiving: Receiving) {
  const { server, clock, metrics, senders, listeners, holds, subjectOf, onOwn } = receiving;

  function onLine(subject: string, { kind, places, json }: Line, from: string): void {
    const [first, ...others] = places.filter(holds);
    if (first === undefined) metrics.skipped.inc();
    // A message of several places may come by several subjects; the first place's is taken.
    if (first === undefined || subjectOf(first) !== subject) return;
    if (kind === LEAVES) senders.forget(from);
    else if (kind === MISSING) listeners.emitGap({ ...(JSON.parse(json) as Missing), reason: 'unsent' });
    else if (kind !== ALIVE) listeners.emit(kind, json, { server: from, places: [first, ...others] });
  }

  return (subject: string, batch: string): void => {
    const header = readHeader(batch);
    if (!header) return;
    if (header.server === server) onOwn();
    else if (senders.hasNew(subject, header)) {
      metrics.delay.observe(Math.max(0, clock.now() - header.time) / 1000);
      for (const line of readLines(batch)) onLine(subject, line, header.server);
    }
  };
}

/** Holds places of messages; one that is held twice is subscribed to once. */
function createHoldings(transport: Pick<Transport, 'subjectOf' | 'subscribe'>) {
  const held = new Map<string, { count: number; subscribed: Disposable }>();
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
  return { hold, holds: (place: string) => held.has(place) };
}

function createListeners({ logger, metrics }: Pick<ServerBusOptions, 'logger' | 'metrics'>) {
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
      metrics.received.inc();
      const called = emitter.listeners(kind) as ((message: unknown, origin: Origin) => void)[];
      if (called.length > 0) onEach(called, JSON.parse(json) as unknown, origin);
    },
    on(kind: string, listener: (message: unknown, origin: Origin) => void): Disposable {
      emitter.on(kind, listener);
      return { [Symbol.dispose]: () => void emitter.off(kind, listener) };
    },
    emitGap(gap: Gap): void {
      metrics.gaps.inc({ reason: gap.reason });
      logger.info({ ...gap, places: gap.places?.length }, 'messages of other servers may be missing');
      onEach(gaps.listeners('gap') as ((gap: Gap) => void)[], gap);
    },
    onGap(listener: (gap: Gap) => void): Disposable {
      gaps.on('gap', listener);
      return { [Symbol.dispose]: () => void gaps.off('gap', listener) };
    },
  };
}
