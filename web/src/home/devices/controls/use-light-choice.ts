import type { Channel, Component, Property } from '@azulejo/contract';
import { propertiesOf } from '@azulejo/model';
import { useValue } from '../../data/live/use-value.ts';
import { useWrite } from '../../data/live/use-write.ts';
import { isOfClass } from './property.ts';

const COLOR = /\.lighting\.color$/;
const WHITE = /\.lighting\.color-temperature$/;

/**
 * Returns true for the property that has no effect now. A lamp shines white or coloured, and stores the value
 * of the other: the one set last is in effect.
 */
export function useIsOverruled(
  channel: Channel,
  component: Component,
  property: Property | undefined,
): boolean {
  const isColor = property !== undefined && isOfClass(property, COLOR);
  const rival =
    isColor || (property && isOfClass(property, WHITE))
      ? propertiesOf(channel, component).find((each) => isOfClass(each, isColor ? WHITE : COLOR))
      : undefined;
  const addressOf = (each: Property | undefined) => ({
    channel: channel.id,
    component: component.id,
    property: each?.id ?? '',
  });
  const own = useValue(addressOf(property));
  const other = useValue(addressOf(rival ?? property));
  const { status } = useWrite(addressOf(rival ?? property));
  if (!rival || !own) return false;
  if (status.state === 'pending') return true;
  if (!other) return false;
  return isColor ? other.since >= own.since : other.since > own.since;
}
