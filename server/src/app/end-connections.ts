import type { Live } from '../connections/mqtt/index.ts';
import type { Feature } from '../core/feature.ts';
import { type Timers, tickEvery } from '../platform/clock.ts';
import type { DatabaseContact } from '../platform/database-contact.ts';

const STEP_MS = 100;
/** How many end at least in each step: so few may come back at once. */
const FEWEST = 2;
/** Over which time connections end that are of no use without the database. */
const LOST_MS = 30_000;

export type Connections = { readonly list: readonly Feature[]; readonly live: Pick<Live, 'broker'> };

type Ending = Disposable & {
  /** Resolves when all have ended, or the ending was disposed of. */
  readonly ended: Promise<void>;
};

/**
 * Ends streams of events and MQTT sessions evenly over a time, so that their clients do not connect again all at once.
 * Devices are last, because commands may wait for them. Disposing of it keeps the connections that are left.
 */
export function endEvenly({ list, live }: Connections, overMs: number, timers: Timers): Ending {
  const streams = list.flatMap((feature) => [...(feature.streams?.() ?? [])]);
  const sessions = [...live.broker.sessions()];
  const ofPeople = sessions.filter(({ principal }) => principal.tree === 'users');
  const ofOthers = sessions.filter(({ principal }) => principal.tree !== 'users');
  const waiting = [
    ...streams.map((stream) => () => stream[Symbol.dispose]()),
    ...[...ofPeople, ...ofOthers].map((session) => () => session.end()),
  ];
  const each = Math.max(FEWEST, Math.ceil((waiting.length * STEP_MS) / overMs));
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  function step(): void {
    for (const end of waiting.splice(0, each)) end();
    if (waiting.length === 0) stop();
  }
  const ticking = tickEvery(timers, STEP_MS, step);
  function stop(): void {
    ticking[Symbol.dispose]();
    resolve();
  }
  return { ended, [Symbol.dispose]: stop };
}

/** Ends the connections when the database has been away for too long, until it is back. */
export function endWhenLost(
  connections: Connections,
  { databaseContact, timers }: { databaseContact: DatabaseContact; timers: Timers },
): Disposable {
  let ending: Disposable | undefined;
  const stop = () => ending?.[Symbol.dispose]();
  const listening = new DisposableStack();
  listening.use(
    databaseContact.onLost(() => {
      ending = endEvenly(connections, LOST_MS, timers);
    }),
  );
  listening.use(databaseContact.onBack(async () => stop()));
  listening.defer(stop);
  return listening;
}
