import {
  type HistoryPoint,
  type InputOf,
  type resources,
  toTimestamp,
  type ValueAddress,
} from '@azulejo/contract';
import { addressOf, toWireAddress } from '@azulejo/model';
import type { Handlers } from '../../core/access/index.ts';
import { requireProperty, type Templates } from '../../devices/templates/index.ts';
import { invalidField } from '../../platform/api-error.ts';
import { createLimiter } from '../../platform/limiter.ts';
import { toWireCause } from '../commands/index.ts';
import type { AutomationAuthors } from './automation-authors.ts';
import type { History } from './history.ts';
import type { Bucket, Point } from './point.ts';
import { type RequestedRange, readRange } from './range.ts';

type Resource = Pick<typeof resources.values, 'history' | 'historyList'>;

type RequestedProperty = Parameters<History['intervals']>[0][number];

const PAGE_SIZE = 100;
/** Maximum for a whole home: a response of some megabytes, built in some tens of milliseconds. */
const MAX_POINTS = 50_000;
/** Long ranges are limited per caller, so that one caller with many requests does not delay the others. */
const LIMITS = { maxConcurrent: 4, maxWaiting: 200, maxWaitingPerKey: 40 };

/** Returns how values of one series, or of many, are read for an answer. */
function createReads(history: History) {
  async function read(
    series: number,
    { propertyId }: ValueAddress,
    { from, ...range }: RequestedRange,
    limit: number,
  ): Promise<HistoryPoint[]> {
    if (range.interval === undefined)
      return (await history.points(series, { from, to: range.to, limit })).map(toWirePoint);
    return (await readMany([{ series, from, propertyId }], range, limit)).get(series) ?? [];
  }

  /** Reads many series, in few statements. The result is keyed by series. */
  async function readMany(
    requested: readonly RequestedProperty[],
    { to, interval, zone }: Omit<RequestedRange, 'from'>,
    limit: number,
  ): Promise<Map<number, HistoryPoint[]>> {
    if (interval === undefined)
      return mapEach(await history.pointsOfMany(requested, { to, limit }), toWirePoint);
    return mapEach(await history.intervals(requested, { to, interval, zone, limit }), toWireBucket);
  }

  return { read, readMany };
}

export function historyHandlers(
  history: History,
  templates: Templates,
  automationAuthors: AutomationAuthors,
): Handlers<Resource> {
  const limiter = createLimiter(LIMITS);
  const { read, readMany } = createReads(history);

  return {
    history: async ({ input, context }) => {
      const { channel } = context;
      const range = visibleRange(readRange(input), channel.visibleSince);
      const address = addressOf(input);
      const series = await history.find({ ...address, period: channel.period });
      if (series === undefined) {
        requireProperty(await templates.get(channel.templateId, channel.templateVersion), address);
        return { body: { elements: [] } };
      }
      const limit = input.page_size ?? PAGE_SIZE;
      const { principal } = context;
      const elements = await limiter(principal.id, async () =>
        automationAuthors.complete(await read(series, address, range, limit), principal, undefined),
      );
      return { body: { elements } };
    },

    historyList: async ({ input, context }) => {
      const range = readRange(input);
      const { id: homeId, sees } = context.home;
      const all = await history.ofUser(homeId, input.channel, MAX_POINTS + 1);
      const found = all.filter(({ channelId }) => sees(channelId));
      const limit = pageSize(input, found.length);
      const elements = await limiter(context.principal.id, async () => {
        const requested = found.map(({ id, since, propertyId }) => ({
          series: id,
          from: visibleRange(range, since).from,
          propertyId,
        }));
        const bySeries = await readMany(requested, range, limit);
        return found.flatMap(({ id, since: _since, ...address }) => {
          const points = bySeries.get(id) ?? [];
          return points.length === 0 ? [] : [{ ...toWireAddress(address), elements: points }];
        });
      });
      return { body: { elements } };
    },
  };
}

const mapEach = <Key, From, To>(lists: Map<Key, From[]>, map: (from: From) => To): Map<Key, To[]> =>
  new Map([...lists].map(([key, list]) => [key, list.map(map)]));

/** Limits the range to the caller's grant, which is where a channel's past begins for it (decision 0045). */
const visibleRange = (range: RequestedRange, since: number): RequestedRange => ({
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

const toWirePoint = ({ time, data, sender, onBehalfOf, cause }: Point): HistoryPoint => ({
  value: data,
  timestamp: toTimestamp(time),
  ...(sender === undefined ? {} : { sender }),
  ...(onBehalfOf === undefined ? {} : { on_behalf_of: onBehalfOf }),
  ...toWireCause(cause),
});

const toWireBucket = ({ time, count, numbers, last }: Bucket): HistoryPoint => ({
  value: numbers ? numbers.avg : last,
  timestamp: toTimestamp(time),
  ...numbers,
  count,
});
