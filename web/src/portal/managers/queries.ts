import type { Portal } from '@azulejo/sdk/portal';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

/** Query key of all queries on managers, which are refetched when one changes. */
export const MANAGERS = ['managers'] as const;

/** How often health and calls are read again while their page is open. */
const REFRESH_MS = 30_000;

export const managersQuery = (portal: Portal, search: string) =>
  infiniteQueryOptions({
    queryKey: [...MANAGERS, 'list', search],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      portal.managers.list({ search, ...(pageParam !== undefined && { after: pageParam }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (earlier) => earlier,
  });

export const managerQuery = (portal: Portal, managerId: string) =>
  queryOptions({
    queryKey: [...MANAGERS, 'one', managerId],
    queryFn: ({ signal }) => portal.managers.get({ manager_id: managerId }, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const callsQuery = (portal: Portal, managerId: string) =>
  queryOptions({
    queryKey: [...MANAGERS, 'calls', managerId],
    queryFn: ({ signal }) => portal.managers.calls({ manager_id: managerId }, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const accountsQuery = (portal: Portal, managerId: string) =>
  queryOptions({
    queryKey: [...MANAGERS, 'accounts', managerId],
    queryFn: ({ signal }) => portal.managers.accounts({ manager_id: managerId }, { signal }),
  });

export const channelsQuery = (portal: Portal, managerId: string) =>
  infiniteQueryOptions({
    queryKey: [...MANAGERS, 'channels', managerId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      portal.managers.channels({ manager_id: managerId, ...(after !== undefined && { after }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });

export const usersQuery = (portal: Portal, managerId: string) =>
  infiniteQueryOptions({
    queryKey: [...MANAGERS, 'users', managerId],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam: after, signal }) =>
      portal.managers.users({ manager_id: managerId, ...(after !== undefined && { after }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
