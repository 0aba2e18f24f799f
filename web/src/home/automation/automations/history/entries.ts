import type {
  AutomationMiss,
  AutomationMisses,
  AutomationMissReason,
  AutomationRun,
} from '@azulejo/contract';
import { toTime } from '../../../../design/when.tsx';

/** A run, or what kept the automation from one. */
export type Entry =
  | { readonly kind: 'run'; readonly id: string; readonly at: number; readonly run: AutomationRun }
  | { readonly kind: 'miss'; readonly id: string; readonly at: number; readonly miss: AutomationMiss };

/** Which entries are shown: all, runs, misses, or misses of one reason. */
export type Filter = 'all' | 'ran' | 'did-not-run' | AutomationMissReason;

/** The entries of one local day, newest first. */
export type DayEntries = { readonly date: string; readonly at: number; readonly entries: readonly Entry[] };

/**
 * Returns runs and misses in one list, newest first. Misses before the oldest loaded run wait until earlier runs are
 * loaded (`hasMore`), because those belong between them.
 */
export function entriesOf(
  { runs, misses, hasMore }: { runs: readonly AutomationRun[]; misses: AutomationMisses; hasMore: boolean },
  filter: Filter,
): Entry[] {
  const showsRuns = filter === 'all' || filter === 'ran';
  const ran = runs.map((run): Entry => ({ kind: 'run', id: run.id, at: toTime(run.began), run }));
  const oldest = showsRuns && hasMore ? (ran.at(-1)?.at ?? 0) : 0;
  const missed = misses.reasons
    .filter(({ reason }) => filter === 'all' || filter === 'did-not-run' || filter === reason)
    .flatMap(({ last }) => last)
    .map(
      (miss, index): Entry => ({ kind: 'miss', id: `miss ${miss.at} ${index}`, at: toTime(miss.at), miss }),
    )
    .filter(({ at }) => at >= oldest);
  return [...(showsRuns ? ran : []), ...missed].toSorted((one, other) => other.at - one.at);
}

/** Returns entries by the day on which they were, in the time of this browser. */
export function byDay(entries: readonly Entry[]): DayEntries[] {
  const days: { date: string; at: number; entries: Entry[] }[] = [];
  for (const entry of entries) {
    const date = new Date(entry.at).toDateString();
    const last = days.at(-1);
    if (last?.date === date) last.entries.push(entry);
    else days.push({ date, at: entry.at, entries: [entry] });
  }
  return days;
}
