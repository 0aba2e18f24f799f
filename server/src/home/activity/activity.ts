import { ACCESS_PROPERTY, type InputOf, type resources } from '@azulejo/contract';
import { isWritable } from '@azulejo/model';
import type { ChannelAccess } from '../../core/access/index.ts';
import type { Db } from '../../database/index.ts';
import type { Channels } from '../../devices/channels/index.ts';
import type { Templates, ValueSchemas } from '../../devices/templates/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import type { Clock } from '../../platform/clock.ts';
import type { AutomationAuthors, History, Origin, RecentPoint } from '../../telemetry/history/index.ts';
import type { RemovedDevice, RemovedDevices } from '../home-devices/index.ts';
import type { TileGroups } from '../tiles/index.ts';
import { type AlarmMoment, createAlarmMoments } from './read-models/alarms.ts';
import { createHomeDevices, type HomeDevice } from './read-models/devices.ts';
import { createPlayedScenes, type PlayedScene } from './read-models/scene-plays.ts';

type Input = InputOf<typeof resources.activity.listOfHome>;

/** One entry of the activity: a value with its address and the people with access to the channel. */
export type Happened = { readonly time: number } & (
  | { readonly type: 'value'; readonly point: ValuePoint }
  | AlarmEvent
  | { readonly type: 'device-added'; readonly channelId: string }
  | ({ readonly type: 'device-removed' } & Omit<RemovedDevice, 'at'>)
  | ({ readonly type: 'scene-played' } & Omit<PlayedScene, 'time'>)
);
type ValuePoint = RecentPoint & {
  readonly channel: ChannelAccess;
  readonly componentId: string;
  readonly propertyId: string;
};

export type Dependencies = {
  db: Db;
  clock: Clock;
  channels: Channels;
  history: History;
  automationAuthors: AutomationAuthors;
  removedDevices: RemovedDevices;
  schemas: ValueSchemas;
  templates: Templates;
  tileGroups: TileGroups;
};

type Question = {
  readonly kind: Input['kind'] | undefined;
  /** Restricts the result to what the user with this id did. */
  readonly by: string | undefined;
  /** The id of an area or a group. */
  readonly group: string | undefined;
  readonly userId: string;
  readonly to: number;
  readonly limit: number;
};

/** Maximum number of devices and of properties that one response covers; each costs one index lookup. */
const MAX_DEVICES = 10_000;
const MAX_SERIES = 50_000;

/**
 * Reads what happened in a home:
 * 1. Find the user's devices, or those of one area.
 * 2. Read the newest values of their properties, without measurements, the devices added and removed, and the
 *    scenes played; or what happened to alarms, if only that is asked for.
 * 3. Merge them by time, newest first: `limit`, and all in the same millisecond as the last.
 */
export function createHomeActivity(dependencies: Dependencies) {
  const { db, clock, channels, history, removedDevices, tileGroups } = dependencies;
  const homeDevices = createHomeDevices(db, clock);
  const findReported = createFindReported(dependencies);
  const scenesOf = createScenesOf(db);
  const alarmEvents = createAlarmEvents(dependencies, accessOf);

  async function devicesOf({ userId, group }: Question): Promise<HomeDevice[]> {
    const devices = await homeDevices.ofUser(userId, MAX_DEVICES + 1);
    if (group === undefined) return bounded(devices, MAX_DEVICES, 'devices');
    if (!(await tileGroups.ofUser(userId)).some(({ id }) => id === group))
      throw invalidField('group', 'is not an area or group of this home');
    const inGroup = await homeDevices.channelsOfGroup(userId, group);
    return devices.filter(({ channelId }) => inGroup.has(channelId));
  }

  async function valuesOf(devices: readonly HomeDevice[], question: Question): Promise<Happened[]> {
    const origin = originOf(question);
    if (!origin) return [];
    const byChannel = new Map(devices.map((device) => [device.channelId, device]));
    const all = bounded(
      await homeDevices.seriesOf([...byChannel.keys()], MAX_SERIES + 1),
      MAX_SERIES,
      'properties',
    );
    const isReported = await findReported(devices);
    const series = new Map(
      all.flatMap((each) => {
        const device = byChannel.get(each.channelId);
        return device && isReported(device, each.propertyId) ? [[each.id, { ...each, device }] as const] : [];
      }),
    );
    const requested = [...series].map(([id, { device }]) => ({ series: id, from: device.since }));
    const points = await history.recent(requested, { ...question, origin });
    const access = await accessOf(
      channels,
      new Set(points.map((point) => series.get(point.series)?.channelId)),
    );
    return points.flatMap((point): Happened[] => {
      const { channelId = '', componentId = '', propertyId = '' } = series.get(point.series) ?? {};
      const channel = access.get(channelId);
      return channel
        ? [{ type: 'value', time: point.time, point: { ...point, channel, componentId, propertyId } }]
        : [];
    });
  }

  return {
    people: homeDevices.people,
    async list(question: Question): Promise<Happened[]> {
      const devices = await devicesOf(question);
      if (question.kind === 'alarms') return newest(await alarmEvents(devices, question), question);
      const values = await valuesOf(devices, question);
      const scenes = await scenesOf(question);
      const moved = await addedAndRemoved(removedDevices, devices, question);
      return newest([...values, ...moved, ...scenes], question);
    },
  };
}

/** Returns a function that reads the scenes that a question asks for. */
function createScenesOf(db: Db) {
  const playedScenes = createPlayedScenes(db);
  return async ({ kind, by, group, userId, to, limit }: Question): Promise<Happened[]> => {
    const isIncluded = kind === undefined || kind === 'changes';
    // A scene belongs to no area.
    if (!isIncluded || group !== undefined) return [];
    const played = await playedScenes({ userId, to, limit, by });
    return played.map((each): Happened => ({ type: 'scene-played', ...each }));
  };
}

/** Returns the newest: `limit`, and all in the same millisecond as the last. */
function newest(found: readonly Happened[], { limit }: Question): Happened[] {
  const happened = found.toSorted((one, other) => other.time - one.time);
  const last = happened[limit - 1]?.time;
  return happened.filter(({ time }, index) => index < limit || time === last);
}

async function addedAndRemoved(
  removedDevices: RemovedDevices,
  devices: readonly HomeDevice[],
  question: Question,
): Promise<Happened[]> {
  const { kind, by, group, userId, to, limit } = question;
  if (kind !== undefined && kind !== 'devices') return [];
  // Who added a device is not stored: in a home that one person can open, it was that person.
  const added = devices
    .filter(({ since }) => since < to && (by === undefined || by === userId))
    .map(({ channelId, since: time }): Happened => ({ type: 'device-added', channelId, time }));
  // A removed device is in no area any more.
  const removed = group === undefined ? await removedDevices.list(userId, { to, limit, by }) : [];
  return [
    ...added,
    ...removed.map(({ at: time, ...each }): Happened => ({ type: 'device-removed', time, ...each })),
  ];
}

function originOf({ kind, by }: Question): Origin | undefined {
  if (kind === 'devices' || kind === 'alarms') return undefined;
  // A report has no author.
  if (by !== undefined) return kind === 'reports' ? undefined : { by };
  if (kind === undefined) return 'any';
  return kind === 'changes' ? 'requested' : 'reported';
}

function bounded<Each>(list: Each[], limit: number, things: string): Each[] {
  if (list.length > limit)
    throw invalidField('group', `is required: the home has more than ${limit} ${things}`);
  return list;
}

/** How many channels are looked up at once: more than a page of activity has, unless all is in one millisecond. */
const CHANNELS_BATCH_SIZE = 100;

async function accessOf(channels: Channels, ids: ReadonlySet<string | undefined>) {
  const all = [...ids].filter((id) => id !== undefined);
  const found: Awaited<ReturnType<Channels['findChannelAccesses']>> = [];
  for (let done = 0; done < all.length; done += CHANNELS_BATCH_SIZE)
    found.push(...(await channels.findChannelAccesses(all.slice(done, done + CHANNELS_BATCH_SIZE))));
  return new Map(found.map((access) => [access.channelId, access] as const));
}

/** Returns which properties have activity: those that are writable or not numbers. Others are measurements. */
function createFindReported({ templates, schemas }: Pick<Dependencies, 'templates' | 'schemas'>) {
  return async (devices: readonly HomeDevice[]) => {
    const byTemplate = new Map<string, ReadonlySet<string>>();
    for (const { templateId, templateVersion } of devices) {
      const key = `${templateId} ${templateVersion}`;
      if (byTemplate.has(key)) continue;
      const { properties } = await templates.get(templateId, templateVersion);
      const reported = properties.filter(
        (property) => isWritable(property) || schemas.find(property.schema)?.['type'] !== 'number',
      );
      byTemplate.set(key, new Set([ACCESS_PROPERTY, ...reported.map(({ id }) => id)]));
    }
    return ({ templateId, templateVersion }: HomeDevice, propertyId: string): boolean =>
      byTemplate.get(`${templateId} ${templateVersion}`)?.has(propertyId) ?? false;
  };
}

type StoredMoment = Awaited<ReturnType<ReturnType<typeof createAlarmMoments>['list']>>[number];

/** An event of an alarm, with the people who have access to its channel. */
type AlarmEvent = {
  [Moment in AlarmMoment]: {
    readonly type: `alarm-${Moment}`;
    readonly time: number;
    readonly alarm: StoredMoment;
    readonly channel: ChannelAccess;
  };
}[AlarmMoment];

type AlarmsQuestion = { readonly to: number; readonly limit: number; readonly by: string | undefined };

/** Maximum number beyond the limit that are read because they have the same time as the last one. */
const MAX_SAME_TIME = 200;

type AccessOf = (
  channels: Channels,
  ids: ReadonlySet<string | undefined>,
) => Promise<ReadonlyMap<string, ChannelAccess>>;

/** Reads when alarms began, were acknowledged, and ended. Only people acknowledge them. */
function createAlarmEvents({ db, channels }: { db: Db; channels: Channels }, accessOf: AccessOf) {
  const moments = createAlarmMoments(db);
  return async (devices: readonly HomeDevice[], question: AlarmsQuestion): Promise<AlarmEvent[]> => {
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
