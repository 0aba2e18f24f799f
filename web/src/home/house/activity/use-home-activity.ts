import type { HomeActivity, HomeActivityList } from '@azulejo/contract';
import { valueKey } from '@azulejo/model';
import { i18n } from '@lingui/core';
import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { useLiveHome } from '../../data/live/live-home.ts';
import { useHome } from '../../data/live/use-home.ts';
import { useSession } from '../../data/session/session.ts';
import { followChanges } from '../device/use-activity.ts';
import { withoutRepeats } from '../device/without-repeats.ts';
import type { ActivitySearch } from './activity-search.ts';

const PAGE_SIZE = 50;
/** A page scrolled no further than this is at its top. */
const TOP_PX = 80;

type Pages = InfiniteData<HomeActivityList, string>;

/** Loads the activity of the home page by page, and keeps what happens meanwhile until the top is visible. */
export function useHomeActivity({ kind, room, person }: ActivitySearch) {
  const { client } = useSession();
  const queries = useQueryClient();
  const read = useCallback(
    (to: string, signal?: AbortSignal) =>
      client.activity.listOfHome(
        {
          page_size: PAGE_SIZE,
          language: i18n.locale,
          ...(kind && { kind }),
          ...(room && { group: room }),
          ...(person && { by: person }),
          ...(to && { to }),
        },
        signal ? { signal } : {},
      ),
    [client, kind, room, person],
  );
  const filter = JSON.stringify([kind, room, person]);
  const pages = useInfiniteQuery({
    queryKey: ['home-activity', filter],
    queryFn: ({ pageParam, signal }) => read(pageParam, signal),
    initialPageParam: '',
    getNextPageParam: ({ elements }) => elements.at(-1)?.timestamp,
    // New elements are put before the known ones; pages that were read do not change.
    staleTime: Number.POSITIVE_INFINITY,
  });
  const [waiting, setWaiting] = useState<HomeActivityList>();
  const show = useCallback(
    (fresh: HomeActivityList) => {
      setWaiting(undefined);
      const queryKey = ['home-activity', filter];
      const known = queries.getQueryData<Pages>(queryKey);
      const joined = known && withFresh(known, fresh);
      if (joined) queries.setQueryData(queryKey, joined);
      else void queries.resetQueries({ queryKey });
    },
    [queries, filter],
  );
  const catchUp = useCallback(async () => {
    const known = queries.getQueryData<Pages>(['home-activity', filter]);
    if (!known) return;
    const fresh = await read('').catch(() => undefined);
    if (!fresh || countNew(known, fresh) === 0) return;
    if (scrollY <= TOP_PX) show(fresh);
    else setWaiting(fresh);
  }, [queries, filter, read, show]);
  useChanges(catchUp);
  useAtTop(waiting, show);
  const known = queries.getQueryData<Pages>(['home-activity', filter]);
  return {
    ...pages,
    people: pages.data?.pages[0]?.people ?? [],
    elements: withoutRepeats(pages.data?.pages.flatMap(({ elements }) => elements) ?? [], placeOf),
    /** How many new elements wait until the top is visible. */
    waiting: waiting && known ? countNew(known, waiting) : 0,
  };
}

/** Calls the listener when the page opens, and when something changed in the home. */
function useChanges(listener: () => Promise<void>) {
  const { values } = useLiveHome();
  const { channels } = useHome();
  useEffect(() => {
    const { soon, end } = followChanges(values, channels.values(), listener);
    soon();
    return end;
  }, [channels, values, listener]);
}

/** Shows what waits as soon as the person is back at the top. */
function useAtTop(waiting: HomeActivityList | undefined, show: (fresh: HomeActivityList) => void) {
  useEffect(() => {
    if (!waiting) return;
    const onScroll = () => scrollY <= TOP_PX && show(waiting);
    addEventListener('scroll', onScroll, { passive: true });
    return () => removeEventListener('scroll', onScroll);
  }, [waiting, show]);
}

const placeOf = ({ type, channel, scene, component, property, alarm }: HomeActivity): string =>
  `${type} ${alarm?.id ?? ''} ${channel ?? scene} ${valueKey(component ?? '', property ?? '')}`;

/** Identifies an element. Of several values of a property in one millisecond, the page shows each once. */
export const keyOf = (each: HomeActivity): string =>
  `${each.timestamp} ${placeOf(each)} ${JSON.stringify(each.data) ?? ''}`;

function newOf({ pages }: Pages, { elements }: HomeActivityList): HomeActivity[] {
  const known = new Set(pages.flatMap((page) => page.elements.map(keyOf)));
  return elements.filter((each) => !known.has(keyOf(each)));
}

const countNew = (known: Pages, fresh: HomeActivityList): number => newOf(known, fresh).length;

/** Returns undefined when there may be elements between the known and the new ones. */
function withFresh(known: Pages, fresh: HomeActivityList): Pages | undefined {
  const [first, ...others] = known.pages;
  const added = newOf(known, fresh);
  const isGap = added.length === fresh.elements.length && (first?.elements.length ?? 0) > 0;
  if (!first || isGap) return undefined;
  const joined = { ...first, ...fresh, elements: [...added, ...first.elements] };
  return { ...known, pages: [joined, ...others] };
}
