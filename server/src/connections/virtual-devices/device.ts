import type { ChannelTemplate, TemplateProperty } from '@azulejo/contract';
import { isReadable, propertiesOfType, valueKey } from '@azulejo/model';
import type { Part, Values } from './behaviour.ts';
import { type Component, createComponent } from './component.ts';
import { environmentAt } from './environment.ts';
import type { JsonSchema } from './fit.ts';
import { hashText, mix } from './random.ts';

/** A value that the device reports for one of its properties. */
export type Report = { readonly componentId: string; readonly propertyId: string; readonly data: unknown };

/** A value that was reported before, and when: milliseconds since 1970. */
export type KnownValue = Report & { readonly timestamp: number };

export type VirtualDeviceOptions = {
  template: Pick<ChannelTemplate, 'components' | 'properties'>;
  /** Determines everything that the device does, together with the times at which it is advanced. */
  seed: number;
  schemaOf: (name: string) => JsonSchema;
  /** The values from which it continues. */
  known: readonly KnownValue[];
  now: number;
};

export type VirtualDevice = ReturnType<typeof createVirtualDevice>;

/**
 * A longer time is divided into several steps. More than the maximum of them means that the platform was
 * stopped.
 */
const LONGEST_STEP_S = 60;
const MAX_STEPS = 60;

/** Creates a simulated device. It has no timer: time passes with `advance`. */
export function createVirtualDevice({ template, seed, schemaOf, known, now }: VirtualDeviceOptions) {
  const components = createComponents({ template, seed, schemaOf, known });
  const reports = createDueReports(components, known, now);
  let last = now;

  function step(at: number, seconds: number, writes: ReadonlyMap<Component, Values>): void {
    const environment = environmentAt(at);
    const everywhere = (propertyId: string) =>
      components.flatMap(({ values }) => (values[propertyId] === undefined ? [] : [values[propertyId]]));
    for (const component of components)
      component.step(writes.get(component) ?? {}, { now: at, seconds, environment, everywhere });
  }

  // This makes its values readable immediately.
  step(now, 0, new Map());

  const find = (componentId: string) => components.find(({ id }) => id === componentId);

  function passUntil(at: number): void {
    const seconds = Math.max(0, at - last) / 1000;
    const steps = Math.min(MAX_STEPS, Math.ceil(seconds / LONGEST_STEP_S));
    for (let index = 1; index <= steps; index += 1)
      step(last + ((at - last) * index) / steps, Math.min(seconds / steps, LONGEST_STEP_S), new Map());
    last = Math.max(last, at);
  }

  return {
    /** Advances the device to the time `at` and returns what it reports. */
    advance(at: number): Report[] {
      passUntil(at);
      return reports.due(at);
    },

    /**
     * Writes the value. Returns first what was written, which confirms it (manager-sdk 7.13), then what else
     * changed.
     */
    write({ componentId, propertyId, data }: Report, at: number): Report[] {
      const component = find(componentId);
      if (!component?.property(propertyId)) return [];
      passUntil(at);
      step(at, 0, new Map([[component, { [propertyId]: data }]]));
      const confirmation = { componentId, propertyId, data };
      // While it moves, its real position is reported with the next step.
      return [confirmation, ...reports.after(confirmation, at)];
    },

    /** Returns the current value; undefined for an unknown property, and for events. */
    read: (componentId: string, propertyId: string): unknown => find(componentId)?.values[propertyId],
  };
}

function createComponents({
  template,
  seed,
  schemaOf,
  known,
}: Omit<VirtualDeviceOptions, 'now'>): Component[] {
  return template.components.map(({ id, type }) => {
    const part = partOf(template.properties, type, mix(seed, hashText(id)));
    const values = Object.fromEntries(
      known.filter(({ componentId }) => componentId === id).map(({ propertyId, data }) => [propertyId, data]),
    );
    return createComponent(id, part, values, schemaOf);
  });
}

/** Returns the values to report, given what was reported before `now`. */
function createDueReports(components: readonly Component[], known: readonly KnownValue[], now: number) {
  // After the clock was set back, times of reports are in the future.
  const lastReports = new Map<string, LastReport>(
    known.map((each) => [keyOf(each), { value: each.data, at: Math.min(each.timestamp, now) }]),
  );

  /**
   * Returns the values that are due, and marks them as reported. What follows from a write is due immediately.
   */
  function due(at: number, written?: string): Report[] {
    return components.flatMap((component) =>
      Object.entries(component.values).flatMap(([propertyId, data]): Report[] => {
        const property = component.property(propertyId);
        const report = { componentId: component.id, propertyId, data };
        if (!property || data === undefined || !isReadable(property)) return [];
        const key = keyOf(report);
        const isAtOnce = written !== undefined;
        if (key === written || !isDue(property, lastReports.get(key), data, { now: at, isAtOnce })) return [];
        lastReports.set(key, { value: data, at });
        return [report];
      }),
    );
  }

  return {
    due: (at: number): Report[] => due(at),
    /** Marks the written value as reported, and returns what else is due. */
    after(written: Report, at: number): Report[] {
      const key = keyOf(written);
      lastReports.set(key, { value: written.data, at });
      return due(at, key);
    },
  };
}

const keyOf = ({ componentId, propertyId }: Pick<Report, 'componentId' | 'propertyId'>): string =>
  valueKey(componentId, propertyId);

function partOf(properties: readonly TemplateProperty[], type: string, seed: number): Part {
  const own = propertiesOfType(properties, type);
  return { type, properties: new Map(own.map((property) => [property.id, property])), seed };
}

/**
 * The least change of a value, absolute or as a share of the value, and the least time since its last report.
 */
type Threshold = { readonly by: number; readonly share?: number; readonly seconds: number };

/**
 * Thresholds as the makers of sensors set them: small enough to be useful, large enough to spare radio and
 * battery.
 */
const THRESHOLDS: Readonly<Record<string, Threshold>> = {
  temperature: { by: 0.1, seconds: 60 },
  'temperature-difference': { by: 0.2, seconds: 60 },
  percentage: { by: 1, seconds: 5 },
  pressure: { by: 0.5, seconds: 300 },
  illuminance: { by: 5, share: 0.15, seconds: 60 },
  power: { by: 1, share: 0.03, seconds: 10 },
  current: { by: 0.02, share: 0.05, seconds: 30 },
  voltage: { by: 1, share: 0.006, seconds: 300 },
  frequency: { by: 0.03, seconds: 600 },
  energy: { by: 0.01, seconds: 120 },
  concentration: { by: 1, share: 0.1, seconds: 60 },
  number: { by: 1, share: 0.05, seconds: 30 },
  duration: { by: 60, seconds: 60 },
  volume: { by: 1, share: 0.05, seconds: 10 },
  length: { by: 0.2, seconds: 10 },
  angle: { by: 1, seconds: 10 },
};
const ANY: Threshold = { by: 0, seconds: 0 };
/** Properties that are not on-change are reported at least this often, spread over time. */
const LONGEST_MS = 3_600_000;
const SPREAD_MS = 1_200_000;

/** The last report of a property, and when: milliseconds since 1970. */
type LastReport = { readonly value: unknown; readonly at: number };

/** Returns whether a device reports this value now; with `isAtOnce` however recent its last report is. */
function isDue(
  property: TemplateProperty,
  lastReport: LastReport | undefined,
  value: unknown,
  { now, isAtOnce }: { now: number; isAtOnce: boolean },
): boolean {
  if (lastReport === undefined || property.schema === 'event') return true;
  const age = now - lastReport.at;
  const isMeasured =
    !property.onChange && age >= LONGEST_MS - SPREAD_MS && age >= longestAge(property, lastReport);
  if (isSame(lastReport.value, value)) return isMeasured;
  if (typeof value !== 'number' || typeof lastReport.value !== 'number') return true;
  // Whether something runs at all is reported immediately.
  if (value === 0 || lastReport.value === 0) return isAtOnce || age >= 1000;
  const { by, share = 0, seconds } = THRESHOLDS[property.schema] ?? ANY;
  const least = Math.max(by, share * Math.abs(lastReport.value));
  // The tolerance is for binary fractions: a value that rises in steps of the threshold must reach it.
  const hasMoved = Math.abs(value - lastReport.value) >= least - 1e-9;
  return isMeasured || (hasMoved && (isAtOnce || age >= seconds * 1000));
}

const longestAge = ({ id }: TemplateProperty, { at }: LastReport): number =>
  LONGEST_MS - (mix(hashText(id), Math.floor(at / 1000)) / 2 ** 32) * SPREAD_MS;

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other));
