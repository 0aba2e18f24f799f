import type { MqttSession } from './broker.ts';
import type { Unreleased } from './inbound.ts';
import type { Outbound } from './outbound.ts';
import type { Message, QoS } from './packets.ts';
import { compileFilter } from './topic-filter.ts';

export type Identity = {
  readonly key: string;
  readonly clientId: string;
  readonly clean: boolean;
  readonly group: string | undefined;
};

/** Returns the client id among all of its key, which begins with its group if it has one. */
export const idInGroup = (group: string | undefined, clientId: string): string =>
  group === undefined ? clientId : `${group}/${clientId}`;

/** The current connection of a session. */
export type SessionConnection<P> = {
  readonly session: MqttSession<P>;
  readonly state: SessionState<P>;
  deliver(message: Message): void;
  /** Closes the connection because its client opened another one. */
  takeOver(): void;
  discardWill(): void;
};

/** A session as MQTT defines it (MQTT 3.1.2.4). With clean=false it outlives its connection for a while. */
export type SessionState<P> = Identity & {
  readonly subscriptions: Subscriptions;
  readonly unreleased: Unreleased;
  readonly outbound: Outbound;
  connection: SessionConnection<P> | undefined;
  /** The id of its last connection's session. */
  sessionId: string | undefined;
  /** When the last connection ended. Set only while the session is kept without a connection. */
  leftAt: number;
};

export function createSessionState<P>(identity: Identity, outbound: Outbound): SessionState<P> {
  return {
    ...identity,
    subscriptions: new Subscriptions(),
    unreleased: new Map(),
    outbound,
    connection: undefined,
    sessionId: undefined,
    leftAt: 0,
  };
}

type Subscription = { qos: QoS; matches(topic: string): boolean };

/** The granted filters of one session. */
class Subscriptions {
  readonly #byFilter = new Map<string, Subscription>();

  get size(): number {
    return this.#byFilter.size;
  }

  get filters(): string[] {
    return [...this.#byFilter.keys()];
  }

  has(filter: string): boolean {
    return this.#byFilter.has(filter);
  }

  /** Returns whether a filter begins with these levels. */
  hasUnder(levels: string): boolean {
    for (const filter of this.#byFilter.keys()) if (filter.startsWith(levels)) return true;
    return false;
  }

  /** Adds a subscription, or replaces the one of the same filter (MQTT-3.8.4-3). */
  set(filter: string, qos: QoS): void {
    this.#byFilter.set(filter, { qos, matches: compileFilter(filter) });
  }

  delete(filter: string): void {
    this.#byFilter.delete(filter);
  }

  qosOf(filter: string): QoS | undefined {
    return this.#byFilter.get(filter)?.qos;
  }

  /** Returns the highest QoS of the matching subscriptions (MQTT-3.3.5-1), or undefined when none matches. */
  match(topic: string): QoS | undefined {
    let best: QoS | undefined;
    for (const { qos, matches } of this.#byFilter.values()) {
      if ((best === undefined || qos > best) && matches(topic)) best = qos;
    }
    return best;
  }
}
