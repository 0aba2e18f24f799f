import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions } from '@tanstack/react-query';
import { pagedQuery } from '../../ui/paged-query.ts';

/** Query key of all queries on managers, which are refetched when one changes. */
export const MANAGERS = ['managers'] as const;

/** How often health and calls are read again while their page is open. */
const REFRESH_MS = 30_000;

export const managersQuery = (portal: Portal, search: string) =>
  pagedQuery([...MANAGERS, 'list', search], (page, options) =>
    portal.managers.list({ search, ...page }, options),
  );

export const managerQuery = (portal: Portal, managerId: string) =>
  queryOptions({
    queryKey: [...MANAGERS, 'one', managerId],
    queryFn: ({ signal }) => portal.managers.get({ manager_id: managerId }, { signal }),
    refetchInterval: REFRESH_MS,
  });

export const findingsQuery = (portal: Portal, bridgeId: string) =>
  queryOptions({
    queryKey: [...MANAGERS, 'findings', bridgeId],
    queryFn: ({ signal }) => portal.bridges.findings({ bridge_id: bridgeId }, { signal }),
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
  pagedQuery([...MANAGERS, 'channels', managerId], (page, options) =>
    portal.managers.channels({ manager_id: managerId, ...page }, options),
  );

export const usersQuery = (portal: Portal, managerId: string) =>
  pagedQuery([...MANAGERS, 'users', managerId], (page, options) =>
    portal.managers.users({ manager_id: managerId, ...page }, options),
  );
