import type { Portal } from '@azulejo/sdk/portal';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

export type DeviceFilter = { search?: string; application_id?: string; claim?: 'open' };

/** Query key of all queries on devices, which are refetched when one changes. */
export const DEVICES = ['devices'] as const;

export const devicesQuery = (portal: Portal, filter: DeviceFilter) =>
  infiniteQueryOptions({
    queryKey: [...DEVICES, 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      portal.devices.list({ ...filter, ...(pageParam !== undefined && { after: pageParam }) }, { signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (earlier) => earlier,
  });

export const deviceQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...DEVICES, 'one', id],
    queryFn: ({ signal }) => portal.devices.get({ device_id: id }, { signal }),
  });
