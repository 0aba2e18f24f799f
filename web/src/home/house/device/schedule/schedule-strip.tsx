import type { SwitchPoint } from '@azulejo/model';
import type { CSSProperties } from 'react';
import classes from './schedule.module.css';

const DAY = 24 * 60;

type Props = {
  points: readonly SwitchPoint[];
  /** The temperature with which the day begins: the last of the day before. */
  before: number | undefined;
  coldest: number;
  warmest: number;
  /** The minute of the day, if it is today. */
  now: number | undefined;
};

/** Shows a day from midnight to midnight: the warmer it is to be, the warmer the colour. */
export function ScheduleStrip({ points, before, coldest, warmest, now }: Props) {
  const starts = points[0]?.minute === 0 || before === undefined ? points : [startOfDay(before), ...points];
  return (
    <span className={classes.strip} aria-hidden="true">
      {starts.map(({ minute, temperature }, index) => (
        <span
          key={minute}
          style={
            {
              flexGrow: (starts[index + 1]?.minute ?? DAY) - minute,
              '--warmth': `${warmthOf(temperature, coldest, warmest)}%`,
            } as CSSProperties
          }
        />
      ))}
      {now !== undefined && <i style={{ left: `${(now / DAY) * 100}%` }} />}
    </span>
  );
}

const startOfDay = (temperature: number): SwitchPoint => ({ minute: 0, temperature });

const warmthOf = (temperature: number, coldest: number, warmest: number): number =>
  warmest > coldest ? Math.round(12 + (88 * (temperature - coldest)) / (warmest - coldest)) : 100;
