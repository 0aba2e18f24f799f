import { nextDue } from '@azulejo/automations';
import type { Clock } from '../../platform/clock.ts';
import type { Parts } from '../../platform/leases.ts';
import type { Logger } from '../../platform/logger.ts';
import { createPauses } from '../../platform/short-turns.ts';
import type { Events, StoredEvent } from '../../telemetry/events/index.ts';
import type { WritePath } from '../../telemetry/write-path/index.ts';
import { applyPage, type Decided, resync } from './apply-page.ts';
import type { createHomeQueue } from './home-queue.ts';
import type { HomeRows } from './home-rows.ts';
import { hasDeferred, type LiveHome, type LiveHomes } from './live-home.ts';
import type { createLoadHome } from './load-home.ts';
import type { AutomationMetrics } from './metrics.ts';
import type { createPlan, Plan } from './plan.ts';

/** Timers fire this long after they are due, since an event with an earlier time may still be stored. */
export const LAG_MS = 250;
/** Homes that are processed together. */
const MAX_HOMES = 50;
/** Homes that are loaded together. */
const LOADED_TOGETHER = 5;
/** Commands of one unit, which the write path allows. */
const MAX_COMMANDS = 500;
/** The number of events without a decision after which the cursor is stored anyway. */
const MAX_UNSTORED = 1_000;

type Dependencies = {
  clock: Clock;
  logger: Logger;
  metrics: AutomationMetrics;
  parts: Parts;
  events: Pick<Events, 'readMany'>;
  writePath: Pick<WritePath, 'perform'>;
  rows: HomeRows;
  homes: LiveHomes;
  load: ReturnType<typeof createLoadHome>;
  plan: ReturnType<typeof createPlan>;
  queue: ReturnType<typeof createHomeQueue>;
  onRead: (events: readonly StoredEvent[], now: number) => void;
  onStored: (userId: string, decided: Decided['decisions']) => void;
} & Parameters<typeof applyPage>[0];

type Work = {
  readonly live: LiveHome;
  readonly decided: Decided;
  readonly plan: Plan;
  readonly state: string;
};

/**
 * Runs the automations of homes, one batch after the other.
 * 1. Take a batch of homes with new events or with a timer that is due.
 * 2. Read the next events of their logs and reduce them, which changes the homes in memory.
 * 3. Store the decisions in one unit with the homes' cursors (optimistic locking); then commands are sent.
 * If the unit was not stored, its homes are loaded again from the database, with the same result.
 */
export function createRunner(dependencies: Dependencies) {
  const { metrics, homes, parts, queue } = dependencies;
  let running: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;
  let isStopped = false;

  /** Returns whether all homes that have something to process were run. */
  async function runPending(): Promise<boolean> {
    const held = parts.mask();
    for (;;) {
      const userIds = queue.take(MAX_HOMES);
      if (userIds.length === 0 || isStopped) return !isStopped;
      try {
        await runBatch(dependencies, userIds);
        metrics.automationRounds.inc({ result: 'done' });
      } catch (error) {
        retryLater(dependencies, userIds, error);
        return false;
      }
      // Another server waits for the parts that moved to it.
      if (parts.mask() !== held) return false;
    }
  }

  /** Runs pending homes, and between them those that were behind at the start. */
  async function runAll(): Promise<void> {
    do {
      for (const userId of await dueHomes(dependencies)) queue.add(userId);
      if (!(await runPending())) return;
    } while (queue.addFromBacklog(MAX_HOMES));
  }

  /** Schedules a run. Callers share a run that has not begun yet. */
  function run(): Promise<void> {
    waiting ??= running.then(() => {
      waiting = undefined;
      running = queue.size() === 0 || isStopped ? Promise.resolve() : runAll();
      return running;
    });
    return waiting;
  }

  return {
    /** Runs what is to be done now. Calls run one after the other. */
    run,
    /** Does the same, and also retries homes that failed. */
    runDue(): Promise<void> {
      queue.releaseRetries();
      return run();
    },
    /** Removes homes from memory; they are loaded again when they are needed. */
    forget: (): void => homes.clear(),
    async stop(): Promise<void> {
      isStopped = true;
      await running;
    },
  };
}

async function runBatch(dependencies: Dependencies, userIds: readonly string[]): Promise<void> {
  const { homes, queue, load } = dependencies;
  for (const userId of userIds) if (queue.takeStale(userId)) homes.delete(userId);
  const live = await loadAll(load, userIds);
  const work = await reduce(dependencies, live, userIds);
  for (const unit of unitsOf(work)) await storeUnit(dependencies, unit);
}

/** Loads homes, and others run in between: on SQLite nothing waits while a home is loaded. */
async function loadAll(load: Dependencies['load'], userIds: readonly string[]): Promise<LiveHome[]> {
  const pause = createPauses();
  const live: LiveHome[] = [];
  for (let start = 0; start < userIds.length; start += LOADED_TOGETHER) {
    const part = await Promise.all(userIds.slice(start, start + LOADED_TOGETHER).map(load));
    live.push(...part.filter((each) => each !== undefined));
    await pause();
  }
  return live;
}

/** Loads the homes of a failed batch again, and retries each alone, with the next timers. */
function retryLater(
  { logger, metrics, homes, queue }: Dependencies,
  userIds: readonly string[],
  error: unknown,
): void {
  metrics.automationRounds.inc({ result: 'failed' });
  for (const userId of userIds) homes.delete(userId);
  for (const userId of userIds) queue.retry(userId);
  logger.error({ err: error, homes: userIds.length }, 'automations could not be run; they will be retried');
}

/** Returns the homes with a timer that is due. A failure is logged, and the next run tries again. */
async function dueHomes({ clock, logger, parts, rows }: Dependencies): Promise<readonly string[]> {
  return rows.dueBy(clock.now() - LAG_MS, parts.mask()).catch((error: unknown) => {
    logger.error({ err: error }, 'automations whose time has come could not be found');
    return [];
  });
}

async function reduce(
  dependencies: Dependencies,
  live: readonly LiveHome[],
  requested: readonly string[],
): Promise<Work[]> {
  const { clock, events, queue, onRead, plan } = dependencies;
  const byUser = new Map(live.map((each) => [each.userId, each]));
  for (const userId of requested) {
    if (byUser.has(userId)) continue;
    await dependencies.rows.end(userId);
    queue.remove(userId);
  }
  // What is stored while the logs are read is not in them, so only what was due before may fire.
  const until = clock.now() - LAG_MS;
  const pages = await events.readMany(
    live.map(({ userId, cursor, compiled }) => ({ userId, after: cursor, properties: compiled.needed })),
  );
  const work: Work[] = [];
  const pause = createPauses();
  for (const page of pages) {
    await pause();
    const home = byUser.get(page.userId);
    if (!home) continue;
    const now = clock.now();
    onRead(page.events, now);
    const isLast = page.to === page.last;
    const decided = page.hasGap
      ? await resync(dependencies, home, now)
      : await applyPage(dependencies, home, { ...page, now, until: isLast ? until : undefined });
    if (!page.hasGap && home.cursor < page.last) queue.addRest(home.userId);
    const isOverdue = home.cursor - (home.storedCursor ?? 0) >= MAX_UNSTORED;
    // Events after a change are read again with the changed home, so earlier ones must not be.
    const hasChanges =
      [decided.decisions, decided.resumed].some(({ length }) => length > 0) || decided.isChanged;
    if (!hasChanges && home.storedCursor !== undefined && !isOverdue) continue;
    const planned = plan(home, decided, now);
    if (hasDeferred(home)) queue.addRest(home.userId);
    work.push({ live: home, decided, plan: planned, state: JSON.stringify(home.remembered) });
  }
  return work;
}

/** Divides work into units of at most 500 commands. Users are in one order, so that units do not wait for each other. */
function unitsOf(work: readonly Work[]): Work[][] {
  const units: Work[][] = [];
  let commands = Number.POSITIVE_INFINITY;
  for (const each of work.toSorted((one, other) => (one.live.userId < other.live.userId ? -1 : 1))) {
    commands += each.plan.commands.length;
    if (commands > MAX_COMMANDS) {
      commands = each.plan.commands.length;
      units.push([]);
    }
    units.at(-1)?.push(each);
  }
  return units;
}

async function storeUnit(
  { clock, writePath, rows, homes, queue, onStored }: Dependencies,
  unit: readonly Work[],
): Promise<void> {
  const { isStored } = await writePath.perform({
    commands: unit.flatMap(({ plan }) => plan.commands),
    locking: [
      ...unit.flatMap(({ plan }) => plan.locking),
      ...unit.map(({ live, state }) =>
        rows.store(live, state, hasDeferred(live) ? clock.now() : nextDue(live.remembered.home)),
      ),
    ],
    store: (outcomes) => {
      const byId = new Map(
        outcomes.flatMap((each) => (each.id === undefined ? [] : [[each.id, each] as const])),
      );
      return {
        statements: unit.flatMap(({ plan }) => plan.statements(byId)),
        events: unit.flatMap(({ plan }) => plan.events),
      };
    },
  });
  for (const { live, decided, state } of unit) {
    const { userId } = live;
    if (!isStored) {
      homes.delete(userId);
      queue.retry(userId);
      continue;
    }
    live.storedCursor = live.cursor;
    live.size = state.length;
    homes.set(userId, live);
    onStored(userId, decided.decisions);
    if (live.compiled.automations.length === 0) {
      homes.delete(userId);
      queue.remove(userId);
      await rows.remove(userId);
    }
  }
}
