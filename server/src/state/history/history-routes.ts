import {
  ACCESS_PROPERTY,
  type HistoryPoint,
  type InputOf,
  type resources,
  toTimestamp,
  type ValueAddress,
} from '@azulejo/contract';
import {
  type ChannelAccess,
  channelOf,
  type Handlers,
  principalOf,
  subjectOf,
} from '../../core/access/index.ts';
import type { Templates } from '../../devices/templates/index.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { invalidField, Problem } from '../../platform/problem.ts';
import type { History } from './history.ts';
import type { Bucket, Point } from './point.ts';
import { type AskedRange, readRange } from './range.ts';

type Resource = Pick<typeof resources.values, 'history' | 'historyList'>;

const PAGE_SIZE = 100;
/** Maximum for a whole home: a response of some megabytes, built in some tens of milliseconds. */
const MAX_POINTS = 50_000;
/** Long ranges are limited per caller, so that one caller with many requests does not delay the others. */
const LIMITS = { atOnce: 4, maxWaiting: 200, maxWaitingPerKey: 40 };

export function historyHandlers(history: History, templates: Templates): Handlers<Resource> {
  const limiter = createLimiter(LIMITS);

  async function read(
    series: number,
    address: ValueAddress,
    { interval, zone, ...range }: AskedRange,
    limit: number,
  ): Promise<HistoryPoint[]> {
    if (interval === undefined) return (await history.points(series, { ...range, limit })).map(toWirePoint);
    return (await history.intervals(series, address, { ...range, interval, zone, limit })).map(toWireBucket);
  }

  /** Throws `not_found` when the channel has no such property. */
  async function requireProperty(
    { templateId, templateVersion }: ChannelAccess,
    { componentId, propertyId }: ValueAddress,
  ): Promise<void> {
    const { components, properties } = await templates.get(templateId, templateVersion);
    const component = components.find(({ id }) => id === componentId);
    const exists =
      propertyId === ACCESS_PROPERTY ||
      properties.some((each) => each.id === propertyId && each.components.includes(component?.type ?? ''));
    if (!component || !exists) throw new Problem('not_found');
  }

  return {
    history: async ({ input, context }) => {
      const channel = channelOf(context);
      const range = visibleRange(readRange(input), channel.visibleSince);
      const address = {
        channelId: input.channel_id,
        componentId: input.component_id,
        propertyId: input.property_id,
      };
      const series = await history.find({ ...address, period: channel.period });
      if (series === undefined) {
        await requireProperty(channel, address);
        return { body: { elements: [] } };
      }
      const limit = input.page_size ?? PAGE_SIZE;
      const elements = await limiter(principalOf(context).id, () => read(series, address, range, limit));
      return { body: { elements } };
    },

    historyList: async ({ input, context }) => {
      const range = readRange(input);
      const found = await history.ofUser(subjectOf(context).id, input.channel, MAX_POINTS + 1);
      const limit = pageSize(input, found.length);
      const elements = await limiter(principalOf(context).id, async () => {
        const asked = found.map(({ id, since }) => ({ series: id, from: Math.max(range.from, since) }));
        const { to, interval } = range;
        const bySeries =
          interval === undefined ? await history.pointsOfMany(asked, { to, limit }) : undefined;
        const lists = [];
        for (const { id, since, ...address } of found) {
          const points = bySeries
            ? (bySeries.get(id) ?? []).map(toWirePoint)
            : await read(id, address, visibleRange(range, since), limit);
          if (points.length > 0) lists.push({ ...toWireAddress(address), elements: points });
        }
        return lists;
      });
      return { body: { elements } };
    },
  };
}

/** For the caller, the past of a channel begins with its grant (decision 0045). */
const visibleRange = (range: AskedRange, since: number): AskedRange => ({
  ...range,
  from: Math.max(range.from, since),
});

/**
 * Returns how many points per series fit into one response. Throws `invalid_request` when more are requested.
 */
function pageSize({ page_size }: InputOf<Resource['historyList']>, series: number): number {
  const most = Math.floor(MAX_POINTS / Math.max(1, series));
  if (most === 0)
    throw invalidField('channel', `is required: the home has more than ${MAX_POINTS} properties`);
  if (page_size !== undefined && page_size > most)
    throw invalidField('page_size', `must be at most ${most} for ${series} properties`);
  return page_size ?? Math.min(PAGE_SIZE, most);
}

const toWireAddress = ({ channelId, componentId, propertyId }: ValueAddress) => ({
  channel: channelId,
  component: componentId,
  property: propertyId,
});

const toWirePoint = ({ time, data, sender, onBehalfOf, cause }: Point): HistoryPoint => ({
  value: data,
  timestamp: toTimestamp(time),
  ...(sender === undefined ? {} : { sender }),
  ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf }),
  cause,
});

const toWireBucket = ({ time, count, numbers, last }: Bucket): HistoryPoint => ({
  value: numbers ? numbers.avg : last,
  timestamp: toTimestamp(time),
  ...numbers,
  count,
});
