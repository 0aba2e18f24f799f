import type { Activity, Channel } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../design/states.tsx';
import { periodAt, periodText } from '../../kit/formats/period.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { formatTime, usePreferences } from '../../person/preferences/use-preferences.ts';
import classes from './activity-section.module.css';
import { type ActivityText, activityText } from './activity-text.ts';
import { Author } from './author.tsx';
import { grouped } from './grouped.ts';
import { useActivity } from './use-activity.ts';

/** Shows this many events at first, so that the settings below are in reach, and this many more for each press. */
const FIRST_EVENTS = 10;
const MORE_EVENTS = 50;

const timeOf = ([first]: readonly Activity[]): number => Date.parse(first?.timestamp ?? '');
const keyOf = ([first]: readonly Activity[]): string =>
  `${first?.timestamp} ${first?.component} ${first?.property}`;

/** Shows who changed what, and when. */
export function ActivitySection({ channel }: { channel: Channel }) {
  const reading = usePreferences();
  const activity = useActivity(channel);
  const { elements, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch, me } =
    activity;
  const events = together(elements);
  const [shown, setShown] = useState(FIRST_EVENTS);
  const showEarlier = () => {
    setShown(shown + MORE_EVENTS);
    if (hasNextPage && shown + MORE_EVENTS >= events.length) void fetchNextPage();
  };
  const now = Date.now();
  const dayOf = (event: readonly Activity[]) => periodText(periodAt('day', timeOf(event)), now, reading);
  const textOf = (each: Activity) => activityText(each, channel, me, reading);
  return (
    <section className={classes.activity} aria-labelledby="activity">
      <h2 id="activity">
        <Trans>Activity</Trans>
      </h2>
      {isPending && <LoadingState label={t`Loading the activity`} />}
      {error && elements.length === 0 && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!isPending && !error && elements.length === 0 && (
        <p className={classes.quiet}>
          <Trans>Nothing has happened yet.</Trans>
        </p>
      )}
      {grouped(events.slice(0, shown), dayOf).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ol className={classes.events}>
            {ofDay.map((event) => (
              <Event key={keyOf(event)} event={event} textOf={textOf} reading={reading} />
            ))}
          </ol>
        </section>
      ))}
      {(hasNextPage || shown < events.length) && events.length > 0 && (
        <Button variant="default" loading={isFetchingNextPage} onClick={showEarlier}>
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </section>
  );
}

type EventProps = {
  event: readonly Activity[];
  textOf: (each: Activity) => ActivityText;
  reading: Reading;
};

function Event({ event, textOf, reading }: EventProps) {
  const [first] = event;
  const texts = event.map(textOf);
  return (
    <li>
      <time dateTime={new Date(timeOf(event)).toISOString()}>{formatTime(timeOf(event), reading)}</time>
      <span className={classes.event}>
        {joinTexts(texts)}
        <small>{first && <Author by={first.by}>{texts[0]?.by ?? ''}</Author>}</small>
      </span>
    </li>
  );
}

/** A device sends several values one after another. */
const TOGETHER_MS = 1_000;

/**
 * Groups what one author did to a device at the same time, which is one event for a person: a lock reports its state
 * and its last action together.
 */
function together(elements: readonly Activity[]): Activity[][] {
  const groups: Activity[][] = [];
  for (const element of elements) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    if (last && first && isSame(first, element)) last.push(element);
    else groups.push([element]);
  }
  return groups;
}

const isSame = (first: Activity, next: Activity): boolean =>
  Date.parse(first.timestamp) - Date.parse(next.timestamp) < TOGETHER_MS &&
  authorOf(first) === authorOf(next);

const authorOf = ({ by, through }: Activity): string => JSON.stringify([by, through]);

/** Joins the texts of one event. `Lock state: Locked` says no more than `Locked`, so it is left out next to that. */
function joinTexts(texts: readonly ActivityText[]): string {
  const bare = new Set(texts.filter(({ what, value }) => what === value).map(({ value }) => value));
  const listed = texts
    .filter(({ what, value }) => what === value || !bare.has(value))
    .map(({ what }) => what);
  return [...new Set(listed)].join(' · ');
}
