import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions } from '@tanstack/react-query';
import { pagedQuery } from '../../ui/paged-query.ts';

export type UserFilter = { search?: string; application_id?: string; state?: 'active' | 'inactive' };

/** Query key of all queries on users, which are refetched when one changes. */
export const USERS = ['users'] as const;

export const usersQuery = (portal: Portal, filter: UserFilter) =>
  pagedQuery([...USERS, 'list', filter], (page, options) =>
    portal.users.list({ ...filter, ...page }, options),
  );

export const userQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...USERS, 'one', id],
    queryFn: ({ signal }) => portal.users.get({ user_id: id }, { signal }),
  });

export const sessionsQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...USERS, 'sessions', id],
    queryFn: ({ signal }) => portal.users.sessions({ user_id: id }, { signal }),
  });

/** Lists the user's automations, with problems in the language of the page. */
export const automationsQuery = (portal: Portal, id: string, language: string) =>
  queryOptions({
    queryKey: [...USERS, 'automations', id, language],
    queryFn: ({ signal }) => portal.users.automations({ user_id: id, language }, { signal }),
  });

/** Counts what is deleted with the user. */
export const removalQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...USERS, 'removal', id],
    queryFn: ({ signal }) => portal.users.removal({ user_id: id }, { signal }),
    staleTime: 0,
  });
