import type { AccessState, Value } from '@azulejo/contract';
import type { AzulejoError } from '../errors.ts';

/** One property of one component of a channel. */
export type Address = { readonly channel: string; readonly component: string; readonly property: string };

/** A property has a value. */
export type Change = Address & {
  /** As the property’s schema says. */
  readonly data: unknown;
  /** When, by the platform’s clock. Within one property the timestamps rise strictly, and can be compared as text. */
  readonly timestamp: string;
  /** The client through which, or by which, it was said. */
  readonly sender?: string;
  /** The user for whom it was said. */
  readonly onBehalfOf?: string;
  /** `report`, `read` or `command:<id>`; known of changes that were read from the feed. */
  readonly cause?: string;
  /** Where the feed goes on after it; known of changes that were read from the feed. */
  readonly cursor?: string;
  /** True when it was found as it stands, and not seen to happen: at the beginning, or after a `resync`. */
  readonly snapshot?: true;
};

export type LiveState = 'connecting' | 'online' | 'offline' | 'closed';

export type LiveEvents = {
  /** Every change once, each property’s in its order. */
  change: Change;
  state: LiveState;
  /**
   * The platform does not know any more what happened since the last cursor: changes may be missing. All values were
   * read anew; those that differ follow as changes with `snapshot`.
   */
  resync: { readonly cursor: string };
};

/** How a write ended well: the device reported the value asked for (`done`), or another (`answered`). */
export type Confirmation = {
  readonly state: 'done' | 'answered';
  readonly data: unknown;
  readonly timestamp: string;
};

/** The answer to a read. `stale` when the device did not answer in time, and this is the value last known. */
export type ReadValue = Omit<Value, 'cause' | 'on_behalf_of' | 'sender'> & {
  readonly sender?: string;
  readonly onBehalfOf?: string;
};

/** Who asks, and when. */
export type Asked = { readonly sender?: string; readonly onBehalfOf?: string; readonly timestamp: string };

/** What a device, a manager or an application does for the channels that it stands behind. */
export type Handlers = {
  /** The value now; undefined leaves the read without an answer. Throw `Unavailable` to say why there is none. */
  onRead(address: Address, asked: Asked): unknown;
  /**
   * Sets the value, and answers the one that it has then; undefined means the one asked for. Throw `Unavailable` to
   * refuse.
   */
  onWrite(address: Address, data: unknown, asked: Asked): unknown;
};

/** Thrown by a handler: the device cannot be asked, and why. */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  readonly access: AccessState;

  constructor(access: AccessState) {
    super(`The device cannot be asked: ${access}`);
    this.access = access;
  }
}

export type LiveOptions = {
  /** `mqtts://`, `mqtt://`, `wss://` or `ws://`; by default `endpoints.mqtt` of the token, in browsers `/mqtt` of its `endpoints.http`. */
  readonly url?: string;
  /** Certificate authority of the broker (PEM), where it is not a public one. Not in browsers, which have their own. */
  readonly ca?: string;
  /** A cursor kept earlier: changes begin with those that came after it. Only for users. */
  readonly after?: string;
  /** How long the first connection may take, and each attempt at a later one; 30,000 by default. */
  readonly timeoutMs?: number;
};

export type ChangesOptions = {
  /** Of these channels only. */
  readonly channels?: readonly string[];
  /** Begin with the value last known of every property, marked `snapshot`. */
  readonly initial?: boolean;
};

export type AskOptions = {
  /** How long to wait for the answer; 10,000 by default for a read, 35,000 for a write. */
  readonly timeoutMs?: number;
};

/** A live connection. It reconnects by itself, for ever, until it is closed or the sign-in is over. */
export type Live = {
  readonly state: LiveState;
  /**
   * All changes up to here were given to the listeners; to be kept, and given as `after` to a later `connect`. Once closed
   * it stands after the last of them. Before, it may be a minute behind: of a program that was killed, what came since is
   * given out again to the next.
   */
  readonly cursor: string | undefined;
  /** Fulfilled when it is closed: with the error that ended it, or with undefined after `close`. */
  readonly closed: Promise<AzulejoError | undefined>;
  /**
   * Listens until the function that it answers is called. Listeners are called at once, in order. What came after the
   * cursor of `connect` waits for the first of them.
   */
  on<Name extends keyof LiveEvents>(name: Name, listener: (event: LiveEvents[Name]) => void): () => void;
  /** Changes as they come, waiting as long as it takes; ends with `close`, and throws when the sign-in is over. */
  changes(options?: ChangesOptions): AsyncIterableIterator<Change, undefined, undefined>;
  /**
   * Asks who stands behind the channel for the value. `TimedOut` when nothing came, as of a property without any value.
   */
  read(address: Address, options?: AskOptions): Promise<ReadValue>;
  /**
   * Has the value set, and waits until it is confirmed. `Refused` (with `code` and `text`) when it was not done;
   * `TimedOut` or `Unreachable` when it is not known whether it was. Never sent twice.
   */
  write(address: Address, data: unknown, options?: AskOptions): Promise<Confirmation>;
  /** Says what value a channel of one’s own has. Fulfilled when the platform has stored it; sent again until then. */
  report(address: Address, data: unknown): Promise<void>;
  /** Answers reads and writes of the channels that this client stands behind. Once. */
  serve(handlers: Handlers): void;
  /** Brings the cursor up to date, and ends the connection and everything that waits on it. */
  close(): Promise<void>;
};
