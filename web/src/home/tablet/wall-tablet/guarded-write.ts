import type { Channel } from '@azulejo/contract';
import { isHarmless, isLock, isSecure } from '@azulejo/model';
import type { Address } from '@azulejo/sdk';
import type { Reason } from './pin-prompt.ts';

/**
 * Returns why a write on a wall tablet asks for the PIN; undefined if it does not. What is secure asks for it, except
 * to lock, close, stop or turn off; on a lock everything else does, since its settings include codes for the door.
 * Garage doors and gates are of the kind `cover`, like blinds, so they are asked about together. A channel that is not
 * known is treated as a lock.
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
  const { type } = component;
  if (!properties.some(({ classes }) => isSecure({ classes, components: [type] }))) return undefined;
  const isOfLock = type === 'lock' && !properties.some(isLock);
  if (!isOfLock && properties.every((property) => isHarmless(property, data))) return undefined;
  if (type === 'lock' || properties.some(isLock)) return 'unlock';
  if (type === 'cover') return asksForCovers ? 'open' : undefined;
  return 'secure';
}
