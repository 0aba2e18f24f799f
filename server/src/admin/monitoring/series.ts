import type { PortalSeries } from '@azulejo/contract';
import type { DomainEventBus } from '../../core/domain-events/index.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Metrics } from '../../platform/metrics.ts';
import { createSampler, type Sample, SERIES, type SeriesName } from './sampler.ts';

/** Samples are taken at this interval. */
export const SAMPLE_MS = 5_000;
const MINUTE_MS = 60_000;
const LENGTHS = { '1h': 720, '24h': 1440 } as const;

/** Series of which a minute shows the maximum instead of the mean. */
const WORST: ReadonlySet<SeriesName> = new Set(['loop_lag_ms']);

export type Range = keyof typeof LENGTHS;

type Dependencies = { clock: Clock; metrics: Metrics; bus: DomainEventBus };

/** Holds the last hour and the last day of this process in memory: always some 200 kB. */
export function createSeries({ clock, metrics, bus }: Dependencies) {
  const sampler = createSampler({ clock, metrics, bus });
  const started = clock.now();
  const rings = { '1h': createRing(LENGTHS['1h'], SERIES), '24h': createRing(LENGTHS['24h'], SERIES) };
  let minute: { since: number; samples: Sample[] } = { since: started, samples: [] };

  let sampling: Promise<void> = Promise.resolve();

  async function take(): Promise<void> {
    const read = await sampler.read();
    if (!read) return;
    const { at, sample } = read;
    rings['1h'].push(at, sample);
    minute.samples.push(sample);
    // It is negative after the clock was set back.
    const lasted = at - minute.since;
    if (lasted >= 0 && lasted < MINUTE_MS) return;
    rings['24h'].push(at, summed(minute.samples));
    minute = { since: at, samples: [] };
  }

  return {
    started,

    /** Takes samples one after the other, because each begins where the previous one ended. */
    sample(): Promise<void> {
      sampling = sampling.then(take, take);
      return sampling;
    },

    read(range: Range, after = 0): PortalSeries {
      const { times, values } = rings[range].after(after);
      const step = range === '1h' ? SAMPLE_MS : MINUTE_MS;
      return { started, now: clock.now(), step_seconds: step / 1000, times, ...values };
    },

    [Symbol.dispose]: () => sampler[Symbol.dispose](),
  };
}

function summed(samples: readonly Sample[]): Sample {
  const one = (name: SeriesName) => {
    const values = samples.map((sample) => sample[name]);
    if (WORST.has(name)) return Math.max(...values);
    return values.reduce((total, value) => total + value, 0) / values.length;
  };
  return Object.fromEntries(SERIES.map((name) => [name, one(name)])) as Sample;
}

/** A ring buffer of rows of numbers, each with its time. */
type Ring<Name extends string> = {
  push(at: number, values: Readonly<Record<Name, number>>): void;
  /** Returns the rows after a time, oldest first. */
  after(time: number): { times: number[]; values: Record<Name, number[]> };
};

function createRing<Name extends string>(length: number, names: readonly Name[]): Ring<Name> {
  const times = new Float64Array(length);
  const columns = names.map((name) => [name, new Float32Array(length)] as const);
  let pushed = 0;

  return {
    push(at, values) {
      const place = pushed % length;
      times[place] = at;
      for (const [name, column] of columns) column[place] = values[name];
      pushed += 1;
    },
    after(time) {
      const places: number[] = [];
      for (let n = Math.max(0, pushed - length); n < pushed; n += 1)
        if ((times[n % length] ?? 0) > time) places.push(n % length);
      const values = columns.map(([name, column]) => [name, places.map((place) => shortened(column[place]))]);
      return {
        times: places.map((place) => times[place] ?? 0),
        values: Object.fromEntries(values) as Record<Name, number[]>,
      };
    },
  };
}

/** Rounds to the precision that a chart shows. */
const shortened = (value = 0): number => Number(value.toPrecision(4));
