import type { Alarm } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { ConditionIcon } from '../../../tiles/kind-icon.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import { useMe } from '../../data/session/use-me.ts';
import { deviceOf } from '../../devices/tiles/use-device.ts';
import { formatSince } from '../../kit/formats/format-since.ts';
import { periodAt, periodText } from '../../kit/formats/period.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { alarmKinds } from '../alarms/alarm-kinds.ts';
import { seenText } from '../alarms/alarm-text.ts';
import { grouped } from '../device/grouped.ts';
import classes from './activity.module.css';

const PAGE_SIZE = 50;

/** Shows the alarms of the home: when each started and ended, and who saw it first. */
export function AlarmsPage() {
  usePageTitle(t`Alarms`);
  const { client } = useSession();
  const reading = usePreferences();
  const { data, error, isPending, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: ['alarms', 'all'],
      queryFn: ({ pageParam, signal }) =>
        client.alarms.list({ page_size: PAGE_SIZE, ...(pageParam && { to: pageParam }) }, { signal }),
      initialPageParam: '',
      getNextPageParam: ({ elements }) =>
        elements.length < PAGE_SIZE ? undefined : elements.at(-1)?.started,
    });
  const alarms = data?.pages.flatMap(({ elements }) => elements) ?? [];
  const now = Date.now();
  const dayOf = ({ started }: Alarm) => periodText(periodAt('day', Date.parse(started)), now, reading);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>
          <Trans>Alarms</Trans>
        </h1>
        <Link to="/activity" className={classes.chip}>
          <Trans>All activity</Trans>
        </Link>
        <Link to="/notifications" className={classes.chip}>
          <Trans>Notifications</Trans>
        </Link>
      </header>
      {isPending && <LoadingState label={t`Loading the alarms`} />}
      {error && alarms.length === 0 && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && alarms.length === 0 && (
        <EmptyState title={t`No alarms`}>
          <Trans>Smoke, gas and leaks that your devices detect are listed here.</Trans>
        </EmptyState>
      )}
      {grouped(alarms, dayOf).map(([day, ofDay]) => (
        <section key={day} aria-label={day} className={classes.day}>
          <h2>{day}</h2>
          <ol>
            {ofDay.map((alarm) => (
              <AlarmRow key={alarm.id} alarm={alarm} reading={reading} />
            ))}
          </ol>
        </section>
      ))}
      {hasNextPage && (
        <Button
          variant="default"
          className={classes.earlier}
          loading={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </div>
  );
}

function AlarmRow({ alarm, reading }: { alarm: Alarm; reading: Reading }) {
  const me = useMe();
  const device = deviceOf(alarm.channel, useHome());
  const { kind, started, ended, seen } = alarm;
  return (
    <li>
      <Link to="/devices/$channelId" params={{ channelId: alarm.channel }} className={classes.row}>
        <span className={classes.well} data-alarm={ended === undefined || undefined}>
          <ConditionIcon kind={kind} />
        </span>
        <span className={classes.words}>
          <strong>
            {i18n._(alarmKinds[kind])}
            {device && ` · ${device.name}`}
          </strong>
          <span>
            {ended === undefined ? t`Not ended` : t`Ended ${{ time: formatSince(ended, reading) }}`}
            <span className={classes.by}>
              {' · '}
              {seen ? seenText(seen, me, reading) : t`Not seen by anyone`}
            </span>
          </span>
        </span>
        <time dateTime={new Date(Date.parse(started)).toISOString()}>{formatSince(started, reading)}</time>
      </Link>
    </li>
  );
}
