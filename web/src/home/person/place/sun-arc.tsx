import { t } from '@lingui/core/macro';
import { formatTime } from '../../kit/formats/format-time.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import type { Choice } from './choice.ts';
import classes from './place.module.css';
import { formatOf } from './sun-text.ts';
import { sunTimes } from './sun-times.ts';

const WIDTH = 412;
const HEIGHT = 118;
const EDGE = 8;
const HORIZON = 92;
const TOP = 18;
const HOUR_MS = 3_600_000;
/** The times below the horizon keep this distance, so that they do not overlap in winter. */
const LEAST_APART = 64;

/** Draws the way of the sun over the horizon today, and where it is now; nothing in the polar day and night. */
export function SunArc({ choice, now = Date.now() }: { choice: Choice; now?: number }) {
  const format = formatOf(choice, usePreferences());
  const { sunrise, sunset } = sunTimes(choice, now);
  if (!sunrise || !sunset) return null;
  const noon = (sunrise.getTime() + sunset.getTime()) / 2;
  const xOf = (at: number) => WIDTH / 2 + ((at - noon) / (24 * HOUR_MS)) * (WIDTH - 2 * EDGE);
  const [rise, set] = [xOf(sunrise.getTime()), xOf(sunset.getTime())];
  const part = (now - sunrise.getTime()) / (sunset.getTime() - sunrise.getTime());
  const isUp = part > 0 && part < 1;
  const sun = { x: rise + (set - rise) * part, y: HORIZON - (HORIZON - TOP) * 4 * part * (1 - part) };
  const path = `M${rise} ${HORIZON}Q${WIDTH / 2} ${2 * TOP - HORIZON} ${set} ${HORIZON}`;
  const apart = Math.max(0, LEAST_APART - (set - rise)) / 2;
  const [from, to] = [formatTime(sunrise, format), formatTime(sunset, format)];
  return (
    <svg
      className={classes.arc}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={t`Sunrise ${from}, sunset ${to}`}
    >
      <path className={classes.day} d={path} />
      <path className={classes.way} d={path} />
      <line className={classes.horizon} x1={EDGE} x2={WIDTH - EDGE} y1={HORIZON} y2={HORIZON} />
      {isUp && <circle className={classes.sun} cx={sun.x} cy={sun.y} r="11" />}
      <circle className={classes.turn} cx={rise} cy={HORIZON} r="4" />
      <circle className={classes.turn} cx={set} cy={HORIZON} r="4" />
      <text x={rise - apart} y={HEIGHT - 6}>
        {from}
      </text>
      <text x={set + apart} y={HEIGHT - 6}>
        {to}
      </text>
    </svg>
  );
}
