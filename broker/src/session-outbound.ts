import type { Account } from './accounts.ts';
import type { BrokerContext } from './context.ts';
import { Outbound } from './outbound.ts';

/**
 * Creates the outbound queue of a session. Its messages and bytes count towards the account and the metrics.
 */
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
