import type { Portal } from '@azulejo/sdk/portal';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';

export type DeviceFilter = { search?: string; application_id?: string; user_id?: string };

/** Query key of all queries on virtual devices, which are refetched when one changes. */
export const VIRTUAL_DEVICES = ['virtual-devices'] as const;

export const devicesQuery = (portal: Portal, filter: DeviceFilter) =>
  infiniteQueryOptions({
    queryKey: [...VIRTUAL_DEVICES, 'list', filter],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      portal.virtualDevices.list(
        { ...filter, ...(pageParam !== undefined && { after: pageParam }) },
        { signal },
      ),
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (earlier) => earlier,
  });

export const deviceQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...VIRTUAL_DEVICES, 'one', id],
    queryFn: ({ signal }) => portal.virtualDevices.get({ channel_id: id }, { signal }),
  });
