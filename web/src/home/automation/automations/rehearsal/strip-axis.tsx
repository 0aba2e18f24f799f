import type { Ref } from 'react';
import { formatTime } from '../../../kit/formats/format-time.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import classes from './rehearsal.module.css';

const HOUR_MS = 3_600_000;

/** Shows the hours above the days. It is as wide as the days. */
export function Axis({ ref }: { ref: Ref<HTMLDivElement> }) {
  const reading = usePreferences();
  const { hourFormat } = reading;
  return (
    <div className={classes.axis} data-hours={hourFormat} aria-hidden="true">
      <div ref={ref}>
        {[0, 6, 12, 18, 24].map((hour) => (
          <span key={hour}>{formatTime(hour * HOUR_MS, { ...reading, timeZone: 'UTC' })}</span>
        ))}
      </div>
    </div>
  );
}
