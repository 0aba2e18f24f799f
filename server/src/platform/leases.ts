import { hash } from 'node:crypto';

/** Work on users' homes is divided among the servers of a database by this many parts. */
export const PARTS = 256;

/** Returns the part of a user: the first byte of the SHA-256 of the id. */
export const partOf = (userId: string): number => hash('sha256', userId, 'buffer')[0] as number;

/** The parts that this server holds. They may change while work runs: what has begun may end. */
export type Parts = {
  has(part: number): boolean;
  hasUser(userId: string): boolean;
};

/**
 * Divides work among servers, so that they do not do it twice in vain. Leases do not exclude: a guard in the rows
 * decides, since a server may be slow to notice that it lost a lease.
 */
export type Leases = {
  /** Wants named leases while the server runs. Resolves when those that are free are taken. */
  want(names: readonly string[]): Promise<void>;
  holds(name: string): boolean;
  readonly parts: Parts;
  /** Runs work that needs a lease, or parts. Other servers get these only when it has ended. */
  use<Result>(what: string | Parts, work: () => Promise<Result>): Promise<Result>;
};

/** Holds everything: there is no other server. */
export const soleLeases: Leases = {
  want: async () => undefined,
  holds: () => true,
  parts: { has: () => true, hasUser: () => true },
  use: (_what, work) => work(),
};
