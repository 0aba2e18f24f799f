import { setImmediate } from 'node:timers/promises';
import type { NotificationKind } from '@azulejo/contract';
import type { DomainEventBus } from '../../../core/domain-events/index.ts';
import type { Db } from '../../../database/index.ts';
import { isInParts } from '../../../database/parts.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Leases } from '../../../platform/leases.ts';
import {
  prepareChannelsOfRecipient,
  prepareRecipientsOfChannels,
  type RecipientChannel,
} from '../read-models/recipients-of-channels.ts';
import type { createEvaluate } from './evaluate.ts';
import { forgetIncidentsIn } from './forget.ts';
import type { Observer } from './observe.ts';

type Dependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly bus: Pick<DomainEventBus, 'on'>;
  readonly leases: Pick<Leases, 'parts'>;
  readonly observer: Observer;
  readonly evaluate: ReturnType<typeof createEvaluate>;
};

const BATCH_SIZE = 500;
const PAGE_SIZE = 200;
const DUE_BATCH_SIZE = 200;
/** Number of people whose homes are looked through before reports have their turn again. */
const SWEEP_BATCH_SIZE = 20;
/** Number of people among whom a run looks for those of this server's parts. */
const SWEEP_PAGE_SIZE = 500;
/** How often all homes are looked through, for what no report says, such as another template of a device. */
const SWEEP_MS = 3600 * 1000;
/** An ended incident is of no use after the longest rest. */
const RETENTION_MS = 8 * 24 * 3600 * 1000;

/**
 * Finds what people are to be notified of.
 * - Reported: the channels of which a condition was reported to this server since the last run.
 * - Due: the conditions that have lasted as long as the person set, for the people of this server's parts.
 * - Sweep: all channels of these people who are notified, at the start, when another server ended, and every hour, a
 *   few people at a time. It finds what is still true, and what was announced already is stored.
 */
export function createWatch({ db, clock, bus, leases, observer, evaluate }: Dependencies) {
  const recipientsOf = prepareRecipientsOfChannels(db);
  const due = prepareDue(db);
  const { evaluateAll, sweep, sweepAgain, hasLookedAt } = createSweep({ db, clock, bus, leases, evaluate });

  async function evaluateReported(): Promise<void> {
    const reported = observer.take();
    if (reported.isIncomplete) sweepAgain();
    try {
      for (let from = 0; from < reported.channelIds.length; from += BATCH_SIZE) {
        const ids = reported.channelIds.slice(from, from + BATCH_SIZE);
        for await (const one of recipients(ids)) await evaluate(one, { pulses: reported.pulses });
      }
    } catch (error) {
      observer.giveBack(reported);
      throw error;
    }
  }

  async function* recipients(ids: readonly string[]): AsyncGenerator<RecipientChannel> {
    for (let after: RecipientChannel | undefined; ; ) {
      const page: RecipientChannel[] = await recipientsOf(ids, after, { limit: PAGE_SIZE, now: clock.now() });
      yield* page;
      after = page.at(-1);
      if (!after || page.length < PAGE_SIZE) return;
    }
  }

  async function evaluateDue(): Promise<void> {
    const rows = await due.all({ now: clock.now(), parts: leases.parts.mask(), limit: DUE_BATCH_SIZE });
    if (rows.length === 0) return;
    const found = new Set<string>();
    const wanted = new Set(rows.map((row) => `${row.channelId}\n${row.userId}`));
    for await (const one of recipients([...new Set(rows.map(({ channelId }) => channelId))])) {
      const key = `${one.channelId}\n${one.userId}`;
      if (!wanted.has(key)) continue;
      found.add(key);
      await evaluate(one);
    }
    // The person may not see the channel any more, or is not notified any more.
    for (const { channelId, userId } of rows)
      if (!found.has(`${channelId}\n${userId}`)) await forget(db, userId, channelId);
  }

  return {
    evaluateAll,
    hasLookedAt,

    async run(): Promise<void> {
      await evaluateReported();
      await evaluateDue();
      await sweep();
    },

    /** Deletes incidents that ended so long ago that the same condition counts as a new one. */
    prune: (): Promise<void> => pruneIncidents(db, clock.now() - RETENTION_MS),
  };
}

/** Creates the functions that look through all channels of a person, and of all people who are notified. */
function createSweep({ db, clock, bus, leases: { parts }, evaluate }: Omit<Dependencies, 'observer'>) {
  const channelsOf = prepareChannelsOfRecipient(db);
  const nextRecipients = prepareNextRecipients(db);
  /** The last person of the sweep in progress; undefined when none is. */
  let sweptTo: string | undefined = '';
  let sweepAt = 0;
  let hasSwept = false;

  /** Evaluates all channels of a person. What is due of these kinds is taken as known. */
  async function evaluateAll(userId: string, silentKinds?: ReadonlySet<NotificationKind>): Promise<void> {
    for (let after = ''; ; ) {
      const page = await channelsOf.all({ userId, after, limit: PAGE_SIZE, now: clock.now() });
      for (const one of page) await evaluate(one, silentKinds && { silentKinds });
      const last = page.at(-1);
      if (!last || page.length < PAGE_SIZE) return;
      after = last.channelId;
    }
  }

  /** Evaluates the homes of a few people, and continues with the others at the next run. */
  async function sweep(): Promise<void> {
    if (sweptTo === undefined && clock.monotonic() >= sweepAt) sweptTo = '';
    if (sweptTo === undefined) return;
    sweepAt = clock.monotonic() + SWEEP_MS;
    const page = await nextRecipients.all({ after: sweptTo, limit: SWEEP_PAGE_SIZE });
    let evaluated = 0;
    for (const { userId } of page) {
      if (evaluated === SWEEP_BATCH_SIZE) return;
      if (parts.hasPartOf(userId)) {
        await evaluateAll(userId);
        evaluated += 1;
        await setImmediate();
      }
      sweptTo = userId;
    }
    if (page.length < SWEEP_PAGE_SIZE) {
      sweptTo = undefined;
      hasSwept = true;
    }
  }

  const sweepAgain = (): void => {
    sweptTo ??= '';
  };

  parts.onChange(sweepAgain);
  // A server that was killed may have had reports that it had not looked at.
  bus.on('missedElsewhere', sweepAgain);

  /** Returns whether the person's home was looked through since the start, people being in order of their ids. */
  const hasLookedAt = (userId: string): boolean => hasSwept || (sweptTo !== undefined && userId <= sweptTo);

  return { evaluateAll, sweep, sweepAgain, hasLookedAt };
}

export type Watch = ReturnType<typeof createWatch>;

const prepareDue = (db: Db) =>
  db.prepare<{ now: number; parts: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('notification_incidents')
      .select(['user_id as userId', 'channel_id as channelId'])
      .where('due', '<=', p('now'))
      .where(({ ref }) => isInParts(ref('part'), p('parts')))
      .orderBy('due')
      .limit(p('limit')),
  );

const prepareNextRecipients = (db: Db) =>
  db.prepare<{ after: string; limit: number }>()((kysely, p) =>
    kysely
      .selectFrom('notification_recipients')
      .select('user_id as userId')
      .where('is_active', '=', 1)
      .where('user_id', '>', p('after'))
      .orderBy('user_id')
      .limit(p('limit')),
  );

const forget = (db: Db, userId: string, channelId: string): Promise<void> =>
  db.write((tx) => forgetIncidentsIn(tx, { channelId, userIds: [userId] }));

const DELETE_BATCH_SIZE = 200;

/** Deletes the incidents that ended before `end`, in short transactions. */
async function pruneIncidents(db: Db, end: number): Promise<void> {
  for (;;) {
    const rows = await db.read
      .selectFrom('notification_incidents')
      .select(['user_id', 'channel_id', 'component_id', 'property_id'])
      .where('ended', '<', end)
      .limit(DELETE_BATCH_SIZE)
      .execute();
    if (rows.length === 0) return;
    await db.write(async (tx) => {
      for (const row of rows)
        await tx
          .deleteFrom('notification_incidents')
          .where((eb) => eb.and(row))
          .where('ended', '<', end)
          .execute();
    });
  }
}
