import type { Channel, Property, SceneSetting, Tile } from '@azulejo/contract';
import { isCommand, isLock, isReadable, isWritable, propertiesOf } from '@azulejo/model';
import { t } from '@lingui/core/macro';
import { schemaOf } from '../../devices/controls/property.ts';
import { valueText } from '../../devices/controls/value-text.ts';
import { propertyLabel } from '../../kit/formats/property-label.ts';
import type { Reading } from '../../kit/formats/reading.ts';

/** Whether a scene takes the property, as the platform decides it. */
const isTaken = (property: Property): boolean =>
  property.mainActionPriority > 0 &&
  property.isActionable &&
  isWritable(property) &&
  isReadable(property) &&
  !isCommand(property);

/** Returns what a scene can set of a tile. */
export const settableOf = ({ components }: Tile, channel: Channel): readonly Property[] =>
  components.flatMap((component) => propertiesOf(channel, component).filter(isTaken));

/** Says why a tile that can be set was left out of a scene. */
export function leftOutText(tile: Tile, channel: Channel | undefined): string {
  const properties = channel ? settableOf(tile, channel) : [];
  return properties.some(isLock)
    ? t`It is unlocked, and a scene never unlocks a door.`
    : t`Its current state is unknown.`;
}

/** Returns a setting in words: `On`, `Brightness 40 %`. */
export function settingText(
  { component, property: id, data, written }: SceneSetting,
  channel: Channel | undefined,
  reading: Reading,
): string {
  const property = channel?.properties.find((each) => each.id === id);
  const value = property && valueText(written ?? data, property, reading);
  if (!channel || !property || value === undefined) return propertyLabel(property ?? { id, label: '' });
  const part = channel.components.length > 1 && channel.components.find((each) => each.id === component);
  const text = schemaOf(property) === 'on-off' ? value : `${propertyLabel(property)} ${value}`;
  return part ? `${part.label || part.id}: ${text}` : text;
}
