import {
  type Condition,
  isSame,
  judge,
  type Moment,
  type Severity,
  valueKey,
  type Watched,
} from '@azulejo/model';
import type { Channel, Information, Tile } from '../api/types.generated.ts';
import { type Bound, bindParts } from './bind.ts';
import { glyph, hsvColor } from './color.ts';
import { watchedOf } from './condition.ts';
import { type DisplayPreferences, renderSlot, type Slot } from './slot.ts';
import { renderToggle, type Toggle } from './toggle.ts';
import type { Values } from './values.ts';

/** A tile ready to be drawn. */
export type RenderedTile = {
  readonly id: string;
  readonly label: string;
  /** At most two, the most important first. */
  readonly slots: readonly Slot[];
  /** A glyph of the icon font, on tiles that show a colour. */
  readonly icon?: string;
  /** CSS colour of the icon; absent until its value is known. */
  readonly color?: string;
  readonly toggle?: Toggle;
  readonly severity: Severity;
  /** The reason when `severity` is not `normal`. */
  readonly condition?: Condition;
  /** The state of a lock, a door or a window, if known. */
  readonly openState?: OpenState;
  /** When to render again even if no value has changed, in epoch milliseconds. */
  readonly dueAt?: number;
};

export type OpenState = 'open' | 'closed' | 'unlocked' | 'locked';

/** Returns the properties on whose values a rendered tile depends, by component and property id. */
export function valuesOfTile(
  tile: Tile,
  channel: Channel,
): readonly { component: string; property: string }[] {
  const shown = [...bindParts(tile.information, tile, channel), ...bindParts(tile.actions, tile, channel)];
  const found = new Map(
    [
      ...shown.map(({ component, part: { property } }) => ({ component, property })),
      ...watchedOf(tile, channel).map(({ component, property }) => ({ component, property })),
    ].map((each) => [valueKey(each.component, each.property), each]),
  );
  return [...found.values()];
}

/**
 * Renders a tile from its channel, the channel's last values, the user's preferences and the time, by the
 * rules that the two phone apps share (android-app 5, ios-app 5). It is pure, and never throws.
 */
export function renderTile(
  tile: Tile,
  channel: Channel,
  values: Values,
  preferences: DisplayPreferences = {},
  moment: Moment = {},
): RenderedTile {
  const lastValue = ({ component, part }: { component: string; part: { property: string } }) =>
    values.get(valueKey(component, part.property));
  const information = bindParts(tile.information, tile, channel);
  const [action] = bindParts(tile.actions, tile, channel);
  const first = information[0];
  const icon = first?.part.type === 'icon-color' ? first : undefined;
  const slots = (icon ? information.slice(1) : information).slice(0, 2);
  const inUse = lightOf(information, moment);
  const color = icon && inUse !== 'white' ? hsvColor(lastValue(icon)) : undefined;
  const toggle = action && renderToggle(action, lastValue(action));
  const isOff = toggle?.icon === 'on_off' && toggle.state === 'off';
  const watched = watchedOf(tile, channel);
  const openState = openStateOf(watched, values);
  return {
    id: tile.id,
    label: tile.label,
    slots: slots.map((slot) => {
      const isOverruled = isWhite(slot) && inUse === 'color';
      return renderSlot(slot, lastValue(slot), preferences, isOff || isOverruled);
    }),
    ...(icon && { icon: glyph(icon.part.options.char ?? '') }),
    ...(color !== undefined && { color }),
    ...(toggle && { toggle }),
    ...judge(watched, values, moment),
    ...(openState && { openState }),
  };
}

const isWhite = ({ property }: Bound<Information>) =>
  property?.classes.some((name) => name.endsWith('.lighting.color-temperature')) ?? false;

/**
 * Returns whether a lamp is white or coloured, by which was set last, or undefined
 * when that cannot be decided.
 */
function lightOf(
  information: readonly Bound<Information>[],
  { since }: Moment,
): 'white' | 'color' | undefined {
  const timeOf = (part: Bound<Information> | undefined) =>
    part && since?.get(valueKey(part.component, part.part.property));
  const white = timeOf(information.find(isWhite));
  const color = timeOf(information.find(({ part }) => part.type === 'icon-color'));
  if (white === undefined || color === undefined) return undefined;
  return color > white ? 'color' : 'white';
}

const openStates = { unlocked: ['unlocked', 'locked'], open: ['closed', 'open'] } as const;

function openStateOf(watched: readonly Watched[], values: Values): OpenState | undefined {
  for (const { component, property, rule } of watched) {
    if (rule.kind !== 'unlocked' && rule.kind !== 'open') continue;
    const value = values.get(valueKey(component, property));
    const [whenFalse, whenTrue] = openStates[rule.kind];
    if (isSame(value, true)) return whenTrue;
    if (isSame(value, false)) return whenFalse;
  }
  return undefined;
}
