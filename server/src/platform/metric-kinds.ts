import { Counter, Gauge, type Registry } from 'prom-client';

/** Creates a counter by result. All results begin at 0, because Prometheus sees no increase to the first value. */
export function createOutcomes(
  results: readonly string[],
  configuration: { name: string; help: string; registers: Registry[] },
): Counter<'result'> {
  const counter = new Counter({ ...configuration, labelNames: ['result'] });
  for (const result of results) counter.inc({ result }, 0);
  return counter;
}

/** Creates a gauge whose value is read when the metrics are. */
export function createReadGauge(configuration: { name: string; help: string; registers: Registry[] }) {
  let read: (() => number | Promise<number>) | undefined;
  new Gauge({
    ...configuration,
    async collect() {
      // The other metrics are needed most when a value cannot be read.
      const value = await Promise.resolve(read?.()).catch(() => undefined);
      if (value !== undefined) this.set(value);
    },
  });
  return {
    /** Reads the value with `from` whenever metrics are collected. */
    readWith(from: () => number | Promise<number>): void {
      read = from;
    },
  };
}
