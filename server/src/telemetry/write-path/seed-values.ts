import type { Db } from '../../database/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { History } from '../history/index.ts';
import { preparePut, type Stamp } from '../values/index.ts';
import { checkedText } from './accept.ts';
import { toRow } from './plan.ts';
import type { createValueSpecs } from './value-specs.ts';

type Dependencies = { db: Db; clock: Clock; history: History };

export type SeedValue = { readonly component: string; readonly property: string; readonly value: unknown };

/**
 * Stores a new channel's values and the beginning of their history, all or none. Publishes nothing, since the
 * channel has no subscribers yet.
 */
export function createSeedValues(
  { db, clock, history }: Dependencies,
  specOf: ReturnType<typeof createValueSpecs>,
) {
  const put = preparePut(db);

  return async (
    template: VersionedTemplate,
    channelId: string,
    values: readonly SeedValue[],
    stamp: Stamp,
  ): Promise<void> => {
    const timestamp = clock.now();
    const checked = values.map(({ component, property, value }) => {
      const address = { channelId, componentId: component, propertyId: property };
      return { address, data: value, text: checkedText(specOf(template, address).checks.ofReports, value) };
    });
    const series = await history.seriesOf(checked.map(({ address }) => address));
    const rows = checked.map(({ address, text }) =>
      toRow(address, { text, timestamp, changed: timestamp, ...stamp }, 1),
    );
    const points = checked.map(({ data }, index) => ({
      series: series[index] as number,
      time: timestamp,
      data,
      ...stamp,
    }));
    await db.unit([put(rows), ...history.append(points)]);
  };
}
