import type { Schedule, SwitchPoint } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import type { ControlConfig } from '../../../devices/controls/property.ts';

/** A point while it is edited; it has no minute while its time is half typed. */
export type DraftPoint = {
  readonly id: number;
  readonly minute: number | undefined;
  readonly temperature: number;
  /** Whether it was just added, so that its time gets the focus. */
  readonly isNew?: boolean;
};

const LAST_MINUTE = 24 * 60 - 1;
const HOUR = 60;
const TYPICAL = 20;

/**
 * Returns the points to begin with: the device's own, or as many as the device needs. If the first one has to
 * be at midnight and is not, it is added.
 */
export function draftOf(
  schedule: Schedule,
  edited: number,
  { min = 0, max = TYPICAL }: ControlConfig,
): DraftPoint[] {
  const program = schedule.programs[edited];
  const typical = Math.min(max, Math.max(min, TYPICAL));
  const known = program?.points ?? [];
  const needed = Math.max(0, (program?.min ?? 1) - known.length);
  const added = Array.from({ length: needed }, (_, index): SwitchPoint => {
    const hours = schedule.startsAtMidnight ? index * 2 : 6 + index * 2;
    return { minute: Math.min(LAST_MINUTE, hours * HOUR), temperature: typical };
  });
  const points = [...known, ...added];
  const first = points[0];
  const isLate = schedule.startsAtMidnight && first !== undefined && first.minute > 0;
  const all = isLate
    ? [{ minute: 0, temperature: points.at(-1)?.temperature ?? typical }, ...points]
    : points;
  return all.map((point, id) => ({ ...point, id }));
}

/** Returns a point to add: an hour after the last one, as warm as it. */
export function addedPoint(points: readonly DraftPoint[]): DraftPoint {
  const last = Math.max(...points.map(({ minute = 0 }) => minute));
  return {
    id: Math.max(...points.map(({ id }) => id)) + 1,
    minute: Math.min(LAST_MINUTE, last + HOUR),
    temperature: points.at(-1)?.temperature ?? TYPICAL,
    isNew: true,
  };
}

/** Returns why the points cannot be saved; undefined if they can. */
export function problemOf(points: readonly DraftPoint[]): string | undefined {
  const minutes = points.map(({ minute }) => minute);
  if (minutes.includes(undefined)) return t`Enter every time.`;
  return new Set(minutes).size < minutes.length ? t`Two times are the same.` : undefined;
}
