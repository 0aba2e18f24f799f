import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ConditionIcon } from '../../tiles/kind-icon.tsx';
import { formatSince } from '../formats/format-since.ts';
import { usePageTitleStore } from '../parts/page-title.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import classes from './alarm-band.module.css';
import { type Alarm, useAlarms } from './use-alarms.ts';

/** Maximum number of rows; more would leave no room for the page on a phone. */
const MAX_ROWS = 3;

/** Shows active alarms of the home above every page. */
export function AlarmBand() {
  const alarms = useAlarms();
  const { nameAlarms } = usePageTitleStore();
  const texts = alarms.map(({ text }) => text).join(', ');
  useEffect(() => {
    nameAlarms(texts);
    return () => nameAlarms('');
  }, [texts, nameAlarms]);
  if (alarms.length === 0) return null;
  const more = alarms.length - MAX_ROWS;
  return (
    <div className={classes.band} role="alert">
      {alarms.slice(0, MAX_ROWS).map((alarm) => (
        <AlarmRow key={alarm.key} alarm={alarm} />
      ))}
      {more > 0 && <p className={classes.more}>{more === 1 ? '1 more alarm' : `${more} more alarms`}</p>}
    </div>
  );
}

function AlarmRow({ alarm: { condition, tile, text } }: { alarm: Alarm }) {
  const reading = usePreferences();
  const { kind, since } = condition;
  return (
    <div className={classes.row}>
      <span className={classes.well}>
        <ConditionIcon kind={kind} />
      </span>
      <p className={classes.words}>
        <strong>{text}</strong>
        <span>
          {since !== undefined && `Since ${formatSince(since, reading)} · `}
          {tile.label}
        </span>
      </p>
      <Link
        to="/devices/$channelId"
        params={{ channelId: tile.channel }}
        className={classes.show}
        aria-label={`Show ${tile.label}`}
      >
        Show
      </Link>
    </div>
  );
}
