import type { Channel, Tile } from '@azulejo/contract';
import { bindParts } from './bind.ts';
import { glyph, hsvColor } from './color.ts';
import { type Preferences, renderSlot, type Slot } from './slot.ts';
import { renderToggle, type Toggle } from './toggle.ts';
import { type Values, valueKey } from './values.ts';

/** The face of a tile, ready to be drawn. */
export type RenderedTile = {
  readonly id: string;
  readonly label: string;
  /** At most two, most important first. */
  readonly slots: readonly Slot[];
  /** A glyph of the icon font, on tiles that show a colour. */
  readonly icon?: string;
  /** CSS colour of the icon; absent until its value is known. */
  readonly color?: string;
  readonly toggle?: Toggle;
};

/**
 * The face of a tile from its channel, the last values of that channel, and the person's preferences, by the rules
 * that the two phone apps share (android-app 5, ios-app 5). Pure; whatever the values are, it does not throw.
 */
export function renderTile(
  tile: Tile,
  channel: Channel,
  values: Values,
  preferences: Preferences = {},
): RenderedTile {
  const lastValue = ({ component, part }: { component: string; part: { property: string } }) =>
    values.get(valueKey(component, part.property));
  const information = bindParts(tile.information, tile, channel);
  const [action] = bindParts(tile.actions, tile, channel);
  const first = information[0];
  const icon = first?.part.type === 'icon-color' ? first : undefined;
  const slots = (icon ? information.slice(1) : information).slice(0, 2);
  const color = icon && hsvColor(lastValue(icon));
  const toggle = action && renderToggle(action, lastValue(action));
  return {
    id: tile.id,
    label: tile.label,
    slots: slots.map((slot) => renderSlot(slot, lastValue(slot), preferences)),
    ...(icon && { icon: glyph(icon.part.options.char ?? '') }),
    ...(color !== undefined && { color }),
    ...(toggle && { toggle }),
  };
}
