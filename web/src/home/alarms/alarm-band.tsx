import type { Alarm as StoredAlarm } from '@azulejo/contract';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConditionIcon } from '../../tiles/kind-icon.tsx';
import { formatSince } from '../formats/format-since.ts';
import { usePageTitleStore } from '../parts/page-title.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import classes from './alarm-band.module.css';
import { type Alarm, useAlarms } from './use-alarms.ts';
import { useStoredAlarms } from './use-stored-alarms.ts';

/** Maximum number of rows; more would leave no room for the page on a phone. */
const MAX_ROWS = 3;

/** Shows active alarms of the home above every page. Acknowledged ones stay as a calm line until they end. */
export function AlarmBand() {
  const all = useAlarms();
  const { stored, see, isPending } = useStoredAlarms(all);
  const isSeen = ({ key }: Alarm) => stored.get(key)?.seen !== undefined;
  const unseen = all.filter((alarm) => !isSeen(alarm));
  const alarms = [...unseen, ...all.filter(isSeen)];
  const { nameAlarms } = usePageTitleStore();
  const texts = unseen.map(({ text }) => text).join(', ');
  useEffect(() => {
    nameAlarms(texts);
    return () => nameAlarms('');
  }, [texts, nameAlarms]);
  if (alarms.length === 0) return null;
  const more = alarms.length - MAX_ROWS;
  const isCalm = unseen.length === 0;
  return (
    <div className={classes.band} role={isCalm ? 'status' : 'alert'} data-calm={isCalm || undefined}>
      {alarms.slice(0, MAX_ROWS).map((alarm) => (
        <AlarmRow
          key={alarm.key}
          alarm={alarm}
          stored={stored.get(alarm.key)}
          isPending={isPending}
          onSeen={see}
        />
      ))}
      {more > 0 && <p className={classes.more}>{more === 1 ? '1 more alarm' : `${more} more alarms`}</p>}
      {isCalm && (
        <Link to="/alarms" className={classes.more}>
          All alarms
        </Link>
      )}
    </div>
  );
}

type RowProps = {
  readonly alarm: Alarm;
  readonly stored: StoredAlarm | undefined;
  readonly isPending: boolean;
  readonly onSeen: (id: string) => void;
};

/** One alarm, which leads to its device. */
function AlarmRow({ alarm: { condition, tile, text }, stored, isPending, onSeen }: RowProps) {
  const reading = usePreferences();
  const { kind, since } = condition;
  const seen = stored?.seen;
  return (
    <div className={classes.row}>
      <Link
        to="/devices/$channelId"
        params={{ channelId: tile.channel }}
        className={classes.well}
        aria-label={`Show ${tile.label}`}
      >
        <ConditionIcon kind={kind} />
      </Link>
      <p className={classes.words}>
        <strong>{text}</strong>
        <span>
          {since !== undefined && `Since ${formatSince(since, reading)} · `}
          {tile.label}
          {seen && ` · Seen by ${seen.by.name ?? 'somebody'}, ${formatSince(seen.timestamp, reading)}`}
        </span>
      </p>
      {stored && !seen && (
        <button
          type="button"
          className={classes.seen}
          disabled={isPending}
          aria-label={`Seen: ${text}`}
          onClick={() => onSeen(stored.id)}
        >
          Seen
        </button>
      )}
    </div>
  );
}
