import type { NotificationSettings } from '@azulejo/contract';
import type { Client, NotificationsUpdateInput } from '@azulejo/sdk';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useSyncExternalStore } from 'react';
import { useSession } from '../../data/session/session.ts';
import { useMe } from '../../data/session/use-me.ts';
import { type Saving, useSaving } from '../preferences/section.tsx';
import { useBrowserPush } from './browser-push.ts';

export const notificationsQuery = (client: Client) =>
  queryOptions({
    queryKey: ['notifications'],
    queryFn: ({ signal }) => client.notifications.get({}, { signal }),
  });

/** Returns of what the person is notified, and where. */
export function useNotifications() {
  const { client } = useSession();
  return useQuery(notificationsQuery(client));
}

/** Returns the id of this browser if it is in the list, and what it supports. */
export function useOwnBrowser({ browsers }: NotificationSettings) {
  const push = useBrowserPush();
  const me = useMe();
  const support = useSyncExternalStore(push.watch, push.support);
  const ownId = useSyncExternalStore(push.watch, () => push.ownId(me));
  return { support, own: browsers.find(({ id }) => id === ownId) };
}

type Change = (input: NotificationsUpdateInput, shown: Partial<NotificationSettings>) => void;

/**
 * Returns the status of the last change, and how to make one. `shown` is visible immediately; the earlier settings
 * come back when the platform refuses the change.
 */
export function useChangeNotifications(): readonly [Saving, Change] {
  const { client } = useSession();
  const queries = useQueryClient();
  const [saving, save] = useSaving();
  const newest = useRef(0);
  /** Settles after the last request. */
  const asking = useRef<Promise<unknown>>(Promise.resolve());
  const change = useCallback<Change>(
    (input, shown) => {
      const { queryKey } = notificationsQuery(client);
      newest.current += 1;
      const own = newest.current;
      // Requests are sent one after the other, so that the last change is the one that is stored.
      const answer = asking.current.then(() => client.notifications.update(input));
      asking.current = answer.catch(() => {});
      void save(async () => {
        await queries.cancelQueries({ queryKey });
        queries.setQueryData(queryKey, (before) => before && { ...before, ...shown });
        try {
          const settings = await answer;
          // The reply to an earlier change would undo a later one on the page.
          if (own === newest.current) queries.setQueryData(queryKey, settings);
        } catch (error) {
          if (own === newest.current) await queries.invalidateQueries({ queryKey });
          throw error;
        }
      });
    },
    [client, queries, save],
  );
  return [saving, change];
}
