import type { StampedMessage } from '../../core/domain-events/index.ts';
import { MAX_AHEAD_MS } from '../../platform/clock.ts';
import type { LateRead, Read } from './entries.ts';
import type { Current, Plan } from './plan.ts';
import type { PlanContext } from './plan-context.ts';

/**
 * Plans a read.
 * 1. A fresh stored value is the reply. So is any stored value when the owner cannot be reached.
 * 2. Otherwise the read is forwarded to the owner, once for all readers of the property.
 */
export function planRead(
  context: PlanContext,
  plan: Plan,
  { address, channel, key, actor, requesterId }: Read,
): void {
  const { bus, connectedClients, reads, times } = context;
  const { owner } = channel;
  const stored = plan.current.get(key);
  const isLive =
    owner !== undefined &&
    owner.kind !== 'user' &&
    (owner.kind === 'virtual' || connectedClients.has(owner.id));
  if (stored && (!isLive || isFresh(stored, plan.now, times.freshMs))) {
    plan.afterCommit.push(() => bus.emit('replySent', { to: actor, address, message: answerOf(stored) }));
  } else if (isLive) {
    plan.awaited.set(key, true);
    const message = {
      io: 'r',
      sender: actor.clientId,
      onBehalfOf: requesterId,
      timestamp: plan.now,
    } as const;
    plan.afterCommit.push(() => {
      if (reads.add(key, address, actor, plan.tick + times.readMs))
        bus.emit('commandRequested', { owner, channel, address, message, answerMs: times.readMs });
    });
  }
}

/**
 * Returns whether the value is fresh. One from the future has no known age: the clock was wrong when it was
 * stamped.
 */
const isFresh = ({ timestamp }: Current, now: number, freshMs: number): boolean =>
  now - timestamp < freshMs && timestamp <= now + MAX_AHEAD_MS;

/** Called when the owner did not reply: readers get the last known value, if there is one. */
export function planLateRead({ bus, reads }: PlanContext, plan: Plan, { address, key }: LateRead): void {
  const stored = plan.current.get(key);
  plan.awaited.set(key, false);
  plan.afterCommit.push(() => {
    const readers = reads.take(key);
    if (!stored) return;
    const message = { ...answerOf(stored), stale: true };
    for (const to of readers) bus.emit('replySent', { to, address, message });
  });
}

const answerOf = ({ text, sender, onBehalfOf, timestamp }: Current): StampedMessage => ({
  io: 'ir',
  data: JSON.parse(text),
  sender,
  onBehalfOf,
  timestamp,
});
