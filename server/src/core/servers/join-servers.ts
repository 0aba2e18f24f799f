import { randomUUID } from 'node:crypto';
import { systemClock, type Timers, tickEvery } from '../../platform/clock.ts';
import type { TimeReading } from '../../platform/database-clock.ts';
import type { DatabaseContact } from '../../platform/database-contact.ts';
import { type Leases, type Parts, partOf } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import { createContact } from './contact.ts';
import { ownParts } from './own-parts.ts';
import type { Identity, ServerRows } from './server-rows.ts';

const RENEW_MS = 2_000;

type Options = Identity & {
  rows: ServerRows;
  timers: Timers;
  logger: Logger;
  /** After how long without the database its connections are ended. */
  patienceMs: number;
  /** Called with the time of the database after each renewal. */
  onTime?: ((reading: TimeReading) => void) | undefined;
};

/** This server among those of its database. */
export type Membership = AsyncDisposable & {
  readonly leases: Leases;
  readonly contact: DatabaseContact;
  /** Gives up all leases, and takes no more. */
  drain(): Promise<void>;
  /** Returns whether another server takes work. */
  hasOthers(): boolean;
};

/**
 * Joins the servers of a database:
 * 1. Join: store a row with a new epoch.
 * 2. Renew the row every two seconds for ten. When that was too late, join again: leases of the old epoch are lost.
 * 3. Take the leases that are wanted and free, and release the parts that are another server's by now.
 * 4. After eight seconds without a renewal give up everything, by this process's own clock.
 * 5. Leave: delete the row and its leases.
 */
export async function joinServers(options: Options): Promise<Membership> {
  const { rows, timers, logger, id, host, version, patienceMs } = options;
  const contact = createContact(timers, patienceMs);
  const leases = createHeldLeases(rows, { id, logger, isRecent: contact.port.isRecent });
  let epoch = randomUUID();
  let isDraining = false;

  async function join(): Promise<void> {
    leases.lose();
    epoch = randomUUID();
    await rows.join({ id, epoch, host, version });
  }

  async function renew(): Promise<void> {
    fence();
    const begun = timers.monotonic();
    const draining = isDraining ? 1 : 0;
    const asked = systemClock.monotonic();
    const time = contact.isOpen() ? await rows.renew({ id, epoch, draining }) : undefined;
    if (time === undefined) await join();
    else options.onTime?.({ time, asked, answered: systemClock.monotonic() });
    await contact.renewed(begun);
    contact.watch(fence);
    await leases.sync(epoch, isDraining);
  }

  function fence(): void {
    if (!contact.check()) return;
    leases.lose();
    logger.warn('the database has been away for too long: no jobs run until it is back');
  }

  let renewing: Promise<void> | undefined;
  const renewSoon = () =>
    (renewing ??= renew().finally(() => {
      renewing = undefined;
    }));
  /** A renewal that runs may have begun before what is wanted now. */
  const renewNow = async () => {
    await renewing?.catch(() => undefined);
    await renewSoon();
  };
  await rows.join({ id, epoch, host, version });
  await renewNow();
  const ticking = tickEvery(timers, RENEW_MS, () => {
    renewSoon().catch((err: unknown) => logger.warn({ err }, 'the row of this server was not renewed'));
  });

  return {
    leases: {
      ...leases.port,
      async want(names) {
        leases.add(names);
        await renewNow();
      },
    },
    contact: contact.port,
    hasOthers: leases.hasOthers,
    async drain() {
      isDraining = true;
      await renewNow();
      await leases.released();
    },
    async [Symbol.asyncDispose]() {
      ticking[Symbol.dispose]();
      contact[Symbol.dispose]();
      await renewing?.catch(() => undefined);
      leases.lose();
      await rows.leave({ id, epoch }).catch(() => undefined);
    },
  };
}

const PART = 'part:';
const PARTS_IN_USE = 'parts';

type HeldOptions = { id: string; logger: Logger; isRecent: () => boolean };

/** Knows which leases this server holds, and takes and releases them. */
function createHeldLeases(rows: ServerRows, { id, logger, isRecent }: HeldOptions) {
  const wanted = new Set<string>();
  const held = new Set<string>();
  const releasing = new Map<string, Promise<void>>();
  const inUse = new Map<string, Set<Promise<unknown>>>();
  let living: readonly string[] = [];
  let parts: readonly string[] = [];

  const has = (part: number) => isRecent() && held.has(`${PART}${part}`);
  const port: Omit<Leases, 'want'> = {
    holds: (name) => isRecent() && held.has(name),
    parts: { has, hasUser: (userId) => has(partOf(userId)) } satisfies Parts,
    async use(what, work) {
      const name = typeof what === 'string' ? what : PARTS_IN_USE;
      const running = inUse.get(name) ?? new Set();
      inUse.set(name, running);
      const run = work();
      running.add(run);
      try {
        return await run;
      } finally {
        running.delete(run);
      }
    },
  };

  /** Uses these leases no more from now on, and deletes their rows when the work in hand has ended. */
  function release(names: readonly string[], epoch: string): void {
    const uses = names.flatMap((name) => [...(inUse.get(name.startsWith(PART) ? PARTS_IN_USE : name) ?? [])]);
    const done = Promise.allSettled(new Set(uses))
      .then(() => rows.release(names, { id, epoch }))
      .catch((err: unknown) => logger.warn({ err }, 'leases were not released'))
      .finally(() => {
        for (const name of names) releasing.delete(name);
      });
    for (const name of names) {
      held.delete(name);
      releasing.set(name, done);
    }
  }

  return {
    port,
    add(names: readonly string[]): void {
      for (const name of names) wanted.add(name);
    },
    /** Holds nothing any more, without the database. */
    lose: () => held.clear(),
    hasOthers: () => living.some((each) => each !== id),
    released: async (): Promise<void> => void (await Promise.all(releasing.values())),
    async sync(epoch: string, isDraining: boolean): Promise<void> {
      const now = await rows.living();
      if (now.join() !== living.join()) parts = ownParts(id, now).map((part) => `${PART}${part}`);
      living = now;
      const mine = new Set(isDraining ? [] : [...wanted, ...parts]);
      const extra = [...held].filter((name) => !mine.has(name));
      if (extra.length > 0) release(extra, epoch);
      const missing = [...mine].filter((name) => !held.has(name) && !releasing.has(name));
      if (missing.length === 0) return;
      for (const name of await rows.take(missing, { id, epoch })) held.add(name);
    },
  };
}
