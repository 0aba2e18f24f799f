import { Counter, Gauge, type Registry } from 'prom-client';

type Configuration = { name: string; help: string; registers: Registry[] };

/** Creates a counter by result. All results begin at 0, because Prometheus sees no increase to the first value. */
export function createOutcomes(results: readonly string[], configuration: Configuration): Counter<'result'> {
  const counter = new Counter({ ...configuration, labelNames: ['result'] });
  for (const result of results) counter.inc({ result }, 0);
  return counter;
}

/** Creates a gauge whose value is read when the metrics are. */
export function createReadGauge(configuration: Configuration) {
  return createReading<number>(configuration, [], (gauge, value) => gauge.set(value));
}

/** Creates a gauge whose values, by a label, are read when the metrics are. */
export function createReadGauges<Label extends string>(label: Label, configuration: Configuration) {
  return createReading<ReadonlyMap<string, number>>(configuration, [label], (gauge, values) => {
    gauge.reset();
    for (const [name, value] of values) gauge.set({ [label]: name }, value);
  });
}

function createReading<Value>(
  configuration: Configuration,
  labelNames: string[],
  set: (gauge: Gauge, value: Value) => void,
) {
  let read: (() => Value | Promise<Value>) | undefined;
  new Gauge({
    ...configuration,
    labelNames,
    async collect() {
      // The other metrics are needed most when a value cannot be read.
      const value = await Promise.resolve(read?.()).catch(() => undefined);
      if (value !== undefined) set(this, value);
    },
  });
  return {
    /** Reads the value with `from` whenever metrics are collected. */
    readWith(from: () => Value | Promise<Value>): void {
      read = from;
    },
  };
}
