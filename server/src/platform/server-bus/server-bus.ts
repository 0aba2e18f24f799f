/** A place to which messages are addressed. A server receives the messages of the places that it holds. */
export type Place = `user:${string}` | `client:${string}` | `part:${number}` | `server:${string}` | 'all';

/** Why messages may be missing, for the log and for tests. */
export type GapReason =
  /** The connection to the bus was lost for a while. */
  | 'connection'
  /** A number of another server is missing. */
  | 'numbers'
  /** Another server has not been heard of, although it said no goodbye. */
  | 'silence'
  /** Another server says that it could not send everything. */
  | 'unsent'
  /** The database was away for too long to deliver what came. */
  | 'database';

export type Gap = {
  /** Messages sent at this time or later may be missing. */
  readonly since: number;
  readonly reason: GapReason;
  /** The places whose messages may be missing; undefined for all. */
  readonly places?: readonly Place[];
};

/**
 * Carries messages between the servers of one database. It is only a hint: the database is the truth, and a message
 * may be lost, doubled, late, and out of order between senders. `onGap` tells when to repair from rows.
 *
 * A message contains nothing secret, because whoever may read the bus reads it.
 */
export type ServerBus<Messages extends object> = AsyncDisposable & {
  /** Whether there can be no other server, so that nothing has to be published. */
  readonly isAlone: boolean;
  /** Returns whether there is another server: its row is valid, or it was heard of a moment ago. */
  hasOthers(): boolean;
  /** Sends a message to the other servers that hold one of the places. Never waits or throws. */
  publish<Kind extends keyof Messages & string>(
    places: readonly Place[],
    kind: Kind,
    message: Messages[Kind],
  ): void;
  /** Receives the messages of a place until it is disposed of. A place that is held twice is received once. */
  hold(place: Place): Disposable;
  holds(place: Place): boolean;
  /** Listeners must not throw; when one does, it is logged. */
  on<Kind extends keyof Messages & string>(
    kind: Kind,
    listener: (message: Messages[Kind], from: Origin) => void,
  ): Disposable;
  onGap(listener: (gap: Gap) => void): Disposable;
};

/** Where a message came from, and which of its places this server holds. */
export type Origin = { readonly server: string; readonly places: readonly Place[] };
