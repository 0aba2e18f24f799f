import type { Channel, Component, Property } from '@azulejo/contract';
import { useValue } from '../live/use-value.ts';
import { useWrite } from '../live/use-write.ts';
import { isReadable } from './property.ts';
import { usePacedWrite } from './use-paced-write.ts';

/** A property of a device as it is now: its value, the one that is on its way, and how to change it. */
export function useProperty(channel: Channel, component: Component, property: Property) {
  const address = { channel: channel.id, component: component.id, property: property.id };
  const value = useValue(address);
  const { status, write } = useWrite(address);
  const { send, waiting } = usePacedWrite(write, property.rateLimit);
  const wanted = waiting ?? (status.state === 'pending' ? status : undefined);
  return {
    value,
    status,
    send,
    isPending: wanted !== undefined,
    /** The value asked for while that is on its way. */
    shown: isReadable(property) ? (wanted ?? value)?.data : undefined,
  };
}
