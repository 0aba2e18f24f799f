import type { Decision } from '@azulejo/automations';
import { CompiledQuery } from 'kysely';
import { type HomeAccess, personOf } from '../../core/access/index.ts';
import type { DomainEventBus, DomainEvents } from '../../core/domain-events/index.ts';
import type { Db } from '../../database/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AutomationInput, Events } from '../../telemetry/events/index.ts';
import { lastEventIn } from './read-models/automations-in-log.ts';

type Answer = DomainEvents['playDecided']['decision'];
type Waiting = {
  readonly automationId: string;
  readonly n: number;
  readonly answer: (decision: Answer) => void;
};

type Dependencies = {
  db: Db;
  clock: Clock;
  bus: Pick<DomainEventBus, 'emit' | 'on'>;
  events: Pick<Events, 'append' | 'log'>;
};

/** How long a caller waits for the answer to a play. */
const WAIT_MS = 10_000;
const MAX_WAITING = 1_000;

/**
 * Puts what people and others ask of automations into the log of their home, from which automations are run in order.
 */
export function createInbox(dependencies: Dependencies) {
  const { db, clock, bus, events } = dependencies;
  const waiting = new Map<string, Set<Waiting>>();
  let count = 0;

  /** Resolves the request that waits for the decision. Returns whether one did. */
  function resolveWith({ userId, decision }: DomainEvents['playDecided']): boolean {
    for (const { automationId, n, answer } of waiting.get(userId) ?? [])
      if (automationId === decision.automation && n === inputOf(decision)) {
        answer(decision);
        return true;
      }
    return false;
  }

  bus.on('playDecidedElsewhere', resolveWith);

  const notify = (userId: string) => bus.emit('eventsAppended', { userIds: [userId] });

  return {
    async call(userId: string, automationId: string): Promise<void> {
      await db.unit(
        events.append([{ userId, at: clock.now(), type: 'webhook', data: { automation: automationId } }]),
      );
      notify(userId);
    },

    /** Returns the run that began or waits, or why there is none; undefined when that is not known in time. */
    async play(
      home: HomeAccess,
      automationId: string,
      checksConditions: boolean,
    ): Promise<Answer | undefined> {
      if (count >= MAX_WAITING) return undefined;
      const { id: userId } = home;
      const n = await append(dependencies, userId, playBy(home, automationId, checksConditions));
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

    /** Resolves the requests that wait for these stored decisions, here or on another server. */
    answer(userId: string, decisions: readonly Decision[]): void {
      for (const decision of decisions.filter(isAnswer))
        if (!resolveWith({ userId, decision }) && isOfPlay(decision))
          bus.emit('playDecided', { userId, decision });
    },
  };
}

function playBy(home: HomeAccess, automation: string, checksConditions: boolean): AutomationInput {
  const person = personOf(home);
  return { type: 'play', data: { automation, checksConditions, ...(person !== null && { person }) } };
}

/** Appends an event to the user's log, and returns its number. */
const append = (
  { db, clock, events }: Dependencies,
  userId: string,
  input: AutomationInput,
): Promise<number> =>
  db.write(async (tx) => {
    for (const { sql, parameters } of events.append([{ userId, at: clock.now(), ...input }]))
      await tx.executeQuery(CompiledQuery.raw(sql, [...parameters]));
    return lastEventIn(tx, userId);
  });

const isAnswer = (decision: Decision): decision is Answer =>
  decision.type === 'run-began' || decision.type === 'run-queued' || decision.type === 'miss';

/** Returns the number of the event in the log that a decision answers. */
const inputOf = (decision: Answer): number | undefined =>
  decision.type === 'miss' ? decision.n : decision.start.n;

const isOfPlay = (decision: Answer): boolean =>
  decision.type === 'miss' ? decision.trigger === undefined : decision.start.by === 'play';

export type Inbox = ReturnType<typeof createInbox>;
