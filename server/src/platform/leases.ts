import { hash } from 'node:crypto';

/** Work on users' homes is divided among the servers of a database by this many parts. */
export const PARTS = 256;

/** Returns the part of a user or channel: the first byte of the SHA-256 of the id. */
export const partOf = (id: string): number => hash('sha256', id, 'buffer')[0] as number;

/** The parts that this server holds. They may change while work runs: what has begun may end. */
export type Parts = {
  has(part: number): boolean;
  /** Whether the part of this user or channel is held. */
  hasPartOf(id: string): boolean;
  /** Returns 256 characters, `1` for a part that is held, which statements compare (`isInParts`). */
  mask(): string;
  /** Called when other parts are held than before. */
  onChange(listener: () => void): Disposable;
};

/**
 * Divides work among servers, so that they do not do it twice in vain. Leases do not exclude: a guard in the rows
 * decides, since a server may be slow to notice that it lost a lease.
 */
export type Leases = {
  /** Wants named leases while the server runs. Resolves when those that are free are taken. */
  want(names: readonly string[]): Promise<void>;
  /** Wants a lease no more. Other servers can take it when the work that uses it has ended. */
  giveUp(name: string): void;
  holds(name: string): boolean;
  readonly parts: Parts;
  /** Runs work that needs a lease, or parts. Other servers get these only when it has ended. */
  use<Result>(what: string | Parts, work: () => Promise<Result>): Promise<Result>;
};

/** Returns the name of the lease of a job that runs once. */
export const leaseOfJob = (name: string): string => `job:${name}`;

/** Holds everything: there is no other server. */
export const soleLeases: Leases = {
  want: async () => undefined,
  giveUp: () => undefined,
  holds: () => true,
  parts: {
    has: () => true,
    hasPartOf: () => true,
    mask: () => '1'.repeat(PARTS),
    onChange: () => ({ [Symbol.dispose]: () => undefined }),
  },
  use: (_what, work) => work(),
};
