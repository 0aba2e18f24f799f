import { t } from '@lingui/core/macro';
import type { CSSProperties } from 'react';
import { formatTime } from '../../../kit/formats/format-time.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { markLabel } from './formatter.ts';
import { type Mark, percentOfDay, type Row, type Span } from './marks.ts';
import classes from './rehearsal.module.css';

const MINUTE_MS = 60_000;

type Props = {
  readonly row: Row;
  readonly name: string;
  readonly timezone: string;
  readonly isToday: boolean;
  /** Id of the mark that the keyboard reaches. */
  readonly current: string | undefined;
  readonly opened: string | undefined;
  readonly onOpen: (mark: Mark) => void;
};

/** Shows a day from midnight to midnight. */
export function DayBar({ row, name, timezone, isToday, current, opened, onOpen }: Props) {
  const reading = usePreferences();
  const timeOf = (minute: number) => formatTime(minute * MINUTE_MS, { ...reading, timeZone: 'UTC' });
  const gapText = ({ from, to }: Span) =>
    t`No record from ${{ from: timeOf(from) }} to ${{ to: timeOf(to) }}`;
  return (
    <div className={classes.row}>
      <span className={classes.day}>{name}</span>
      <div className={classes.bar} style={shading(row.sun)} data-has-sun={row.sun !== undefined || undefined}>
        {row.unseen.map((span) => (
          <span
            key={span.from}
            className={classes.hatched}
            style={place(span)}
            data-is-now={(isToday && span.from > 0) || undefined}
          />
        ))}
        {row.gaps.map((span) => (
          <span
            key={span.from}
            className={classes.hatched}
            style={place(span)}
            role="img"
            aria-label={gapText(span)}
            title={gapText(span)}
          />
        ))}
        {row.marks.map((mark) => (
          <MarkButton
            key={mark.id}
            mark={mark}
            label={markLabel(mark, reading, timezone)}
            isCurrent={mark.id === current}
            isOpened={mark.id === opened}
            onOpen={() => onOpen(mark)}
          />
        ))}
      </div>
      <span className={classes.number} data-is-none={row.runs === 0 || undefined}>
        {row.runs}
      </span>
    </div>
  );
}

type MarkProps = {
  readonly mark: Mark;
  readonly label: string;
  readonly isCurrent: boolean;
  readonly isOpened: boolean;
  readonly onOpen: () => void;
};

function MarkButton({ mark: { id, minute, moments }, label, isCurrent, isOpened, onOpen }: MarkProps) {
  const kind = moments.some((moment) => moment.kind === 'run') ? 'run' : 'miss';
  const isMany = moments.length > 1;
  return (
    <button
      type="button"
      className={classes.mark}
      style={{ left: percentOfDay(minute) }}
      tabIndex={isCurrent ? 0 : -1}
      aria-label={label}
      aria-expanded={isOpened}
      data-mark={id}
      data-kind={kind}
      data-is-many={isMany || undefined}
      onClick={onOpen}
    >
      <span aria-hidden="true">{isMany && moments.length}</span>
    </button>
  );
}

const place = ({ from, to }: Span): CSSProperties => ({
  left: percentOfDay(from),
  width: percentOfDay(to - from),
});

const shading = (sun: Span | undefined): CSSProperties =>
  sun ? ({ '--up': percentOfDay(sun.from), '--down': percentOfDay(sun.to) } as CSSProperties) : {};
