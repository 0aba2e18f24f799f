import type { Rehearsal } from '@azulejo/contract';
import { Plural, Trans } from '@lingui/react/macro';
import { toTime } from '../../../../design/when.tsx';
import { formatDateTime } from '../../../kit/formats/format-time.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import classes from './rehearsal.module.css';

const MAX_GAPS = 3;
/** The log begins within an hour of the seven days. */
const WEEK_MS = 7 * 86_400_000 - 3_600_000;

/** Says in words what the rehearsal could not know. */
export function Coverage({ rehearsal: { coverage, timezone } }: { rehearsal: Rehearsal }) {
  const reading = usePreferences();
  const { from, to, gaps, is_truncated: isTruncated, left_out: leftOut } = coverage;
  const timeOf = (timestamp: string) => formatDateTime(toTime(timestamp), { ...reading, timeZone: timezone });
  const isShort = isTruncated || toTime(to) - toTime(from) < WEEK_MS;
  const more = gaps.length - MAX_GAPS;
  return (
    <div className={classes.small}>
      {isShort && (
        <p>
          <Trans>
            Looked at what happened from {timeOf(from)} to {timeOf(to)}.
          </Trans>
        </p>
      )}
      {gaps.slice(0, MAX_GAPS).map((gap) => (
        <p key={gap.from}>
          <Trans>
            No record from {timeOf(gap.from)} to {timeOf(gap.to)}
          </Trans>
        </p>
      ))}
      {more > 0 && (
        <p>
          <Plural value={more} one="# more time without a record" other="# more times without a record" />
        </p>
      )}
      {leftOut > 0 && (
        <p>
          <Trans>Effects of its own actions are left out.</Trans>
        </p>
      )}
    </div>
  );
}
