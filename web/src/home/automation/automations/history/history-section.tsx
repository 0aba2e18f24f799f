import type { Automation } from '@azulejo/contract';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { useSession } from '../../../data/session/session.ts';
import { DayHeading } from './day-heading.tsx';
import { byDay, entriesOf, type Filter } from './entries.ts';
import { EntryItem } from './entry-item.tsx';
import { Filters } from './filters.tsx';
import classes from './history.module.css';
import { missesQuery, runsQuery } from './history-query.ts';

/** Runs and what kept it from running in one list, with their reasons. */
export function HistorySection({ automation }: { automation: Automation }) {
  const { client } = useSession();
  const [filter, setFilter] = useState<Filter>('all');
  const runs = useInfiniteQuery(runsQuery(client, automation.id));
  const misses = useQuery(missesQuery(client, automation.id));
  const error = runs.error ?? misses.error;
  if (error && !(runs.data && misses.data)) {
    const retry = () => void Promise.all([runs.refetch(), misses.refetch()]);
    return <ErrorState error={error} onRetry={retry} />;
  }
  if (!runs.data || !misses.data) return <LoadingState />;
  const loaded = { runs: runs.data.pages.flat(), misses: misses.data, hasMore: runs.hasNextPage };
  const days = byDay(entriesOf(loaded, filter));
  return (
    <section className={classes.history} aria-labelledby="history">
      <h2 id="history">
        <Trans>History of the last 30 days</Trans>
      </h2>
      <Filters
        misses={misses.data}
        runs={loaded.runs.length}
        hasMore={loaded.hasMore}
        chosen={filter}
        onChoose={setFilter}
      />
      {days.length === 0 && (
        <p className={classes.none}>
          <Trans>Nothing yet. Its runs, and the reasons why it did not run, will be listed here.</Trans>
        </p>
      )}
      {days.map(({ date, at, entries }) => (
        <div key={date} className={classes.day}>
          <DayHeading at={at} />
          <ul>
            {entries.map((entry) => (
              <EntryItem key={entry.id} automation={automation} entry={entry} />
            ))}
          </ul>
        </div>
      ))}
      {runs.hasNextPage && (filter === 'all' || filter === 'ran') && (
        <Button
          variant="subtle"
          className={classes.more}
          loading={runs.isFetchingNextPage}
          onClick={() => void runs.fetchNextPage()}
        >
          <Trans>Show earlier</Trans>
        </Button>
      )}
    </section>
  );
}
