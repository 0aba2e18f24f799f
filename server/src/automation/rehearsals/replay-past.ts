import type { AutomationVersion, CompiledAutomation } from '@azulejo/automations';
import { type Events, type PastEvent, toRequested } from '../../telemetry/events/index.ts';
import type { createValuesBefore } from '../engine/index.ts';
import { daysBetween } from './days.ts';
import type { RehearsedHome } from './rehearsed-home.ts';
import type { ReplayResult } from './replay/replay.ts';
import { type DayStart, type ReplayTask, toSentFacts } from './replay/task.ts';
import type { Lease } from './threads.ts';

export type PastDependencies = {
  readonly events: Events;
  readonly valuesBefore: ReturnType<typeof createValuesBefore>;
};

/** A part of a user's past, and the automation with which it is replayed. */
export type Past = {
  readonly userId: string;
  readonly automation: CompiledAutomation;
  readonly home: RehearsedHome;
  /** Numbers of the log: after the first, up to the second. */
  readonly after: number;
  readonly last: number;
  readonly from: number;
  readonly to: number;
  readonly recordFrom: number;
  /** The automation whose own effects are left out; empty for none. */
  readonly own: string;
};

export type PastProgress = { readonly done: number; readonly at: number; readonly count: number };

/** Returns the channels of the devices that an automation reads, sets or listens to. */
function channelsOf({ names, triggers }: CompiledAutomation): Set<string> {
  const silent = triggers.flatMap((trigger) => (trigger.kind === 'silent' ? [trigger.channel] : []));
  return new Set([...[...names.values()].map(({ channel }) => channel), ...silent]);
}

/**
 * Returns the properties whose values an automation must be given: those it names, and all of devices it listens to.
 */
function neededProperties({ names, triggers }: CompiledAutomation, { facts }: RehearsedHome): string {
  const silent = new Set(triggers.flatMap((trigger) => (trigger.kind === 'silent' ? [trigger.channel] : [])));
  const ofSilentDevices = [...facts.properties.values()].filter(({ channel }) => silent.has(channel));
  return toRequested(
    [...names.values(), ...ofSilentDevices].map(({ channel, component, property }) => ({
      channelId: channel,
      componentId: component,
      propertyId: property,
    })),
  );
}

/**
 * Replays a part of the past with some definitions, each independently. The next page is read while a thread
 * replays the one before.
 */
export async function* replayPast(
  { events, valuesBefore }: PastDependencies,
  past: Past,
  versions: readonly AutomationVersion[],
  lease: Lease,
  signal: AbortSignal,
): AsyncGenerator<PastProgress, readonly ReplayResult[]> {
  const { userId, automation, home, from, to, last, own, recordFrom } = past;
  const days: readonly DayStart[] = daysBetween(home.time.zone, recordFrom, to);
  const values = await valuesBefore(userId, [...automation.names.values()], from);
  const facts = toSentFacts(home.facts, channelsOf(automation));
  const { time } = home;
  const tasks = versions.map(
    (version): ReplayTask => ({ version, facts, time, values, from, days, recordFrom }),
  );
  const properties = neededProperties(automation, home);
  const read = (after: number) => events.past.page({ userId, after, last, properties, own });

  let [page] = await Promise.all([read(past.after), lease.begin(tasks)]);
  for (;;) {
    signal.throwIfAborted();
    const isLast = page.to >= last;
    const following: Promise<{ events: PastEvent[]; to: number }> | undefined = isLast
      ? undefined
      : read(page.to);
    following?.catch(() => undefined);
    const progress = await lease.take(page.events);
    signal.throwIfAborted();
    yield { ...progress, done: (page.to - past.after) / Math.max(1, last - past.after) };
    if (!following) break;
    page = await following;
  }
  signal.throwIfAborted();
  return lease.finish(to);
}
