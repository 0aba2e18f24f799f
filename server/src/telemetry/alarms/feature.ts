import { type Alarm, resources, toTimestamp } from '@azulejo/contract';
import { type ChannelAccess, type Handlers, type Principal, personOf } from '../../core/access/index.ts';
import { cleanup, type Feature, type Platform } from '../../core/feature.ts';
import type { Channels } from '../../devices/channels/index.ts';
import { ApiError } from '../../platform/api-error.ts';
import { type History, readRange } from '../history/index.ts';
import { type Alarms, createAlarms, type StoredAlarm } from './alarms.ts';

type Needs = Platform & { channels: Channels; history: History };

/** Alarms of devices, and who acknowledged them. */
export function alarmsFeature({ db, clock, retention, channels, history }: Needs) {
  const alarms = createAlarms(db, clock);
  const prune = () => alarms.prune(clock.now() - retention.history * 1000);
  return {
    api: { alarms },
    routes: ({ serve }) => serve(resources.alarms, alarmHandlers({ alarms, channels, history })),
    jobs: [cleanup('alarms', prune)],
  } satisfies Feature;
}

type Dependencies = { alarms: Alarms; channels: Channels; history: History };

const PAGE_SIZE = 50;

function alarmHandlers({ alarms, channels, history }: Dependencies): Handlers<typeof resources.alarms> {
  async function accessOf(rows: readonly StoredAlarm[]): Promise<Map<string, ChannelAccess>> {
    const ids = new Set(rows.filter(({ seenBy }) => seenBy !== null).map(({ channelId }) => channelId));
    const found = await Promise.all([...ids].map((id) => channels.findChannelAccess(id)));
    return new Map(found.flatMap((each) => (each ? [[each.channelId, each] as const] : [])));
  }

  async function toWire(rows: readonly StoredAlarm[], principal: Principal): Promise<Alarm[]> {
    const access = await accessOf(rows);
    const seen = rows.flatMap(({ id, channelId, seenBy }) => {
      const channel = access.get(channelId);
      return seenBy !== null && channel ? [{ id, channel, userId: seenBy }] : [];
    });
    const names = await history.usersOf(seen, principal);
    const actors = new Map(seen.map(({ id }, index) => [id, names[index]]));
    return rows.map((row) => ({
      id: row.id,
      channel: row.channelId,
      component: row.componentId,
      property: row.propertyId,
      kind: row.kind,
      started: toTimestamp(row.started),
      ...(row.ended === null ? {} : { ended: toTimestamp(row.ended) }),
      ...(row.seenAt === null
        ? {}
        : {
            seen: {
              timestamp: toTimestamp(row.seenAt),
              by:
                row.seenBy === null
                  ? { type: 'client' as const }
                  : (actors.get(row.id) ?? { type: 'user' as const }),
            },
          }),
    }));
  }

  return {
    list: async ({ input, context }) => {
      const { to } = readRange({ to: input.to });
      const rows = await alarms.list(context.home.id, to, input.page_size ?? PAGE_SIZE);
      return { body: { elements: await toWire(rows, context.principal) } };
    },
    see: async ({ input, context }) => {
      const row = await alarms.see(context.home.id, input.alarm_id, personOf(context.home));
      const [body] = row ? await toWire([row], context.principal) : [];
      if (!body) throw new ApiError('not_found');
      return { body };
    },
  };
}
