import type { Channel, Component, Property } from '@azulejo/contract';
import { isReadable } from '@azulejo/model';
import { useValue } from '../../data/live/use-value.ts';
import { useWrite } from '../../data/live/use-write.ts';
import { usePacedWrite } from './use-paced-write.ts';

/** Returns a property's current value, its pending one, and how to change it; nothing without a property. */
export function useProperty(channel: Channel, component: Component, property: Property | undefined) {
  const address = { channel: channel.id, component: component.id, property: property?.id ?? '' };
  const value = useValue(address);
  const { status, write } = useWrite(address);
  const { send, waiting } = usePacedWrite(write, property?.rateLimit ?? 0);
  const wanted = waiting ?? (status.state === 'pending' ? status : undefined);
  return {
    value,
    status,
    send,
    isPending: wanted !== undefined,
    /** The pending value, or else the known one. */
    shown: property && isReadable(property) ? (wanted ?? value)?.data : undefined,
  };
}
