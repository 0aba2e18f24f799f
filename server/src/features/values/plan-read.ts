import type { LateRead, Read } from './entries.ts';
import type { StampedMessage } from './live-bus.ts';
import type { Current, Plan } from './plan.ts';
import { askedBy } from './plan-write.ts';
import type { Planning } from './planning.ts';

/** Answered from what is stored when that is fresh, or nobody is there to be asked; else passed on, once for all who read. */
export function planRead(planning: Planning, plan: Plan, { address, channel, key, speaker }: Read): void {
  const { live, presence, reads, times } = planning;
  const { owner } = channel;
  const stored = plan.current.get(key);
  const isLive =
    owner !== undefined &&
    owner.kind !== 'user' &&
    (owner.kind === 'virtual' || presence.isPresent(owner.id));
  if (stored && (!isLive || plan.now - stored.timestamp < times.freshMs)) {
    plan.afterwards.push(() => live.emit('told', { to: speaker, address, message: answerOf(stored) }));
  } else if (isLive) {
    plan.awaited.set(key, true);
    const message = { io: 'r', ...askedBy(speaker, channel), timestamp: plan.now } as const;
    plan.afterwards.push(() => {
      if (reads.add(key, address, speaker, plan.now + times.answerMs))
        live.emit('asked', { owner, channel, address, message });
    });
  }
}

/** The owner did not answer: those who read get the value last known, if there is one. */
export function planLateRead({ live, reads }: Planning, plan: Plan, { address, key }: LateRead): void {
  const stored = plan.current.get(key);
  plan.awaited.set(key, false);
  plan.afterwards.push(() => {
    const readers = reads.take(key);
    if (!stored) return;
    const message = { ...answerOf(stored), stale: true };
    for (const to of readers) live.emit('told', { to, address, message });
  });
}

const answerOf = ({ text, sender, onBehalfOf, timestamp }: Current): StampedMessage => ({
  io: 'ir',
  data: JSON.parse(text),
  sender,
  onBehalfOf,
  timestamp,
});
