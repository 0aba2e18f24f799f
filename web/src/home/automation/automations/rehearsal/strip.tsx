import type { Rehearsal } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { useElementSize } from '@mantine/hooks';
import { toTime } from '../../../../design/when.tsx';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { DayBar } from './day-bar.tsx';
import { Legend } from './legend.tsx';
import { clockOf, MINUTES_PER_DAY, rowsOf } from './marks.ts';
import { MomentPanel } from './moment-panel.tsx';
import classes from './rehearsal.module.css';
import { Axis } from './strip-axis.tsx';
import { useMarks } from './use-marks.ts';
import { shortDay } from './words.ts';

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
