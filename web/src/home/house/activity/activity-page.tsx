import type { HomeActivity } from '@azulejo/contract';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { EmptyState, ErrorState, LoadingState } from '../../../design/states.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { useMe } from '../../data/session/use-me.ts';
import { type Device, deviceOf } from '../../devices/tiles/use-device.ts';
import { periodAt, periodText } from '../../kit/formats/period.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { grouped } from '../device/grouped.ts';
import classes from './activity.module.css';
import { ActivityFilters } from './activity-filters.tsx';
import { ActivityRow } from './activity-row.tsx';
import { readActivitySearch } from './activity-search.ts';
import { keyOf, useHomeActivity } from './use-home-activity.ts';

/** Shows who did what in the whole home, newest first. */
export function ActivityPage() {
  usePageTitle(t`Activity`);
  const search = readActivitySearch(useSearch({ strict: false }));
  const me = useMe();
  const activity = useHomeActivity(search);
  const { elements, people, waiting, error, isPending, hasNextPage, isFetchingNextPage } = activity;
  const isFiltered = Object.values(search).some((each) => each !== undefined);
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1>
          <Trans>Activity</Trans>
        </h1>
        <ActivityFilters search={search} people={people} me={me} />
      </header>
      {waiting > 0 && (
        <button type="button" className={classes.news} onClick={() => scrollTo({ top: 0 })}>
          {plural(waiting, { one: '# new', other: '# new' })}
        </button>
      )}
      {isPending && <LoadingState label={t`Loading the activity`} />}
      {error && elements.length === 0 && <ErrorState error={error} onRetry={() => void activity.refetch()} />}
      {!isPending && !error && elements.length === 0 && (
        <EmptyState title={isFiltered ? t`Nothing matches these filters` : t`Nothing has happened yet`}>
          {isFiltered
            ? t`Choose other filters to see more.`
            : t`What people, applications and devices do in this home is listed here.`}
        </EmptyState>
      )}
      <Days elements={elements} me={me} />
      {hasNextPage && elements.length > 0 && (
        <Button
          variant="default"
          className={classes.earlier}
          loading={isFetchingNextPage}
          onClick={() => void activity.fetchNextPage()}
        >
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </div>
  );
}

function Days({ elements, me }: { elements: readonly HomeActivity[]; me: string | undefined }) {
  const reading = usePreferences();
  const { tiles, channels, groups } = useHome();
  const find = useMemo(() => {
    const known = new Map<string, Device | undefined>();
    return (id: string) => {
      if (!known.has(id)) known.set(id, deviceOf(id, { tiles, channels, groups }));
      return known.get(id);
    };
  }, [tiles, channels, groups]);
  const now = Date.now();
  const dayOf = ({ timestamp }: HomeActivity) =>
    periodText(periodAt('day', Date.parse(timestamp)), now, reading);
  return grouped(elements, dayOf).map(([day, ofDay]) => (
    <section key={day} aria-label={day} className={classes.day}>
      <h2>{day}</h2>
      <ol>
        {ofDay.map((each) => (
          <ActivityRow
            key={keyOf(each)}
            each={each}
            device={each.channel === undefined ? undefined : find(each.channel)}
            me={me}
            reading={reading}
          />
        ))}
      </ol>
    </section>
  ));
}
