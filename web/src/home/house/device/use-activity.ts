import type { Activity, Channel } from '@azulejo/contract';
import { addressKey, propertiesOf, valueKey } from '@azulejo/model';
import { ACCESS } from '@azulejo/sdk';
import { i18n } from '@lingui/core';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useLiveHome } from '../../data/live/live-home.ts';
import type { Values } from '../../data/live/values.ts';
import { useSession } from '../../data/session/session.ts';
import { useMe } from '../../data/session/use-me.ts';
import { withoutRepeats } from './without-repeats.ts';

const PAGE_SIZE = 50;
/** Changes that come together, such as those of a scene, are read together. */
const TOGETHER_MS = 700;

/** Loads the activity of a device page by page, and again when one of its values changes. */
export function useActivity(channel: Channel) {
  const { client } = useSession();
  const { values } = useLiveHome();
  const queryKey = ['activity', channel.id];
  const queries = useQueryClient();
  const me = useMe();
  const pages = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      client.activity.list(
        {
          channel_id: channel.id,
          page_size: PAGE_SIZE,
          language: i18n.locale,
          ...(pageParam && { to: pageParam }),
        },
        { signal },
      ),
    initialPageParam: '',
    getNextPageParam: ({ elements }) => elements.at(-1)?.timestamp,
  });
  useEffect(() => {
    const read = () => queries.invalidateQueries({ queryKey: ['activity', channel.id] });
    return followChanges(values, [channel], read).end;
  }, [channel, queries, values]);
  const { hasNextPage, isFetching, fetchNextPage } = pages;
  const isShort = (pages.data?.pages.at(-1)?.elements.length ?? 0) < PAGE_SIZE;
  useEffect(() => {
    // Only an empty page is the end, and finding it should not take a click.
    if (isShort && hasNextPage && !isFetching) void fetchNextPage();
  }, [isShort, hasNextPage, isFetching, fetchNextPage]);
  const elements = pages.data?.pages.flatMap((page) => page.elements) ?? [];
  return { ...pages, me, elements: withoutRepeats(elements, keyOf) };
}

const keyOf = ({ component, property }: Activity) => valueKey(component, property);

/**
 * Calls `read` soon after a value of the channels has changed, however often they change, and not again before it is
 * done. `soon` calls it without a change.
 */
export function followChanges(values: Values, channels: Iterable<Channel>, read: () => Promise<unknown>) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let reading: Promise<unknown> = Promise.resolve();
  const readNext = () => {
    // The response may miss changes from now on, so that they schedule the next request.
    timer = undefined;
    return read();
  };
  const soon = () => {
    timer ??= setTimeout(() => {
      reading = reading.then(readNext);
    }, TOGETHER_MS);
  };
  const ends = [...channels].flatMap((channel) => addressesOf(channel).map((key) => values.watch(key, soon)));
  const end = () => {
    clearTimeout(timer);
    for (const unwatch of ends) unwatch();
  };
  return { soon, end };
}

/** Returns the keys of all values of a device. */
function addressesOf(channel: Channel): string[] {
  return channel.components.flatMap((component) =>
    [ACCESS, ...propertiesOf(channel, component).map(({ id }) => id)].map((property) =>
      addressKey({ channel: channel.id, component: component.id, property }),
    ),
  );
}
