import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions } from '@tanstack/react-query';
import { pagedQuery } from '../../ui/paged-query.ts';

export type DeviceFilter = { search?: string; application_id?: string; user_id?: string };

/** Query key of all queries on virtual devices, which are refetched when one changes. */
export const VIRTUAL_DEVICES = ['virtual-devices'] as const;

export const devicesQuery = (portal: Portal, filter: DeviceFilter) =>
  pagedQuery([...VIRTUAL_DEVICES, 'list', filter], (page, options) =>
    portal.virtualDevices.list({ ...filter, ...page }, options),
  );

export const deviceQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...VIRTUAL_DEVICES, 'one', id],
    queryFn: ({ signal }) => portal.virtualDevices.get({ channel_id: id }, { signal }),
  });
