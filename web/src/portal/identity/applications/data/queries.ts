import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions } from '@tanstack/react-query';
import { pagedQuery } from '../../../ui/paged-query.ts';

export type ListFilter = { search: string; type?: 'mobile' | 'distributor' | 'manager' };

/** Query key of all queries on applications, which are refetched when one changes. */
export const APPLICATIONS = ['applications'] as const;

export const listQuery = (portal: Portal, filter: ListFilter) =>
  pagedQuery([...APPLICATIONS, 'list', filter], (page, options) =>
    portal.applications.list({ ...filter, ...page }, options),
  );

export const applicationQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...APPLICATIONS, 'one', id],
    queryFn: ({ signal }) => portal.applications.get({ application_id: id }, { signal }),
  });

export const consequencesQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...APPLICATIONS, 'consequences', id],
    queryFn: ({ signal }) => portal.applications.consequences({ application_id: id }, { signal }),
    staleTime: 0,
  });

export const optionsQuery = (portal: Portal) =>
  queryOptions({
    queryKey: ['application-options'],
    queryFn: ({ signal }) => portal.applications.options({}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Loads all applications of a type, for a choice of them. */
export const choiceQuery = (portal: Portal, type: 'mobile' | 'distributor') =>
  queryOptions({
    queryKey: [...APPLICATIONS, 'choice', type],
    queryFn: ({ signal }) => portal.applications.list({ type, page_size: 200 }, { signal }),
  });
