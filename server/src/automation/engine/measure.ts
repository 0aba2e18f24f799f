import type { Decision } from '@azulejo/automations';
import { type Db, whereToCount } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import { createSharedCalls } from '../../platform/shared-calls.ts';
import type { StoredEvent } from '../../telemetry/events/index.ts';
import type { createHomeQueue } from './home-queue.ts';
import type { HomeRows } from './home-rows.ts';
import type { AutomationMetrics } from './metrics.ts';

type Dependencies = {
  db: Db;
  clock: Clock;
  metrics: AutomationMetrics;
  rows: Pick<HomeRows, 'timers'>;
  queue: Pick<ReturnType<typeof createHomeQueue>, 'waitingMs'>;
};

export type Measure = ReturnType<typeof createMeasure>;

/** Counts what automations do, and measures how far they are behind. */
export function createMeasure({ db, clock, metrics, rows, queue }: Dependencies) {
  const shareState = createSharedCalls<{ homesWithTimers: number; behindMs: number }>();
  const shareMessages = createSharedCalls<{ waiting: number; oldest: number | undefined }>();

  async function readState() {
    const { homes, first } = await rows.timers();
    const overdueMs = first === null ? 0 : Math.max(0, clock.now() - first);
    return { homesWithTimers: homes, behindMs: Math.max(queue.waitingMs(), overdueMs) };
  }

  async function readMessages() {
    const from = await whereToCount(db, 'automation_messages');
    const { waiting, oldest } = await from
      .selectFrom('automation_messages')
      .select(({ fn }) => [fn.countAll<number | string>().as('waiting'), fn.min('created').as('oldest')])
      .executeTakeFirstOrThrow();
    return { waiting: Number(waiting), oldest: Number(waiting) === 0 ? undefined : Number(oldest) };
  }

  // Metrics are read together, so that two of them share a query.
  const state = () => shareState('state', readState);
  const messages = () => shareMessages('messages', readMessages);
  metrics.automationTimers.readWith(async () => (await state()).homesWithTimers);
  metrics.automationsBehind.readWith(async () => (await state()).behindMs / 1000);
  metrics.automationMessagesWaiting.readWith(async () => (await messages()).waiting);
  metrics.automationMessagesAge.readWith(async () => {
    const { oldest } = await messages();
    return oldest === undefined ? 0 : Math.max(0, clock.now() - oldest) / 1000;
  });

  return {
    /** Returns how many homes have timers, and how long some home has been waiting for its automations. */
    state,
    /** Called when a page of a log was read. */
    read([oldest]: readonly StoredEvent[], now: number): void {
      if (oldest) metrics.automationLag.observe(Math.max(0, now - oldest.at) / 1000);
    },
    /** Counts decisions that were stored. */
    stored(decisions: readonly Decision[]): void {
      for (const decision of decisions) {
        metrics.automationDecisions.inc({ type: decision.type });
        if (decision.type === 'run-ended') metrics.automationRuns.inc({ outcome: decision.outcome });
        if (decision.type === 'miss') metrics.automationMisses.inc({ reason: decision.reason });
      }
    },
  };
}
