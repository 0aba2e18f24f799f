import type { ChannelAccess } from '../../core/access/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import { type AlarmMoment, createAlarmMoments } from './read-models/alarms.ts';
import type { HomeDevice } from './read-models/devices.ts';

type StoredMoment = Awaited<ReturnType<ReturnType<typeof createAlarmMoments>['list']>>[number];

/** An event of an alarm, with the people who have access to its channel. */
export type AlarmEvent = {
  [Moment in AlarmMoment]: {
    readonly type: `alarm-${Moment}`;
    readonly time: number;
    readonly alarm: StoredMoment;
    readonly channel: ChannelAccess;
  };
}[AlarmMoment];

type Question = { readonly to: number; readonly limit: number; readonly by: string | undefined };

/** Maximum number beyond the limit that are read because they have the same time as the last one. */
const MAX_SAME_TIME = 200;

type AccessOf = (
  channels: Channels,
  ids: ReadonlySet<string | undefined>,
) => Promise<ReadonlyMap<string, ChannelAccess>>;

/** Reads when alarms began, were acknowledged, and ended. Only people acknowledge them. */
export function createAlarmEvents({ db, channels }: { db: Db; channels: Channels }, accessOf: AccessOf) {
  const moments = createAlarmMoments(db);
  return async (devices: readonly HomeDevice[], question: Question): Promise<AlarmEvent[]> => {
    const requested: readonly AlarmMoment[] =
      question.by === undefined ? ['started', 'seen', 'ended'] : ['seen'];
    const limit = question.limit + MAX_SAME_TIME;
    const found = await Promise.all(
      requested.map(async (moment) =>
        (await moments.list(moment, devices, { ...question, limit })).map((alarm) => ({
          type: `alarm-${moment}` as const,
          time: alarm.time,
          alarm,
        })),
      ),
    );
    const newest = found
      .flat()
      .sort((one, other) => other.time - one.time)
      .slice(0, limit);
    const access = await accessOf(channels, new Set(newest.map(({ alarm }) => alarm.channelId)));
    return newest.flatMap((each) => {
      const channel = access.get(each.alarm.channelId);
      return channel ? [{ ...each, channel } as AlarmEvent] : [];
    });
  };
}
