import type { Channel, Component } from '@azulejo/contract';
import { addressKey, propertiesOf, readSchedule, type Schedule } from '@azulejo/model';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { useLiveHome } from '../../../data/live/live-home.ts';

/** A component of a device with its weekly schedule. */
export type ComponentSchedule = { readonly component: Component; readonly schedule: Schedule };

/** Names of properties that may hold a schedule, so that the page follows only their values. */
const MAY_HOLD = /schedule|programming-mode/;

/** Returns the schedules of a device as they are, or as they will be when the device has taken them. */
export function useSchedules(channel: Channel | undefined): readonly ComponentSchedule[] {
  const addresses = useMemo(() => (channel ? addressesOf(channel) : []), [channel]);
  const known = useShown(addresses);
  return useMemo(() => {
    if (!channel || addresses.length === 0) return [];
    const values: readonly unknown[] = JSON.parse(known);
    return channel.components.flatMap((component) => {
      const dataOf = (property: string) =>
        values[
          addresses.findIndex((each) => each.component === component.id && each.property === property)
        ] ?? undefined;
      const schedule = readSchedule(propertiesOf(channel, component), dataOf);
      return schedule ? [{ component, schedule }] : [];
    });
  }, [channel, addresses, known]);
}

/** Returns whether a schedule shows the property, so that it is shown nowhere else. */
export const isOfSchedule = (
  schedules: readonly ComponentSchedule[],
  component: Component,
  property: string,
): boolean =>
  schedules.some(
    (each) =>
      each.component.id === component.id &&
      each.schedule.programs.some((program) => program.property === property),
  );

const addressesOf = (channel: Channel) =>
  channel.components.flatMap((component) =>
    propertiesOf(channel, component)
      .filter(({ id }) => MAY_HOLD.test(id))
      .map(({ id }) => ({ channel: channel.id, component: component.id, property: id })),
  );

/** Returns the pending or known values of the properties, as JSON: the same text until one of them changes. */
function useShown(addresses: ReturnType<typeof addressesOf>): string {
  const { values, writes } = useLiveHome();
  const keys = useMemo(() => addresses.map(addressKey), [addresses]);
  const watch = useCallback(
    (listener: () => void) => {
      const ends = keys.flatMap((key) => [values.watch(key, listener), writes.watch(key, listener)]);
      return () => {
        for (const end of ends) end();
      };
    },
    [values, writes, keys],
  );
  return useSyncExternalStore(watch, () =>
    JSON.stringify(
      keys.map((key) => {
        const status = writes.status(key);
        return status.state === 'pending' ? status.data : values.get(key)?.data;
      }),
    ),
  );
}
