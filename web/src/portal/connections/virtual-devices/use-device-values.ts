import type { PortalVirtualDeviceDetails, VirtualDeviceValue } from '@azulejo/contract';
import { valueKey } from '@azulejo/sdk';
import { useCallback, useEffect, useState } from 'react';
import { toTime } from '../../../design/when.tsx';
import { usePortalConnection } from '../../session/portal.ts';

export type DeviceValues = ReadonlyMap<string, VirtualDeviceValue>;

/** Returns the live values by `valueKey`; `show` adds one that was just reported from here. */
export function useDeviceValues({ channel_id: id, values: stored }: PortalVirtualDeviceDetails) {
  const { openEvents } = usePortalConnection();
  const [values, setValues] = useState<DeviceValues>(() => withAll(new Map(), stored));
  const add = useCallback(
    (news: readonly VirtualDeviceValue[]) => setValues((known) => withAll(known, news)),
    [],
  );
  useEffect(() => {
    const source = openEvents(`/portal/api/virtual-devices/${encodeURIComponent(id)}/values`);
    source.addEventListener('message', ({ data }) => add([JSON.parse(data) as VirtualDeviceValue]));
    return () => source.close();
  }, [id, add, openEvents]);
  return { values, add };
}

function withAll(known: DeviceValues, news: readonly VirtualDeviceValue[]): DeviceValues {
  const values = new Map(known);
  for (const value of news) {
    const key = valueKey(value.component, value.property);
    const before = values.get(key);
    if (!before || toTime(before.timestamp) <= toTime(value.timestamp)) values.set(key, value);
  }
  return values;
}
