import type { NotificationKind } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import type { Db, Transaction } from '../../../database/index.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Values } from '../../../telemetry/values/index.ts';
import type { DeliveryChannel } from '../outbox/index.ts';
import type { RecipientChannel } from '../read-models/recipients-of-channels.ts';
import { parseSettings } from '../settings.ts';
import {
  type Announcement,
  type IncidentPlan,
  type IncidentRow,
  type Observed,
  planIncidents,
} from './plan-incidents.ts';
import type { WatchedTemplates } from './watched-templates.ts';

type Dependencies = {
  readonly db: Db;
  readonly clock: Clock;
  readonly values: Values;
  readonly watchedTemplates: WatchedTemplates;
  /** Stores the messages about what is announced, in the transaction that says so. */
  readonly announce: (
    tx: Transaction,
    userId: string,
    announcements: readonly Announcement[],
  ) => Promise<readonly DeliveryChannel[]>;
  /** Deletes unsent messages about incidents that have ended. */
  readonly retract: (tx: Transaction, userId: string, ended: readonly IncidentRow[]) => Promise<void>;
  readonly countDropped: (dropped: readonly DeliveryChannel[]) => void;
};

type Options = {
  /** When alarms were seen, by `valueKey` of channel, component and property. */
  readonly pulses?: ReadonlyMap<string, number>;
  /** The kinds of which what is due now is taken as known. */
  readonly silentKinds?: ReadonlySet<NotificationKind>;
};

const NO_PULSES: ReadonlyMap<string, number> = new Map();
const NO_KINDS: ReadonlySet<NotificationKind> = new Set();

/**
 * Compares a channel's last values with the incidents of one person, and stores what changed together with the
 * messages about it, so that a server that is killed between the two has done neither.
 * 1. Read: the values that can be conditions. Nothing is planned for a channel without such values.
 * 2. Plan outside a transaction, since usually nothing has changed.
 * 3. Store: read the incidents again and plan again, so that another change of them comes before or after.
 */
export function createEvaluate(dependencies: Dependencies) {
  const { db, clock, values, watchedTemplates, announce, retract, countDropped } = dependencies;
  const stored = db.prepare<{ userId: string; channelId: string }>()((kysely, p) =>
    kysely
      .selectFrom('notification_incidents')
      .selectAll()
      .where('user_id', '=', p('userId'))
      .where('channel_id', '=', p('channelId')),
  );

  async function valuesOf(channelId: string, keys: ReadonlySet<string>) {
    const found = new Map<string, Observed>();
    for (const { componentId, propertyId, data, timestamp } of await values.ofChannel(channelId)) {
      const key = valueKey(componentId, propertyId);
      if (keys.has(key)) found.set(key, { data, since: timestamp });
    }
    return found;
  }

  return async (
    one: RecipientChannel,
    { pulses = NO_PULSES, silentKinds = NO_KINDS }: Options = {},
  ): Promise<void> => {
    const { userId, channelId } = one;
    const watched = await watchedTemplates.read(one);
    const observed = await valuesOf(channelId, new Set(watched.keys()));
    const ofChannel = new Map(
      [...watched.keys()].flatMap((key) => {
        const seen = pulses.get(`${channelId}\n${key}`);
        return seen === undefined ? [] : [[key, seen] as const];
      }),
    );
    const planFor = (incidents: readonly IncidentRow[]): IncidentPlan =>
      planIncidents({
        userId,
        channelId,
        settings: parseSettings(one.settings),
        watched,
        values: observed,
        pulses: ofChannel,
        incidents,
        now: clock.now(),
        silentKinds,
      });
    if (isEmpty(planFor(await stored.all({ userId, channelId })))) return;
    const dropped = await db.write(async (tx) => {
      const rows = await tx
        .selectFrom('notification_incidents')
        .selectAll()
        .where('user_id', '=', userId)
        .where('channel_id', '=', channelId)
        .execute();
      const plan = planFor(rows);
      await storeIncidents(tx, plan);
      if (plan.ended.length > 0) await retract(tx, userId, plan.ended);
      return announce(tx, userId, plan.announced);
    });
    countDropped(dropped);
  };
}

const isEmpty = ({ stored, deleted }: IncidentPlan) => stored.length === 0 && deleted.length === 0;

async function storeIncidents(tx: Transaction, { stored, deleted }: IncidentPlan): Promise<void> {
  for (const row of deleted)
    await tx
      .deleteFrom('notification_incidents')
      .where('user_id', '=', row.user_id)
      .where('channel_id', '=', row.channel_id)
      .where('component_id', '=', row.component_id)
      .where('property_id', '=', row.property_id)
      .execute();
  for (const row of stored)
    await tx
      .insertInto('notification_incidents')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'channel_id', 'component_id', 'property_id']).doUpdateSet({
          kind: row.kind,
          began: row.began,
          due: row.due,
          announced: row.announced,
          ended: row.ended,
        }),
      )
      .execute();
}
