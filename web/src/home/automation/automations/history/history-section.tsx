import type { Automation, AutomationMisses } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ErrorState, LoadingState } from '../../../../design/states.tsx';
import { useSession } from '../../../data/session/session.ts';
import { usePreferences } from '../../../person/preferences/use-preferences.ts';
import { byDay, entriesOf, type Filter } from './entries.ts';
import { EntryItem } from './entry-item.tsx';
import classes from './history.module.css';
import { missesQuery, runsQuery } from './history-query.ts';
import { reasonNames } from './outcome-names.ts';

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

/** Shows a day such as `Sunday 22 November`. */
function DayHeading({ at }: { at: number }) {
  const { locale } = usePreferences();
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', day: 'numeric', month: 'long' });
  return <h3>{format.format(at)}</h3>;
}

type Props = {
  readonly misses: AutomationMisses;
  /** Number of loaded runs. */
  readonly runs: number;
  /** Whether more runs can be loaded. */
  readonly hasMore: boolean;
  readonly chosen: Filter;
  readonly onChoose: (filter: Filter) => void;
};

/** Chooses what is listed, with how often each was. */
function Filters({ misses: { reasons }, runs, hasMore, chosen, onChoose }: Props) {
  const missed = reasons.reduce((sum, { count }) => sum + count, 0);
  const more = hasMore ? '+' : '';
  const filters: { filter: Filter; name: string; count: string }[] = [
    { filter: 'all', name: t`All`, count: `${runs + missed}${more}` },
    { filter: 'ran', name: t`Ran`, count: `${runs}${more}` },
    { filter: 'did-not-run', name: t`Did not run`, count: String(missed) },
    ...reasons.map(({ reason, count }) => ({
      filter: reason,
      name: i18n._(reasonNames[reason]),
      count: String(count),
    })),
  ];
  return (
    <fieldset className={classes.filters} aria-label={t`Show`}>
      {filters.map(({ filter, name, count }) => (
        <button key={filter} type="button" aria-pressed={filter === chosen} onClick={() => onChoose(filter)}>
          {name} <b>{count}</b>
        </button>
      ))}
    </fieldset>
  );
}
