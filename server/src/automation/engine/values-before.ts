import type { PresentValue } from '@azulejo/automations';
import { type Address, addressKey } from '@azulejo/model';
import type { History } from '../../telemetry/history/index.ts';
import type { Values } from '../../telemetry/values/index.ts';

/** A limit above the number of properties of any device. */
const MAX_SERIES_OF_CHANNEL = 2_000;

type Dependencies = { history: History; values: Values };

/**
 * Returns the values that properties had at a time. One that has no older value is not known then, even if it has
 * one now.
 */
export function createValuesBefore({ history, values }: Dependencies) {
  return async (userId: string, addresses: readonly Address[], at: number): Promise<PresentValue[]> => {
    const found: PresentValue[] = [];
    for (const [channel, wanted] of Map.groupBy(addresses, (address) => address.channel))
      found.push(...(await ofChannel(userId, channel, wanted, at)));
    return found;
  };

  async function ofChannel(
    userId: string,
    channel: string,
    wanted: readonly Address[],
    at: number,
  ): Promise<PresentValue[]> {
    const keys = new Set(wanted.map(addressKey));
    const series = (await history.ofUser(userId, channel, MAX_SERIES_OF_CHANNEL))
      .map((each) => ({
        ...each,
        address: { channel, component: each.componentId, property: each.propertyId },
      }))
      .filter(({ address }) => keys.has(addressKey(address)));
    const queries = series.map(({ id, since }) => ({ series: id, from: since }));
    const points = await history.pointsOfMany(queries, { to: at, limit: 1 });
    const found: PresentValue[] = [];
    for (const { id, since, address, ...of } of series) {
      const [point] = points.get(id) ?? [];
      if (point) {
        found.push({ ...address, data: point.data, since: point.time, reported: point.time });
        continue;
      }
      // A value that has not changed for longer than the history is kept.
      const last = await values.find(of);
      if (last && last.timestamp < at && last.timestamp >= since)
        found.push({ ...address, data: last.data, since: last.timestamp, reported: last.timestamp });
    }
    return found;
  }
}
