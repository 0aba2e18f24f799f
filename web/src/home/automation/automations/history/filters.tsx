import type { AutomationMisses } from '@azulejo/contract';
import { i18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import type { Filter } from './entries.ts';
import classes from './history.module.css';
import { reasonNames } from './words.ts';

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
export function Filters({ misses: { reasons }, runs, hasMore, chosen, onChoose }: Props) {
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
