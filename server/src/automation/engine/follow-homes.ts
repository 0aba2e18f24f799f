import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Parts } from '../../platform/leases.ts';
import type { HomeQueue } from './home-queue.ts';
import type { LiveHomes } from './live-home.ts';
import type { UserWithAutomations } from './read-models/users-with-automations.ts';

type Pages = AsyncIterable<readonly UserWithAutomations[]>;

type Dependencies = {
  bus: DomainEventBus;
  clock: Pick<Clock, 'now' | 'monotonic'>;
  parts: Parts;
  queue: HomeQueue;
  homes: LiveHomes;
  /** Reads the users who have automations, in pages. */
  readHomes: () => Pages;
  /** Runs the homes that are pending. */
  runSoon: () => void;
};

/** How often the homes are read again, for what no other server told. */
const RESCAN_MS = 5 * 60_000;
/** At most this often after messages of other servers may have been missed. */
const RESCAN_PAUSE_MS = 2_000;

/**
 * Follows the homes with automations of this server's parts:
 * 1. Start: every such home is followed. A home whose automations are behind its log is pending.
 * 2. Events: what happens in a home, here or on another server, makes it pending.
 * 3. Moved: homes of parts that this server lost are forgotten, those of parts that it took are read as at the start.
 * 4. Missed: when messages of other servers may be missing, and every five minutes, the homes are read again.
 */
export function createFollowHomes(dependencies: Dependencies) {
  const { bus, clock, parts, queue, homes, readHomes, runSoon } = dependencies;
  let isDirty = false;
  let readAt = clock.monotonic();
  const { happened, follow } = createFollow(dependencies);

  function moved(): void {
    for (const userId of queue.forget((each) => !parts.hasPartOf(each))) homes.delete(userId);
    isDirty = true;
  }

  bus.on('eventsAppended', happened);
  bus.on('eventsAppendedElsewhere', happened);
  bus.on('missedElsewhere', () => {
    isDirty = true;
  });
  parts.onChange(moved);
  onChanges(dependencies);

  return {
    follow,
    /** Reads the homes again if there is a reason. */
    async check(): Promise<void> {
      const isAlone = !parts.mask().includes('0');
      if (isAlone && !isDirty) return;
      if (clock.monotonic() - readAt < (isDirty ? RESCAN_PAUSE_MS : RESCAN_MS)) return;
      readAt = clock.monotonic();
      isDirty = false;
      await follow(readHomes()).catch((error: unknown) => {
        isDirty = true;
        throw error;
      });
      runSoon();
    },
  };
}

/** Follows homes that are read, without missing what happens in them meanwhile. */
function createFollow({ clock, parts, queue, runSoon }: Dependencies) {
  /** The users of whom events came while homes are read; undefined while they are not. */
  let seen: Set<string> | undefined;
  return {
    happened({ userIds }: { readonly userIds: readonly string[] }): void {
      let isPending = false;
      for (const userId of userIds) {
        if (queue.add(userId)) isPending = true;
        else if (parts.hasPartOf(userId)) seen?.add(userId);
      }
      if (isPending) runSoon();
    },
    async follow(pages: Pages): Promise<void> {
      seen = new Set();
      try {
        for await (const page of pages)
          for (const { userId, isEnded, isBehind, due } of page) {
            if (!parts.hasPartOf(userId) || (isEnded && !isBehind)) continue;
            queue.resume(userId, isBehind || (due !== null && due <= clock.now()));
            if (isEnded) queue.addStale(userId);
          }
        for (const userId of seen) queue.add(userId);
      } finally {
        seen = undefined;
      }
    },
  };
}

/** Follows the changes of automations and users, here and on other servers. */
function onChanges({ bus, parts, queue, runSoon }: Dependencies): void {
  function follow({ userId }: { readonly userId: string }): void {
    if (!parts.hasPartOf(userId)) return;
    queue.follow(userId);
    runSoon();
  }
  function changeState(event: { readonly userId: string; readonly isActive: boolean }): void {
    if (event.isActive) follow(event);
    else {
      queue.addStale(event.userId);
      runSoon();
    }
  }
  bus.on('automationsChanged', follow);
  bus.on('automationsChangedElsewhere', follow);
  bus.on('userStateChanged', changeState);
  bus.on('userStateChangedElsewhere', changeState);
}
