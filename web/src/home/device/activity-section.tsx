import type { Activity, Channel } from '@azulejo/contract';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ErrorState, LoadingState } from '../../design/states.tsx';
import { periodAt, periodText } from '../formats/period.ts';
import { formatTime, usePreferences } from '../preferences/use-preferences.ts';
import { activityText } from './activity-text.ts';
import classes from './device.module.css';
import { grouped } from './grouped.ts';
import { useActivity } from './use-activity.ts';

/** Shows who changed what, and when. */
export function ActivitySection({ channel }: { channel: Channel }) {
  const reading = usePreferences();
  const activity = useActivity(channel);
  const { elements, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch, me } =
    activity;
  const now = Date.now();
  const dayOf = ({ timestamp }: Activity) => periodText(periodAt('day', Date.parse(timestamp)), now, reading);
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
      {grouped(elements, dayOf).map(([day, ofDay]) => (
        <section key={day} aria-label={day}>
          <h3>{day}</h3>
          <ol className={classes.events}>
            {ofDay.map((each) => {
              const { what, by } = activityText(each, channel, me, reading);
              return (
                <li key={`${each.timestamp} ${each.component} ${each.property}`}>
                  <time dateTime={new Date(Date.parse(each.timestamp)).toISOString()}>
                    {formatTime(Date.parse(each.timestamp), reading)}
                  </time>
                  <span className={classes.event}>
                    {what}
                    <small>{by}</small>
                  </span>
                </li>
              );
            })}
          </ol>
        </section>
      ))}
      {hasNextPage && elements.length > 0 && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </section>
  );
}
