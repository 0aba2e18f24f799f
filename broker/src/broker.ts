import type { Duplex } from 'node:stream';
import type { AccountLimits } from './accounts.ts';
import type { Disconnection } from './disconnection.ts';
import type { Message } from './packets.ts';

/** An authenticated connection. `P` is the principal that the rules returned; the broker never reads it. */
export type MqttSession<P> = {
  /** A random id of our own, unique even when two clients use the same client id. */
  readonly id: string;
  /**
   * The client id, which is the same when the client connects again, after its group if it has one; `id` for a client
   * that gave none.
   */
  readonly clientId: string;
  /** The address of deliveries, for instance `user:ID`; also the namespace of its client ids. */
  readonly key: string;
  readonly principal: P;
  readonly address: string;
  readonly isOpen: boolean;
  /** Closes the connection. Its will is published, because no DISCONNECT arrived. */
  end(): void;
};

/**
 * An authenticated client. `limits` replaces the broker's default limits for its account. One that `isSingle`
 * has one connection at a time: a new one replaces the previous one, whatever their client ids.
 */
export type Identity<P> = {
  key: string;
  principal: P;
  isSingle?: boolean;
  limits?: AccountLimits;
  /** Sessions with another group neither resume nor replace its sessions, although they have the same key. */
  group?: string;
};

export type Credentials = { username: string | undefined; password: string | undefined; address: string };

export type InboundMessage = Message;

/** A message that the rules accepted or refused. */
export type Taken = {
  /** Resolves when the acknowledgement may be written. */
  readonly committed: Promise<unknown>;
  /** What it cost of the session's rate apart from its bytes. Default 1, which is charged on arrival. */
  readonly cost?: number;
};

/** A value that a new subscription shows as retained. */
export type StoredMessage = { topic: string; payload: Buffer };

/** Stored values in pages. A page without a match is yielded too, because reading it has a cost. */
export type Snapshot = AsyncGenerator<readonly StoredMessage[]>;

/** Decisions that the platform makes for the broker. Topics and filters are valid when they are passed in. */
export type BrokerRules<P> = {
  /**
   * Returns undefined for credentials that are known to be invalid: CONNACK 4. Throws when they cannot be
   * checked now: the connection is closed without CONNACK.
   */
  authenticate(credentials: Credentials): Promise<Identity<P> | undefined>;
  /** Called after an UNSUBSCRIBE. `left` are the remaining filters. */
  unsubscribed?(session: MqttSession<P>, left: readonly string[]): void;
  /** Returns false to refuse the filter with SUBACK 0x80. */
  maySubscribe(session: MqttSession<P>, filter: string): boolean;
  /**
   * Takes a message. Called sequentially per session, in order of arrival. Resolves when the message is
   * accepted or refused: a refused message is acknowledged too. Rejecting this or `committed` closes the
   * connection, because MQTT 3.1.1 has no way to refuse. Wills are passed here too, after their session has
   * closed.
   */
  publish(
    session: MqttSession<P>,
    message: InboundMessage,
    /** What the setting `markArrival` returned when the message arrived. */
    arrival?: number,
  ): Promise<Taken>;
  /**
   * Returns the stored values that match a granted filter. Live messages of these topics wait until it ends.
   */
  snapshot(session: MqttSession<P>, filter: string): Snapshot;
  /** Returns whether a live message that waits behind the snapshot has the same value as the stored one. */
  isSameValue?(live: Buffer, stored: Buffer): boolean;
  arrived(session: MqttSession<P>): void;
  left(session: MqttSession<P>, disconnection: Disconnection): void;
  /** Called when nothing is kept of a session any more: when it left or, with clean=false, some time after that. */
  discarded?(sessionId: string): void;
  /** Called when a connection ended before its session opened, for a reason other than `authenticate`. */
  endedBeforeSession?(address: string, disconnection: Disconnection, principal?: P): void;
};

/** A socket during its handshake. */
export type Expected = { ready(stream: Duplex): void; fail(detail: string): void };

export type Broker<P> = AsyncDisposable & {
  /** Serves MQTT on any byte stream: TCP, TLS, WebSocket. */
  accept(stream: Duplex, address: string): void;
  /**
   * Counts a socket whose stream is ready after a handshake, and closes it when that takes too long. Destroys
   * the socket and returns undefined when a connection limit is reached.
   */
  expect(socket: Duplex, address: string): Expected | undefined;
  /**
   * Sends a message to every session of `key` that has a matching subscription, including kept sessions
   * without a connection (clean=false), or only to the session named. Never waits. The caller decides whether
   * the key may receive it. With `onlyUngrouped`, sessions of a group do not. After `expiresInMs` the message is no
   * longer sent. Returns the number of connected receivers.
   */
  deliver(
    key: string,
    topic: string,
    payload: Buffer,
    options?: { session?: string; expiresInMs?: number; onlyUngrouped?: boolean },
  ): number;
  /** Returns whether a session of `key` is kept without a connection (clean=false). */
  isKept(key: string): boolean;
  /** Returns whether an open session has a granted subscription that matches. */
  isSubscribed(sessionId: string, topic: string): boolean;
  /** Returns whether a session of `key`, open or kept, has a filter that begins with these levels. */
  listensUnder(key: string, levels: string): boolean;
  /** Ends and forgets a session, open or kept, because its client opened another one elsewhere. Its will is not published. */
  takeOver(sessionId: string): void;
  /** Returns the open sessions. */
  sessions(): Iterable<MqttSession<P>>;
  sessionsOf(key: string): Iterable<MqttSession<P>>;
};
