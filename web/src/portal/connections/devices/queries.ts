import type { Portal } from '@azulejo/sdk/portal';
import { queryOptions } from '@tanstack/react-query';
import { pagedQuery } from '../../ui/paged-query.ts';

export type DeviceFilter = { search?: string; application_id?: string; claim?: 'open' };

/** Query key of all queries on devices, which are refetched when one changes. */
export const DEVICES = ['devices'] as const;

export const devicesQuery = (portal: Portal, filter: DeviceFilter) =>
  pagedQuery([...DEVICES, 'list', filter], (page, options) =>
    portal.devices.list({ ...filter, ...page }, options),
  );

export const deviceQuery = (portal: Portal, id: string) =>
  queryOptions({
    queryKey: [...DEVICES, 'one', id],
    queryFn: ({ signal }) => portal.devices.get({ device_id: id }, { signal }),
  });
