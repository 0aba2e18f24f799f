import { setImmediate } from 'node:timers/promises';
import type { DemoHome } from '@azulejo/catalog';
import { valueKey } from '@azulejo/model';
import { createVirtualDevice } from '../../connections/virtual-devices/index.ts';
import type { VersionedTemplate } from '../../devices/templates/index.ts';

const PAST_MS = 7 * 24 * 3_600_000;
/**
 * Interval of the steps: fine enough for a smooth curve of a day, and about a thousand values per property.
 */
const PAST_STEP_MS = 10 * 60_000;
/** Number of steps, which take a few milliseconds, before the event loop is yielded to. */
const STEPS_PER_TURN = 10;

export type PastPoint = {
  readonly componentId: string;
  readonly propertyId: string;
  readonly time: number;
  readonly data: unknown;
};

type Options = {
  readonly template: VersionedTemplate;
  readonly seed: number;
  readonly schemaOf: Parameters<typeof createVirtualDevice>[0]['schemaOf'];
  /** The values at the end, near which the device also began. */
  readonly values: DemoHome['devices'][number]['values'];
  readonly until: number;
};

/** Simulates the week before `until`. The same options give the same points, so that seeding can be resumed. */
export async function simulatePast({
  template,
  seed,
  schemaOf,
  values,
  until,
}: Options): Promise<PastPoint[]> {
  const from = until - PAST_MS;
  const known = values.map(({ component, property, value }) => ({
    componentId: component,
    propertyId: property,
    data: value as unknown,
    timestamp: from,
  }));
  const device = createVirtualDevice({ template, seed, schemaOf, known, now: from });
  const points: PastPoint[] = known.map(({ timestamp: time, ...report }) => ({ ...report, time }));
  // Devices report at different moments, as the live simulation does.
  const phase = seed % PAST_STEP_MS;
  for (let step = 1, at = from + phase + 1; at < until; step += 1, at += PAST_STEP_MS) {
    for (const report of device.advance(at)) points.push({ ...report, time: at });
    if (step % STEPS_PER_TURN === 0) await setImmediate();
  }
  return [...Map.groupBy(points, ({ componentId, propertyId }) => valueKey(componentId, propertyId)).values()]
    .flatMap(endingWhereItBegan)
    .toSorted((one, other) => one.time - other.time);
}

/** Lowers the past values of a counter by its increase in the week, so that the last one is its current value. */
function endingWhereItBegan(points: readonly PastPoint[]): readonly PastPoint[] {
  const [first, last] = [points[0]?.data, points.at(-1)?.data];
  if (typeof first !== 'number' || typeof last !== 'number' || last <= first) return points;
  const isCounter = points.every(
    ({ data }, index) => index === 0 || Number(data) >= Number(points[index - 1]?.data),
  );
  if (!isCounter || points.length < 3) return points;
  return points.map((point) => ({
    ...point,
    data: Math.max(0, Math.round((Number(point.data) - (last - first)) * 1_000) / 1_000),
  }));
}
