import {
  type Condition,
  type ConditionKind,
  type Dictionary,
  isReadable,
  isSame,
  isWritable,
  type Judgement,
  judge,
  type Moment,
  type Severity,
  stateIn,
  valueKey,
  type Watched,
} from '@azulejo/model';
import type { Channel, Information, Tile } from '../api/types.generated.ts';
import { type Bound, bindParts } from './bind.ts';
import { glyph, hsvColor } from './color.ts';
import { watchedOf } from './condition.ts';
import { type Feature, featuresOf } from './features.ts';
import { type Light, lightOf } from './lamp.ts';
import { type DisplayPreferences, renderSlot, type Slot } from './slot.ts';
import { stateLine } from './state-line.ts';
import { renderToggle, type Toggle } from './toggle.ts';
import type { Values } from './values.ts';
import { type Wide, wideKindOf, wideOf } from './wide.ts';

/** A tile ready to be drawn. */
export type RenderedTile = {
  readonly id: string;
  readonly label: string;
  /** There are at most two, and the most important comes first. */
  readonly slots: readonly Slot[];
  /** A glyph of the icon font, on tiles that show a colour. */
  readonly icon?: string;
  /** CSS colour of the icon; absent until its value is known. */
  readonly color?: string;
  readonly toggle?: Toggle;
  /**
   * The second line of a tile of two lines, at most two parts: `['On', '62 %']`. Empty until a value is known.
   * Notes, such as that the device refused, replace it.
   */
  readonly state: readonly string[];
  /** Whether a press on the tile's icon writes the toggle; otherwise the tile is read-only. */
  readonly isPressable: boolean;
  /** The light of a lit lamp, which fills the tile to its level. */
  readonly light?: Light;
  /** The part at the end of a tile of twice the width. */
  readonly wide?: Wide;
  readonly severity: Severity;
  /** The reason when `severity` is not `normal`. */
  readonly condition?: Condition;
  /** The other kinds of conditions that hold, such as a low battery of an unlocked lock. */
  readonly alsoHolds?: readonly ConditionKind[];
  /** The state of a lock, a door or a window, if known. */
  readonly openState?: OpenState;
  /** When to render again even if no value has changed, in epoch milliseconds. */
  readonly dueAt?: number;
};

/** The number of items that both phone apps show (android-app 5.2). */
const MAX_SLOTS = 2;

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
      ...drawnFeatures(tile, channel).map(({ component, property: { id } }) => ({ component, property: id })),
    ].map((each) => [valueKey(each.component, each.property), each]),
  );
  return [...found.values()];
}

/** Returns the features that a tile shows in addition to its information: those of lamps and of wide tiles. */
function drawnFeatures(tile: Tile, channel: Channel): readonly Feature[] {
  const features = featuresOf(tile, channel);
  const { brightness, color, white } = features;
  const drawn = wideKindOf(tile) ? Object.values(features) : [brightness, color, white];
  return drawn.filter((feature) => feature !== undefined && isReadable(feature.property)) as Feature[];
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
  const inUse = lightInUse(information, moment);
  const color = icon && inUse !== 'white' ? hsvColor(lastValue(icon)) : undefined;
  const toggle = action && renderToggle(action, lastValue(action));
  const isOff = toggle?.icon === 'on_off' && toggle.state === 'off';
  const watched = watchedOf(tile, channel);
  const openState = openStateOf(watched, values);
  const slots = (icon ? information.slice(1) : information).map((slot) => {
    const isOverruled = isWhite(slot) && inUse === 'color';
    return renderSlot(slot, lastValue(slot), preferences, isOff || isOverruled);
  });
  const features = featuresOf(tile, channel);
  const read = (feature: Feature | undefined) =>
    feature && values.get(valueKey(feature.component, feature.property.id));
  const kind = wideKindOf(tile);
  const wide = kind && wideOf(kind, { features, read, preferences });
  const light = lightOf({ features, toggle, inUse, read, words: preferences.words });
  return {
    id: tile.id,
    label: tile.label,
    slots: slots.slice(0, MAX_SLOTS),
    ...(icon && { icon: glyph(icon.part.options.char ?? '') }),
    ...(color !== undefined && { color }),
    ...(toggle && { toggle }),
    state: stateLine({ slots, toggle, light, wide, preferences }),
    isPressable: toggle !== undefined && (!action?.property || isWritable(action.property)),
    ...(light && { light }),
    ...(wide && { wide }),
    ...worded(judge(watched, values, moment), preferences.words),
    ...(openState && { openState }),
  };
}

/** Returns a judgement whose texts are in the person's language. */
function worded({ condition, ...judgement }: Judgement, words: Dictionary | undefined): Judgement {
  if (!condition) return judgement;
  const [text, short] = [stateIn(words, condition.text), stateIn(words, condition.short)];
  return { ...judgement, condition: { ...condition, text, short } };
}

const isWhite = ({ property }: Bound<Information>) =>
  property?.classes.some((name) => name.endsWith('.lighting.color-temperature')) ?? false;

/**
 * Returns whether a lamp is white or coloured, by which was set last, or undefined
 * when that cannot be decided.
 */
function lightInUse(
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
