import type { Rehearsal } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useElementSize } from '@mantine/hooks';
import type { Ref } from 'react';
import { toTime } from '../../../../design/when.tsx';
import { formatTime } from '../../../kit/formats/format-time.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { DayBar } from './day-bar.tsx';
import { shortDay } from './formatter.ts';
import { clockOf, MINUTES_PER_DAY, rowsOf } from './marks.ts';
import { MomentPanel } from './moment-panel.tsx';
import classes from './rehearsal.module.css';
import { useMarks } from './use-marks.ts';

/** The size of a mark: nearer ones become one. */
const MARK_PX = 24;
/** Used until the width is known. */
const DEFAULT_PX = 480;

/** Shows the days with marks. It is one tab stop: arrow keys move between the marks, Enter opens one. */
export function Strip({ rehearsal }: { rehearsal: Rehearsal }) {
  const reading = usePreferences();
  const { ref, width } = useElementSize();
  const rows = rowsOf(rehearsal, (MARK_PX / (width || DEFAULT_PX)) * MINUTES_PER_DAY);
  const { strip, current, opened, before, after, move, open, close } = useMarks(rows);
  const { timezone, coverage } = rehearsal;
  const today = clockOf(timezone)(toTime(coverage.to)).day;
  return (
    <>
      <Legend rehearsal={rehearsal} />
      <fieldset
        ref={strip}
        className={classes.strip}
        aria-label={t`The last days. Arrow keys move between the marks.`}
        onKeyDown={move}
      >
        <Axis ref={ref} />
        {rows.map((row) => (
          <DayBar
            key={row.date}
            row={row}
            name={shortDay(row.date, today, reading)}
            timezone={timezone}
            isToday={row.date === today}
            current={current?.id}
            opened={opened?.id}
            onOpen={open}
          />
        ))}
      </fieldset>
      {opened && (
        <MomentPanel
          key={opened.id}
          mark={opened}
          before={before}
          after={after}
          timezone={timezone}
          onMove={open}
          onClose={close}
        />
      )}
    </>
  );
}

/** Explains the marks and the colours. */
function Legend({ rehearsal: { count, misses, days } }: { rehearsal: Rehearsal }) {
  const held = misses.reduce((sum, each) => sum + each.count, 0);
  return (
    <p className={classes.legend}>
      {count > 0 && (
        <span>
          <i data-shape="run" /> <Trans>would have run</Trans>
        </span>
      )}
      {held > 0 && (
        <span>
          <i data-shape="miss" /> <Trans>held back ({held})</Trans>
        </span>
      )}
      {days.some(({ sun }) => sun) && (
        <span>
          <i data-shape="night" /> <Trans>night</Trans>
        </span>
      )}
    </p>
  );
}

const HOUR_MS = 3_600_000;

/** Shows the hours above the days. It is as wide as the days. */
function Axis({ ref }: { ref: Ref<HTMLDivElement> }) {
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
