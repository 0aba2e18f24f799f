import type { Decision } from '@azulejo/automations';
import { CompiledQuery } from 'kysely';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AutomationInput, Events } from '../../telemetry/events/index.ts';
import { lastEventIn } from './read-models/last-event.ts';

type Answer = Extract<Decision, { type: 'run-began' | 'run-queued' | 'miss' }>;
type Waiting = {
  readonly automationId: string;
  readonly n: number;
  readonly answer: (decision: Answer) => void;
};

type Dependencies = {
  db: Db;
  clock: Clock;
  bus: Pick<DomainEventBus, 'emit'>;
  events: Pick<Events, 'append' | 'log'>;
};

/** How long a caller waits for the answer to a play. */
const WAIT_MS = 10_000;
const MAX_WAITING = 1_000;

/**
 * Puts what people and others ask of automations into the log of their home, from which automations are run in order.
 */
export function createInbox({ db, clock, bus, events }: Dependencies) {
  const waiting = new Map<string, Set<Waiting>>();
  let count = 0;

  async function append(userId: string, input: AutomationInput): Promise<number> {
    return db.write(async (tx) => {
      for (const { sql, parameters } of events.append([{ userId, at: clock.now(), ...input }]))
        await tx.executeQuery(CompiledQuery.raw(sql, [...parameters]));
      return lastEventIn(tx, userId);
    });
  }

  const notify = (userId: string) => bus.emit('eventsAppended', { userIds: [userId] });

  return {
    async call(userId: string, automationId: string): Promise<void> {
      await db.unit(
        events.append([{ userId, at: clock.now(), type: 'webhook', data: { automation: automationId } }]),
      );
      notify(userId);
    },

    /** Returns the run that began or waits, or why there is none; undefined when that is not known in time. */
    async play(userId: string, automationId: string, checksConditions: boolean): Promise<Answer | undefined> {
      if (count >= MAX_WAITING) return undefined;
      const n = await append(userId, { type: 'play', data: { automation: automationId, checksConditions } });
      const { promise, resolve } = Promise.withResolvers<Answer | undefined>();
      const mine: Waiting = { automationId, n, answer: resolve };
      const ofUser = waiting.get(userId) ?? new Set();
      waiting.set(userId, ofUser.add(mine));
      count += 1;
      using _timer = clock.setTimer(WAIT_MS, () => resolve(undefined));
      notify(userId);
      try {
        return await promise;
      } finally {
        count -= 1;
        ofUser.delete(mine);
        if (ofUser.size === 0) waiting.delete(userId);
      }
    },

    /** Resolves the requests that wait for these stored decisions. */
    answer(userId: string, decisions: readonly Decision[]): void {
      for (const { automationId, n, answer } of waiting.get(userId) ?? []) {
        const found = decisions.find(
          (each): each is Answer =>
            each.automation === automationId &&
            (((each.type === 'run-began' || each.type === 'run-queued') && each.start.n === n) ||
              (each.type === 'miss' && each.n === n)),
        );
        if (found) answer(found);
      }
    },
  };
}

export type Inbox = ReturnType<typeof createInbox>;
