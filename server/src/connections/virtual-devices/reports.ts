import type { TemplateProperty } from '@azulejo/contract';
import { hashText, mix } from './random.ts';

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
export type LastReport = { readonly value: unknown; readonly at: number };

/** Returns whether a device reports this value now; with `isAtOnce` however recent its last report is. */
export function isDue(
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
