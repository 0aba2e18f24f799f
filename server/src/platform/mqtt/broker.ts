import type { Duplex } from 'node:stream';
import type { AccountLimits } from './accounts.ts';
import type { Ending } from './ending.ts';
import type { Message } from './packets.ts';

/** One connection that was let in. `P` is whatever the rules said who it is; the broker never looks into it. */
export type MqttSession<P> = {
  /** Random, ours: two sessions never have the same, whatever their clients call themselves. */
  readonly id: string;
  /** What deliveries are addressed to, for instance `user:ID`; also the namespace of its client ids. */
  readonly key: string;
  readonly principal: P;
  readonly address: string;
  readonly isOpen: boolean;
  /** Closes the connection; its will is published, since no DISCONNECT came. */
  end(): void;
};

/** Who a client is, and what its account may take when that is not what the broker's limits say. */
export type Identity<P> = { key: string; principal: P; limits?: AccountLimits };

export type Credentials = { username: string | undefined; password: string | undefined; address: string };

export type InboundMessage = Message;

/** A value that a new subscription shows as retained. */
export type StoredMessage = { topic: string; payload: Buffer };

/** Stored values in pages, as they are read. A page without a match is yielded too: reading it had its cost. */
export type Snapshot = AsyncGenerator<readonly StoredMessage[]>;

/** What the platform on top decides. Topics and filters are valid ones when they come here. */
export type BrokerRules<P> = {
  /** Undefined: known to be dead, CONNACK 4. Throws: not to be found out now, closed without CONNACK. */
  authenticate(credentials: Credentials): Promise<Identity<P> | undefined>;
  /** Filters were given up; `left` are those that it has still. */
  unsubscribed?(session: MqttSession<P>, left: readonly string[]): void;
  /** False: SUBACK 0x80. */
  maySubscribe(session: MqttSession<P>, filter: string): boolean;
  /**
   * Called one after another per session, in order of arrival; resolves when accepted (or refused: a refused message is
   * acknowledged too). `committed` resolves when the acknowledgement may be written. Rejecting either closes the
   * connection: MQTT 3.1.1 has no way to refuse. A will comes here too, when its session is not open any more.
   */
  publish(
    session: MqttSession<P>,
    message: InboundMessage,
    /** The tick in which it arrived (`currentTick`). */
    arrivedIn?: number,
  ): Promise<{ committed: Promise<void> }>;
  /** Last stored values that match a granted filter. Live messages of these topics wait behind it. */
  snapshot(session: MqttSession<P>, filter: string): Snapshot;
  /** Whether a live message that waits behind the snapshot says what this stored value of its topic says. */
  isSameValue?(live: Buffer, stored: Buffer): boolean;
  arrived(session: MqttSession<P>): void;
  left(session: MqttSession<P>, ending: Ending): void;
  /** A connection ended before its client was let in, for another reason than `authenticate`. */
  turnedAway?(address: string, ending: Ending, principal?: P): void;
  /** What a message takes of the session's rate; 1 when not given. */
  cost?(message: InboundMessage, session: MqttSession<P>): number;
};

/** A socket in its handshake. */
export type Expected = { ready(stream: Duplex): void; fail(detail: string): void };

export type Broker<P> = AsyncDisposable & {
  /** Speaks MQTT on any stream of bytes: TCP, TLS, WebSocket. */
  accept(stream: Duplex, address: string): void;
  /**
   * Counts a socket whose stream comes after a handshake, and closes it when that takes too long. Undefined: there is no
   * place for it, and it was destroyed.
   */
  expect(socket: Duplex, address: string): Expected | undefined;
  /**
   * To every session of `key` that has a matching subscription, those that come back to their session (clean=false)
   * included, or only to the session named. Never waits. The caller decides whether the key may receive it.
   * After `expiresInMs` it is not sent any more. Returns how many connected ones it is for.
   */
  deliver(
    key: string,
    topic: string,
    payload: Buffer,
    options?: { session?: string; expiresInMs?: number },
  ): number;
  /** Whether an open session has a granted subscription that matches. */
  isSubscribed(sessionId: string, topic: string): boolean;
  /** The open ones. */
  sessions(): Iterable<MqttSession<P>>;
  sessionsOf(key: string): Iterable<MqttSession<P>>;
};
