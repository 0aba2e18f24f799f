import type { Clock } from '../../platform/clock.ts';
import { networkOf } from '../../platform/network.ts';
import type { AuditEntry } from './entry.ts';

/** `count` refusals in the minute that began `at`. */
export type Refusal = { readonly entry: AuditEntry; readonly at: number; count: number };

const MINUTE_MS = 60_000;
/** A faulty client repeats a few requests. Beyond this many different ones, refusals are only counted. */
const MAX_ENTRIES_PER_ORIGIN = 30;
/** Entries per minute, for principals and strangers separately: strangers cannot use up the others' limit. */
const MAX_ENTRIES_PER_MINUTE = 1_000;
/** Maximum number of entries that wait for the next flush while the database accepts none. */
const MAX_PENDING = 10_000;

/**
 * Counts refusals by minute, so that no caller decides how many entries there are or what they say:
 * 1. The origin is the authenticated principal, or else the network of the address.
 * 2. The first `MAX_ENTRIES_PER_ORIGIN` combinations of an origin in a minute get an entry each.
 * 3. All further ones of the origin share one entry per action.
 * 4. Beyond `MAX_ENTRIES_PER_MINUTE` all origins share one entry per action.
 */
export function createRefusals(clock: Clock) {
  let pending = new Map<string, Refusal>();
  const principals = createMinute();
  const strangers = createMinute();

  function count(entry: AuditEntry, origin: string, minute: Minute): void {
    const at = Math.floor(clock.now() / MINUTE_MS) * MINUTE_MS;
    const { action, actorId } = entry;
    const counted = minute.admit(at, origin, [
      entry,
      origin === actorId ? { action, actorId } : { action, address: origin },
      { action },
    ]);
    add({ entry: counted, at, count: 1 });
  }

  function add({ entry, at, count }: Refusal): void {
    const key = `${at} ${keyOf(entry)}`;
    const known = pending.get(key);
    if (known) known.count += count;
    else if (pending.size < MAX_PENDING) pending.set(key, { entry, at, count });
  }

  return {
    /** Counts a refusal of an authenticated principal. */
    ofPrincipal: (entry: AuditEntry & { actorId: string }): void => count(entry, entry.actorId, principals),
    /** Counts a refusal of an unauthenticated caller. */
    ofStranger: (entry: AuditEntry & { address: string }): void =>
      count(entry, networkOf(entry.address), strangers),
    /** Removes and returns what was counted so far. */
    take(): Refusal[] {
      const due = [...pending.values()];
      pending = new Map();
      return due;
    },
    /** Puts back refusals that could not be written. */
    putBack: (refusals: readonly Refusal[]): void => refusals.forEach(add),
  };
}

type Minute = ReturnType<typeof createMinute>;

/** Tracks the entries of the current minute. */
function createMinute() {
  let begun = 0;
  let keys = new Set<string>();
  let perOrigin = new Map<string, number>();

  return {
    /** Returns the most detailed form of the entry for which there is still room. */
    admit(at: number, origin: string, [full, ofOrigin, ofAction]: Forms): AuditEntry {
      // A clock that was set back begins another minute, too.
      if (at !== begun) [begun, keys, perOrigin] = [at, new Set(), new Map()];
      const entries = perOrigin.get(origin) ?? 0;
      const entry = keys.has(keyOf(full)) || entries < MAX_ENTRIES_PER_ORIGIN ? full : ofOrigin;
      const key = keyOf(entry);
      if (keys.has(key)) return entry;
      if (keys.size >= MAX_ENTRIES_PER_MINUTE) return ofAction;
      keys.add(key);
      perOrigin.set(origin, entries + 1);
      return entry;
    },
  };
}

type Forms = readonly [full: AuditEntry, ofOrigin: AuditEntry, ofAction: AuditEntry];

const keyOf = ({ action, actorId, targetId, address }: AuditEntry): string =>
  JSON.stringify([action, actorId, targetId, address]);
