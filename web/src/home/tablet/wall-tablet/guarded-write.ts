import type { Channel, Property } from '@azulejo/contract';
import type { Address } from '@azulejo/sdk';
import type { Reason } from './pin-prompt.ts';

const LOCKED = /\.security\.locked$/;
/** Writes that close or stop a cover, which do not let anybody in. Position 0 is closed. */
const HARMLESS = /^(close|closed|stop|0)$/i;

/**
 * Returns why a write on a wall tablet asks for the PIN; undefined if it does not. Everything on a lock asks for it
 * except locking, since its settings include codes for the door. Garage doors and gates are of the kind `cover`,
 * like blinds, so they are asked about together. A channel that is not known is treated as a lock.
 */
export function guardedWrite(
  channel: Channel | undefined,
  { component: componentId, property: propertyId }: Omit<Address, 'channel'>,
  data: unknown,
  { asksForCovers }: { readonly asksForCovers: boolean },
): Reason | undefined {
  const component = channel?.components.find(({ id }) => id === componentId);
  const properties = channel?.properties.filter(({ id }) => id === propertyId) ?? [];
  if (!component || properties.length === 0) return 'unlock';
  if (properties.some(isLock)) return data === true ? undefined : 'unlock';
  if (component.type === 'lock') return 'unlock';
  const mayOpen = component.type === 'cover' && !HARMLESS.test(String(data));
  return mayOpen && asksForCovers ? 'open' : undefined;
}

const isLock = ({ classes }: Property): boolean => classes.some((name) => LOCKED.test(name));
