import { whenIdle } from '../../kit/ui/when-idle.ts';
import { type Lists, marksOf, type Reported } from '../session/home-data.ts';
import type { Offline } from './offline.ts';

const EVERY_MS = 10_000;
/** Copying a large home takes a moment, so it waits until the page is drawn, at most this long. */
const AFTER_MS = 500;
const MAX_BUSY_MS = 5_000;

type Options = {
  readonly owner: string;
  /** Returns the values that are to be stored. */
  readonly readValues: () => readonly Reported[];
};

/** Keeps one person's home up to date on this device, and writes only what changed. */
export function createOfflineCache({ home, pictures }: Offline, { owner, readValues }: Options) {
  let keptMarks = '';
  let hasNews = false;
  let later: ReturnType<typeof setTimeout> | undefined;
  const ended = new AbortController();

  function keep(): void {
    if (!hasNews) return;
    hasNews = false;
    void home.keepValues(owner, readValues(), new Date().toISOString());
  }

  const onSight = () => document.visibilityState === 'hidden' && keep();
  document.addEventListener('visibilitychange', onSight);
  const timer = setInterval(keep, EVERY_MS);
  return {
    owner,
    keep,
    /** Notes that there are values that are not stored yet. */
    note: () => {
      hasNews = true;
    },
    lists: (lists: Lists) => {
      const marks = marksOf(lists) + lists.channels.map(({ _rev }) => _rev).join();
      if (marks === keptMarks) return;
      keptMarks = marks;
      clearTimeout(later);
      later = setTimeout(async () => {
        await whenIdle(MAX_BUSY_MS);
        if (ended.signal.aborted) return;
        void home.keepLists(owner, lists);
        void pictures.keep(lists, ended.signal).catch(() => {});
      }, AFTER_MS);
    },
    end: () => {
      ended.abort();
      clearInterval(timer);
      clearTimeout(later);
      document.removeEventListener('visibilitychange', onSight);
    },
  };
}

export type OfflineCache = ReturnType<typeof createOfflineCache>;
