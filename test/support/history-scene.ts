import type { History, HistoryList, HistoryPoint } from '@azulejo/contract';
import type { Db } from '@azulejo/server/testing';
import { addressOf, setUpPanels } from './panel-scene.ts';
import { readJson } from './replies.ts';
import type { Stage } from './scene.ts';

export type Sample = { readonly time: number; readonly data: unknown };

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Creates panels whose history can be filled. */
export async function setUpHistory(stage: Stage) {
  const panels = await setUpPanels(stage);
  const { platform, db } = panels;
  const { history } = platform.server.features;
  const path = (channelId: string, at: string) => {
    const { componentId, propertyId } = addressOf(channelId, at);
    return `/v3/channels/${channelId}/components/${componentId}/properties/${propertyId}/history`;
  };
  return {
    ...panels,
    /** Stores values of the past as they were stored then. */
    async fill(channelId: string, at: string, samples: readonly Sample[]): Promise<void> {
      const [series = 0] = await history.seriesOf([addressOf(channelId, at)]);
      const points = samples.map((sample) => ({ series, ...sample }));
      await heldSince(db, channelId, Math.min(...samples.map(({ time }) => time)) - DAY);
      for (let start = 0; start < points.length; start += 2_000)
        await db.unit(history.append(points.slice(start, start + 2_000)));
    },
    ask: (token: string, channelId: string, at: string, query = '') =>
      platform.request(`${path(channelId, at)}${query}`, { token }),
    read: async (token: string, channelId: string, at: string, query = ''): Promise<HistoryPoint[]> => {
      const response = await platform.request(`${path(channelId, at)}${query}`, { token });
      return (await readJson<History>(response)).elements;
    },
    askAll: (token: string, query = '') => platform.request(`/v3/users/me/history${query}`, { token }),
    readAll: async (token: string, query = ''): Promise<HistoryList['elements']> => {
      const response = await platform.request(`/v3/users/me/history${query}`, { token });
      return (await readJson<HistoryList>(response)).elements;
    },
  };
}

/** Makes all grants on a channel older, so that they include all values from `time` on. */
export async function heldSince(db: Db, channelId: string, time: number): Promise<void> {
  await db.write((tx) =>
    tx
      .updateTable('grants')
      .set({ created: time })
      .where('channel_id', '=', channelId)
      .where('created', '>', time)
      .execute(),
  );
}

/** Computes a down-sampled response from all samples, newest interval first. */
export function naive(
  samples: readonly { time: number; data: number }[],
  {
    from,
    to,
    interval,
    limit,
    ahead = 0,
  }: { from: number; to: number; interval: number; limit: number; ahead?: number },
) {
  const within = samples.filter(({ time }) => from <= time && time < to);
  return [...Map.groupBy(within, ({ time }) => Math.floor((time + ahead) / interval) * interval - ahead)]
    .toSorted(([a], [b]) => b - a)
    .slice(0, limit)
    .map(([time, group]) => {
      const values = group.map(({ data }) => data);
      return {
        time,
        count: values.length,
        min: Math.min(...values),
        max: Math.max(...values),
        avg: values.reduce((sum, value) => sum + value, 0) / values.length,
      };
    });
}

export const timeOf = ({ timestamp }: { timestamp: string }): number => Date.parse(timestamp);
