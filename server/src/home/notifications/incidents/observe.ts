import { addressKey, toWireAddress, valueKey } from '@azulejo/model';
import type { DomainEventBus, DomainEvents } from '../../../core/domain-events/index.ts';
import { createLruCache } from '../../../platform/lru-cache.ts';
import type { WatchedTemplates } from './watched-templates.ts';

/** Beyond these, all homes are looked through instead. */
const MAX_CHANNELS = 10_000;
const MAX_PULSES = 10_000;
/** Maximum number of properties of which the last state is known, about 10 MB. */
const MAX_KNOWN = 50_000;

/** The reports since the last call. */
export type Reported = {
  readonly channelIds: readonly string[];
  /** When alarms were seen, by `addressKey`: they may be over before somebody looks. */
  readonly pulses: ReadonlyMap<string, number>;
  /** Whether more was reported than is remembered. */
  readonly isIncomplete: boolean;
};

/**
 * Notes on which channels a condition may have begun or ended. It runs for each report after its commit, so
 * it reads nothing: a value that is no condition of its template, or that repeats one, costs a look-up in
 * memory.
 */
export function createObserver(bus: DomainEventBus, watchedTemplates: WatchedTemplates) {
  let channelIds = new Set<string>();
  let pulses = new Map<string, number>();
  let isIncomplete = false;
  const known = createLruCache<{ holds: boolean }>(MAX_KNOWN);

  function note(channelId: string): void {
    if (channelIds.size < MAX_CHANNELS || channelIds.has(channelId)) channelIds.add(channelId);
    else isIncomplete = true;
  }

  function observe({ channel, address, message }: DomainEvents['valueReported']): void {
    if (channel.users.length === 0 || channel.owner?.kind === 'user') return;
    const { channelId, componentId, propertyId } = address;
    const watched = watchedTemplates.peek(channel);
    // The template is read when somebody looks at the channel.
    if (!watched) {
      note(channelId);
      return;
    }
    const rule = watched.get(valueKey(componentId, propertyId))?.rule;
    if (!rule) return;
    const holds = rule.holds(message.data);
    const key = addressKey(toWireAddress(address));
    if (known.get(key)?.holds === holds) return;
    known.set(key, { holds });
    if (holds && rule.severity === 'alarm' && pulses.size < MAX_PULSES) pulses.set(key, message.timestamp);
    note(channelId);
  }

  bus.on('valueReported', observe);

  return {
    /** Returns what was reported, and forgets it. */
    take(): Reported {
      const taken = { channelIds: [...channelIds], pulses, isIncomplete };
      channelIds = new Set();
      pulses = new Map();
      isIncomplete = false;
      return taken;
    },

    /** Remembers what could not be handled. */
    giveBack(reported: Reported): void {
      for (const channelId of reported.channelIds) note(channelId);
      for (const [key, time] of reported.pulses) if (pulses.size < MAX_PULSES) pulses.set(key, time);
      isIncomplete ||= reported.isIncomplete;
    },
  };
}

export type Observer = ReturnType<typeof createObserver>;
