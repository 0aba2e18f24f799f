import type { Address } from '@azulejo/model';
import type { AzulejoError } from '../errors.ts';
import type { LiveOptions, LiveState } from '../live/types.ts';
import type { OutboxOptions, OutboxState, RefusedReport } from './outbox.ts';

/** A read or a write of a channel that the manager created. */
export type ManagerRequest = Address & {
  readonly kind: 'read' | 'write';
  /** The value to set; undefined for a read. It is valid against the property’s schema. */
  readonly data: unknown;
  /** The `client_id` of the application through which it was sent. */
  readonly applicationId: string | undefined;
  /** The user on whose behalf it was sent. */
  readonly userId: string | undefined;
  /** The platform’s time. */
  readonly timestamp: string;
  /** Aborted when the time for the answer has passed. Pass it to `fetch`. */
  readonly signal: AbortSignal;
};

/**
 * How a manager carries out reads and writes. A handler refuses by throwing `Unavailable` with the reason.
 * Any other error is reported as `service_error`, and a late answer as `api_unreachable`; both are emitted
 * as `problem`.
 */
export type ManagerHandlers = {
  /** Returns the current value, or undefined to send none. Without it, reads are not answered. */
  onRead?(request: ManagerRequest): unknown;
  /** Sets the value and returns the resulting one; undefined means the requested one. */
  onWrite?(request: ManagerRequest): unknown;
};

/** Which requests a handler is for. A member that is left out matches everything. */
export type Scope = Partial<Address>;

/** A grant on one of the manager’s channels that ended: the user removed the device. */
export type EndedGrant = {
  readonly channel: string;
  readonly userId: string;
  readonly applicationId: string | undefined;
};

export type ManagerEvents = {
  state: LiveState;
  /** The platform did not take a report, for example because it violates the schema. It is not sent again. */
  refused: RefusedReport;
  /** A handler failed or was late, and the platform was notified. `error` is what the handler threw. */
  problem: { readonly request: ManagerRequest; readonly error: unknown };
  /** A user removed the device. When no user is left, the manager can delete the channel. */
  grantEnded: EndedGrant;
};

export type ManagerLiveOptions = Pick<LiveOptions, 'url' | 'ca' | 'timeoutMs'> & {
  readonly outbox?: OutboxOptions;
  /**
   * How long a read may take, in milliseconds; 4,500 by default. The platform answers with the last known
   * value after 5 s.
   */
  readonly readTimeoutMs?: number;
  /** How long a write may take, in milliseconds; 25,000 by default. The platform gives up after 30 s. */
  readonly writeTimeoutMs?: number;
  /** Maximum number of requests of one channel that are handled at once; 4 by default. */
  readonly concurrency?: number;
};

/** The connection of a manager. It reconnects until it is closed or the credentials are refused. */
export type ManagerLive = {
  readonly state: LiveState;
  /** Says how much is waiting to be delivered. */
  readonly outbox: OutboxState;
  /** Resolves when it is closed: with the error that ended it, or with undefined after `close`. */
  readonly closed: Promise<AzulejoError | undefined>;
  /** Adds a listener and returns the function that removes it. */
  on<Name extends keyof ManagerEvents>(
    name: Name,
    listener: (event: ManagerEvents[Name]) => void,
  ): () => void;
  /**
   * Handles requests, those of `scope` only if given; the most specific scope wins: the channel, then the
   * component, then the property. Requests of one property are handled one after another. Requests for which
   * there is no handler are refused as `service_error`; those that arrive before the first call wait for it.
   * Returns the function that removes the handlers.
   */
  serve(handlers: ManagerHandlers, scope?: Scope): () => void;
  /**
   * Puts a value into the outbox. Resolves when it is queued, and stored if the outbox has a store: then it will
   * be delivered, also after a restart, at least once and in the order of the property. While the outbox is
   * full, it waits for room; await it, so that the program slows down with the platform. Rejects with
   * `OutboxFull` after `timeoutMs` (30,000 by default), or with the store’s error. When the platform refuses
   * the value, `refused` is emitted.
   *
   * Report `access` (`ok`, `unreachable`, …) to say whether a device can be reached.
   */
  report(address: Address, data: unknown, options?: { readonly timeoutMs?: number }): Promise<void>;
  /**
   * Resolves when the platform has acknowledged everything in the outbox. Rejects with `TimedOut` after
   * `timeoutMs`, 30,000 by default.
   */
  flush(options?: { readonly timeoutMs?: number }): Promise<void>;
  /** Closes the connection and the store. What is not delivered stays in the store, if there is one. */
  close(): Promise<void>;
};
