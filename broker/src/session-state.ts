import type { MqttSession } from './broker.ts';
import type { Unreleased } from './inbound.ts';
import type { Outbound } from './outbound.ts';
import type { Message } from './packets.ts';
import { Subscriptions } from './subscriptions.ts';

export type Identity = { readonly key: string; readonly clientId: string; readonly clean: boolean };

/** The current connection of a session. */
export type SessionConnection<P> = {
  readonly session: MqttSession<P>;
  readonly state: SessionState<P>;
  deliver(message: Message): void;
  /** Closes the connection because its client opened another one. */
  takeOver(): void;
};

/** A session as MQTT defines it (MQTT 3.1.2.4). With clean=false it outlives its connection for a while. */
export type SessionState<P> = Identity & {
  readonly subscriptions: Subscriptions;
  readonly unreleased: Unreleased;
  readonly outbound: Outbound;
  connection: SessionConnection<P> | undefined;
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
    leftAt: 0,
  };
}
