import { hash } from 'node:crypto';
import { type Leases, PARTS, type Parts, partOf } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import type { LivingServer, ServerRows } from './server-rows.ts';

const PART = 'part:';
const PARTS_IN_USE = 'parts';
const NO_PARTS = '0'.repeat(PARTS);

type HeldOptions = { id: string; logger: Logger; isRecent: () => boolean };

/** Knows which leases this server holds, and takes and releases them. */
export function createHeldLeases(rows: ServerRows, { id, logger, isRecent }: HeldOptions) {
  const wanted = new Set<string>();
  const held = new Set<string>();
  const releasing = new Map<string, Promise<void>>();
  const uses = createUses();
  let working = '';
  let parts: readonly string[] = [];
  const partsHeld = createPartsHeld({ held, isRecent });
  const port: Omit<Leases, 'want' | 'giveUp'> = {
    holds: (name) => isRecent() && held.has(name),
    parts: partsHeld.port,
    use: (what, work) => uses.run(typeof what === 'string' ? what : PARTS_IN_USE, work),
  };

  /** Uses these leases no more from now on, and deletes their rows when the work in hand has ended. */
  function release(names: readonly string[], epoch: string): void {
    const done = uses
      .ended(names.map((name) => (name.startsWith(PART) ? PARTS_IN_USE : name)))
      .then(() => rows.release(names, { id, epoch }))
      .catch((err: unknown) => logger.warn({ err }, 'leases were not released'))
      .finally(() => {
        for (const name of names) releasing.delete(name);
      });
    for (const name of names) {
      held.delete(name);
      releasing.set(name, done);
    }
    partsHeld.update();
  }

  return {
    port,
    add(names: readonly string[]): void {
      for (const name of names) wanted.add(name);
    },
    giveUp(name: string, epoch: string): void {
      wanted.delete(name);
      if (held.has(name)) release([name], epoch);
    },
    /** Holds nothing any more, without the database. */
    lose(): void {
      held.clear();
      partsHeld.update();
    },
    released: async (): Promise<void> => void (await Promise.all(releasing.values())),
    /** Takes what is free, and releases what is another's, as these servers divide the work. */
    async sync(epoch: string, isDraining: boolean, living: readonly LivingServer[]): Promise<void> {
      const ids = living.filter((each) => !each.isDraining).map((each) => each.id);
      if (ids.join() !== working) parts = ownParts(id, ids).map((part) => `${PART}${part}`);
      working = ids.join();
      const mine = new Set(isDraining ? [] : [...wanted, ...parts]);
      const extra = [...held].filter((name) => !mine.has(name));
      if (extra.length > 0) release(extra, epoch);
      const missing = [...mine].filter((name) => !held.has(name) && !releasing.has(name));
      if (missing.length === 0) return;
      for (const name of await rows.take(missing, { id, epoch })) held.add(name);
      partsHeld.update();
    },
  };
}

/** Follows which of the leases that are held are parts. */
function createPartsHeld({ held, isRecent }: { held: ReadonlySet<string>; isRecent: () => boolean }) {
  const listeners = new Set<() => void>();
  let mask = NO_PARTS;
  const has = (part: number) => isRecent() && mask[part] === '1';
  return {
    port: {
      has,
      hasPartOf: (id) => has(partOf(id)),
      mask: () => (isRecent() ? mask : NO_PARTS),
      onChange(listener) {
        listeners.add(listener);
        return { [Symbol.dispose]: () => listeners.delete(listener) };
      },
    } satisfies Parts,
    update(): void {
      const before = mask;
      mask = Array.from({ length: PARTS }, (_, part) => (held.has(`${PART}${part}`) ? '1' : '0')).join('');
      if (mask !== before) for (const listener of [...listeners]) listener();
    },
  };
}

/** Knows the work in hand, by the name of its lease. */
function createUses() {
  const inUse = new Map<string, Set<Promise<unknown>>>();
  return {
    async run<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
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
    ended: (names: readonly string[]): Promise<unknown> =>
      Promise.allSettled(new Set(names.flatMap((name) => [...(inUse.get(name) ?? [])]))),
  };
}

/**
 * Returns the parts of a server by rendezvous hashing: all servers compute the same, and when one comes or goes, only
 * its parts move.
 */
function ownParts(serverId: string, ids: readonly string[]): number[] {
  const own: number[] = [];
  for (let part = 0; part < PARTS; part += 1) {
    let [first, highest] = ['', ''];
    for (const id of ids) {
      const weight = hash('sha256', `${part} ${id}`);
      if (weight > highest) [first, highest] = [id, weight];
    }
    if (first === serverId) own.push(part);
  }
  return own;
}
