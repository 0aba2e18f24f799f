import type { Address } from '@azulejo/model';
import type { AccessState, Value } from '../api/types.generated.ts';
import type { AzulejoError } from '../errors.ts';

/** A new value of a property. */
export type Change = Address & {
  /** The value; its type is defined by the property’s schema. */
  readonly data: unknown;
  /** The time by the platform’s clock. Strictly increasing per property, and comparable as text. */
  readonly timestamp: string;
  /** The client that sent it. */
  readonly sender?: string;
  /** The user on whose behalf it was sent. */
  readonly onBehalfOf?: string;
  /** `report`, `read` or `command:<id>`. Present on changes that were read from the feed. */
  readonly cause?: string;
  /** The feed’s position after it. Present on changes that were read from the feed. */
  readonly cursor?: string;
  /**
   * True when it is part of a snapshot (the initial values, or those after a `resync`) and not a live change.
   */
  readonly snapshot?: true;
};

export type LiveState = 'connecting' | 'online' | 'offline' | 'closed';

export type LiveEvents = {
  /** Emitted exactly once per change, in order within each property. */
  change: Change;
  state: LiveState;
  /**
   * Emitted when the platform no longer knows the last cursor, so that changes may be missing. All values
   * were read again; those that differ follow as changes marked `snapshot`.
   */
  resync: { readonly cursor: string };
};

/**
 * The result of a successful write: the device reported the requested value (`done`) or another one
 * (`answered`).
 */
export type Confirmation = {
  readonly state: 'done' | 'answered';
  readonly data: unknown;
  readonly timestamp: string;
};

/** The answer to a read. `stale` when the device did not answer in time and this is the last known value. */
export type ReadValue = Omit<Value, 'cause' | 'on_behalf_of' | 'sender'> & {
  readonly sender?: string;
  readonly onBehalfOf?: string;
};

/** Who sent a read or write, and when. */
export type LiveRequest = {
  readonly sender?: string;
  readonly onBehalfOf?: string;
  readonly timestamp: string;
};

/** How a device, a manager or an application handles requests for the channels that it owns. */
export type Handlers = {
  /**
   * Returns the current value, or undefined to send no answer. Throws `Unavailable` to say why there is none.
   */
  onRead(address: Address, requested: LiveRequest): unknown;
  /**
   * Sets the value and returns the resulting one; undefined means the requested value. Throws `Unavailable`
   * to refuse the write.
   */
  onWrite(address: Address, data: unknown, requested: LiveRequest): unknown;
};

/** Thrown by a handler when the device cannot be reached or controlled. `access` says why. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly access: AccessState;

  constructor(access: AccessState) {
    super(`The device cannot be asked: ${access}`);
    this.access = access;
  }
}

/** The last value of a property, in a list of values. */
export type LastValue = Value & Address;

export type LiveOptions = {
  /**
   * URL of the broker: `mqtts://`, `mqtt://`, `wss://` or `ws://`. By default `endpoints.mqtt` of the token,
   * in browsers `/mqtt` of its `endpoints.http`.
   */
  readonly url?: string;
  /**
   * The broker’s certificate authority (PEM), unless it is a public one. Browsers ignore it and use their
   * own.
   */
  readonly ca?: string;
  /** A cursor of an earlier run: changes start after it. Only for users. */
  readonly after?: string;
  /**
   * The last values of all properties, if the program reads them itself after it read the cursor `after`. They are
   * then not read a second time.
   */
  readonly values?: Promise<readonly LastValue[]>;
  /** Timeout of the first connection, and of each attempt to reconnect; 30,000 by default. */
  readonly timeoutMs?: number;
};

export type ChangesOptions = {
  /** Yield only the changes of these channels. */
  readonly channels?: readonly string[];
  /** Start with the last known value of every property, marked `snapshot`. */
  readonly initial?: boolean;
};

export type AskOptions = {
  /** How long to wait for the answer; 10,000 by default for a read, 35,000 for a write. */
  readonly timeoutMs?: number;
};

/** A live connection. It reconnects automatically until it is closed or the session ends. */
export type Live = {
  readonly state: LiveState;
  /**
   * The position up to which all changes were emitted. Store it and pass it as `after` to a later `connect`.
   * After `close` it is exact. Before, it may be a minute behind: a program that is killed gets the changes
   * since then again in its next run.
   */
  readonly cursor: string | undefined;
  /** Resolves when it is closed: with the error that ended it, or with undefined after `close`. */
  readonly closed: Promise<AzulejoError | undefined>;
  /**
   * Adds a listener and returns the function that removes it. Listeners are called synchronously, in order.
   * Changes after the cursor given to `connect` are buffered until the first listener.
   */
  on<Name extends keyof LiveEvents>(name: Name, listener: (event: LiveEvents[Name]) => void): () => void;
  /** Returns an iterator over changes. It ends after `close`, and throws when the session ends. */
  changes(options?: ChangesOptions): AsyncIterableIterator<Change, undefined, undefined>;
  /**
   * Requests the value from the channel’s owner. Rejects with `TimedOut`, also for a property that has no
   * value.
   */
  read(address: Address, options?: AskOptions): Promise<ReadValue>;
  /**
   * Sends a command and waits until the new value is confirmed. Rejects with `Refused` (with `code` and
   * `text`) when it was not carried out, with `TimedOut` or `Unreachable` when that is not known. It is never
   * sent twice.
   */
  write(address: Address, data: unknown, options?: AskOptions): Promise<Confirmation>;
  /**
   * Reports a value of one’s own channel. Resolves when the platform has stored it; it is resent until then.
   */
  report(address: Address, data: unknown): Promise<void>;
  /** Handles reads and writes of the channels that this client owns. May be called once. */
  serve(handlers: Handlers): void;
  /** Updates the cursor, closes the connection, and rejects everything that waits for it. */
  close(): Promise<void>;
};
