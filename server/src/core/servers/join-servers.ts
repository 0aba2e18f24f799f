import { randomUUID } from 'node:crypto';
import { SchemaTooNewError } from '@azulejo/storage';
import { systemClock, type Timers, tickEvery } from '../../platform/clock.ts';
import { currentTick } from '../../platform/coalesce-per-tick.ts';
import type { TimeReading } from '../../platform/database-clock.ts';
import type { DatabaseContact } from '../../platform/database-contact.ts';
import type { Leases } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import { Refusal } from '../../platform/refusal.ts';
import { createHeldLeases } from './held-leases.ts';
import { type Identity, type LivingServer, RENEW_MS, type ServerRows, type Traits } from './server-rows.ts';

type Options = Identity & {
  /** Differs for each start of this server. */
  epoch: string;
  /** Returns what other servers have to agree on. */
  traits: () => Traits;
  rows: ServerRows;
  timers: Timers;
  logger: Logger;
  /** After how long without the database its connections are ended. */
  patienceMs: number;
  /** Called with the time of the database after each renewal. */
  onTime?: ((reading: TimeReading) => void) | undefined;
  /** Whether the time of the database is known well enough. */
  knowsTime?: () => boolean;
  /** Called with the servers that run already, before this one takes work. It throws when this one does not fit them. */
  admit?: (earlier: readonly LivingServer[]) => Promise<void>;
  /** Throws `SchemaTooNewError` when this server cannot use the tables. Called whenever it has joined. */
  checkTables?: () => Promise<void>;
  /** Called when another process runs under the same id, or when the tables have changed too much. This one must stop. */
  onUnfit: (error: Error) => void;
};

/** This server among those of its database. */
export type Membership = AsyncDisposable & {
  readonly leases: Leases;
  readonly contact: DatabaseContact;
  /** Gives up all leases, and takes no more. */
  drain(): Promise<void>;
  /** Returns the other servers whose rows are valid. They are read with each renewal, and at the end. */
  others(): readonly LivingServer[];
};

/**
 * Joins the servers of a database:
 * 1. Join: store a row with a new epoch.
 * 2. Renew the row every two seconds for nine. When that was too late, join again: leases of the old epoch are lost.
 * 3. Take the leases that are wanted and free, and release the parts that are another server's by now.
 * 4. After eight seconds without a renewal give up everything, by this process's own clock.
 * 5. Leave: delete the row and its leases.
 */
export async function joinServers(options: Options): Promise<Membership> {
  const { rows, timers, logger, id, patienceMs } = options;
  const contact = createContact(timers, patienceMs);
  const leases = createHeldLeases(rows, { id, logger, isRecent: contact.port.isRecent });
  const row = createOwnRow(options);
  let living: readonly LivingServer[] = [];
  let isDraining = false;

  async function renew(): Promise<void> {
    fence();
    const begun = timers.monotonic();
    if (!contact.isOpen() || !(await row.renew(isDraining))) {
      leases.lose();
      await row.join();
    }
    await contact.renewed(begun);
    contact.watch(fence);
    living = await rows.living();
    await leases.sync(row.epoch(), isDraining, living);
    ending.watch(others());
  }

  function fence(): void {
    if (!contact.check()) return;
    leases.lose();
    logger.warn('the database has been away for too long: no jobs run until it is back');
  }

  const others = () => living.filter((each) => each.id !== id);
  const { tryToRenew, renewNow, settled } = oneAfterAnother(renew, logger);
  const ending = createEnding(timers, tryToRenew);
  const want = (names: readonly string[]) => {
    leases.add(names);
    return renewNow();
  };
  await joinBesideOthers(row, options);
  await renewNow();
  const ticking = tickEvery(timers, RENEW_MS, tryToRenew);

  return {
    leases: { ...leases.port, want, giveUp: (name) => leases.giveUp(name, row.epoch()) },
    contact: contact.port,
    others,
    async drain() {
      isDraining = true;
      await renewNow();
      await leases.released();
    },
    async [Symbol.asyncDispose]() {
      ticking[Symbol.dispose]();
      contact[Symbol.dispose]();
      await settled();
      ending[Symbol.dispose]();
      leases.lose();
      await row.leave();
      living = await rows.living().catch(() => living);
    },
  };
}

/** Calls `run` a moment after the end of the first row, unless it was renewed: what that server held is free then. */
function createEnding(timers: Timers, run: () => void) {
  let timer: Disposable | undefined;
  const dispose = () => timer?.[Symbol.dispose]();
  return {
    watch(servers: readonly LivingServer[]): void {
      dispose();
      if (servers.length === 0) return;
      timer = timers.setTimer(Math.min(...servers.map(({ validMs }) => validMs)) + ENDED_MS, run);
    },
    [Symbol.dispose]: dispose,
  };
}

/** Longer than two connections to the database differ. */
const ENDED_MS = 20;

type OwnRow = ReturnType<typeof createOwnRow>;

/** The row of this server, which it stores and renews. */
function createOwnRow(options: Options) {
  const { rows, id, name, version, traits, onTime, checkTables, onUnfit } = options;
  let { epoch } = options;
  let before = '';
  let fits = false;

  /** Reads the time of the database with what `ask` does. Returns false when the row was not stored. */
  async function timed(ask: () => Promise<number | undefined>): Promise<boolean> {
    const asked = systemClock.monotonic();
    const time = await ask();
    if (time === undefined) return false;
    onTime?.({ time, asked, answered: systemClock.monotonic() });
    return true;
  }

  return {
    epoch: () => epoch,
    /** Stores it with an epoch of its own. The tables may have been contracted while it was not valid. */
    async join(): Promise<void> {
      const isBack = before !== '';
      if (isBack) epoch = randomUUID();
      fits = false;
      const isStored = await timed(() => rows.join({ id, name, version, epoch, before, ...traits() }));
      if (!isStored) onUnfit(new Refusal(USURPED));
      before = epoch;
      await checkTables?.().catch((error: unknown) => {
        if (isBack && error instanceof SchemaTooNewError) onUnfit(error);
        throw error;
      });
      fits = true;
    },
    /** Returns false when it has to join again. */
    renew: async (isDraining: boolean): Promise<boolean> =>
      fits && timed(() => rows.renew({ id, epoch, isDraining, ...traits() })),
    leave: () => rows.leave({ id, epoch }).catch(() => undefined),
  };
}

const USURPED =
  'another process runs under the id of this server: its data directory is a copy. Delete the file server-id in one of them, and start that server again';

/** How often a database that was slow to tell its time is asked again. */
const READINGS = 3;

/** Stores the row, and takes it back when this server does not fit those that run. */
async function joinBesideOthers(row: OwnRow, { rows, id, knowsTime, admit }: Options): Promise<void> {
  try {
    await row.join();
    for (let reading = 0; reading < READINGS && knowsTime?.() === false; reading += 1) await row.renew(false);
    const living = await rows.living();
    const own = living.find((each) => each.id === id);
    await admit?.(living.filter((each) => own && isEarlier(each, own)));
  } catch (error) {
    await row.leave();
    throw error;
  }
}

/** Of two servers that start at the same time, one is the earlier. */
const isEarlier = (one: LivingServer, other: LivingServer): boolean =>
  one.started < other.started || (one.started === other.started && one.id < other.id);

/** Returns what renews while no other renewal runs. */
function oneAfterAnother(renew: () => Promise<void>, logger: Logger) {
  let renewing: Promise<void> | undefined;
  const renewSoon = (): Promise<void> =>
    (renewing ??= renew().finally(() => {
      renewing = undefined;
    }));
  const settled = async (): Promise<void> => renewing?.catch(() => undefined);
  return {
    tryToRenew: () =>
      void renewSoon().catch((err: unknown) =>
        logger.warn({ err }, 'the row of this server was not renewed'),
      ),
    settled,
    /** A renewal that runs may have begun before what is wanted now. */
    async renewNow(): Promise<void> {
      await settled();
      await renewSoon();
    },
  };
}

/** Less than a row of `servers` is valid, so that this server stops before another takes over its work. */
const FENCED_AFTER_MS = 8_000;

/** Measures by the monotonic clock of this process when its row was renewed last (README.md). */
function createContact(timers: Timers, patienceMs: number) {
  const lost = new Set<() => void>();
  const back = new Set<() => Promise<void>>();
  let renewed = timers.monotonic();
  let isOpen = true;
  let epoch = currentTick();
  let timer: Disposable | undefined;

  const isRecent = () => isOpen && timers.monotonic() - renewed < FENCED_AFTER_MS;

  /** Returns whether the contact is lost now. */
  function check(): boolean {
    if (!isOpen || isRecent()) return false;
    isOpen = false;
    const patience = Math.max(0, patienceMs - (timers.monotonic() - renewed));
    timer?.[Symbol.dispose]();
    timer = timers.setTimer(patience, () => {
      for (const listener of lost) listener();
    });
    return true;
  }

  return {
    port: {
      isRecent,
      epoch: () => (isRecent() ? epoch : undefined),
      sinceRenewalMs: () => timers.monotonic() - renewed,
      onLost: (listener) => listen(lost, listener),
      onBack: (listener) => listen(back, listener),
    } satisfies DatabaseContact,
    check,
    isOpen: () => isOpen,
    /** Counts a renewal that began at this monotonic time. After a fence, nothing is delivered before all listeners ended. */
    async renewed(begun: number): Promise<void> {
      check();
      if (!isOpen) {
        timer?.[Symbol.dispose]();
        await Promise.all([...back].map((listener) => listener()));
        isOpen = true;
        epoch = currentTick();
      }
      renewed = begun;
    },
    /** Calls `run` when the contact would be lost without another renewal. */
    watch(run: () => void): void {
      timer?.[Symbol.dispose]();
      timer = timers.setTimer(FENCED_AFTER_MS, run);
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}

function listen<Listener>(listeners: Set<Listener>, listener: Listener): Disposable {
  listeners.add(listener);
  return { [Symbol.dispose]: () => listeners.delete(listener) };
}
