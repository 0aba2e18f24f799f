/**
 * Whether a server reached its database recently. While it does not, other servers may end rights, and take over its
 * work, without its knowledge.
 */
export type DatabaseContact = {
  /** Returns false when the server must deliver nothing and run no jobs. */
  isRecent(): boolean;
  /**
   * Returns the tick in which the database was back last; undefined while the contact is not recent. What arrived before
   * it must not be stored any more: its client may have sent it, and newer values, to another server meanwhile.
   */
  epoch(): number | undefined;
  /** Returns how long ago its last renewal began. */
  sinceRenewalMs(): number;
  /** Called when the database has been away for so long that connections are of no use any more. */
  onLost(listener: () => void): Disposable;
  /** Called when the database is back, before anything is delivered. When it fails, it is called again. */
  onBack(listener: () => Promise<void>): Disposable;
};

const never: Disposable = { [Symbol.dispose]: () => undefined };

/** The contact of a server that shares its database with no other: nothing happens without its knowledge. */
export const soleContact: DatabaseContact = {
  isRecent: () => true,
  epoch: () => 0,
  sinceRenewalMs: () => 0,
  onLost: () => never,
  onBack: () => never,
};
