import type { Account } from './accounts.ts';
import type { BrokerContext } from './context.ts';
import type { Unreleased } from './inbound.ts';
import type { LiveSession } from './live-session.ts';
import { Outbound } from './outbound.ts';
import { Subscriptions } from './subscriptions.ts';

export type Identity = { readonly key: string; readonly clientId: string; readonly clean: boolean };

/** What MQTT calls a session (MQTT 3.1.2.4): with clean=false it outlives its connection for a while. */
export type SessionState<P> = Identity & {
  readonly subscriptions: Subscriptions;
  readonly unreleased: Unreleased;
  readonly outbound: Outbound;
  connection: LiveSession<P> | undefined;
  /** When the last connection ended; only of a state that is kept. */
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

export function createOutbound<P>(
  { limits, metrics, messageNow, accounts }: BrokerContext<P>,
  account: Account,
): Outbound {
  account.states += 1;
  return new Outbound({
    window: limits.outboundWindow,
    windowBytes: limits.outboundWindowBytes,
    keptMessages: limits.keptMessages,
    keptBytes: limits.keptBytes,
    isExpired: ({ expiresAt }) => expiresAt !== undefined && expiresAt <= messageNow(),
    onSent: () => metrics.mqttMessages.inc({ direction: 'out' }),
    onDropped: (count) => metrics.mqttDropped.inc({ reason: 'kept' }, count),
    onHeld: (bytes) => accounts.queue(account, bytes),
    onDiscarded: () => {
      account.states -= 1;
    },
    onExpired: () => metrics.mqttDropped.inc({ reason: 'expired' }),
  });
}
