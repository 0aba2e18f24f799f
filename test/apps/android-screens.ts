/** Rules for how the Android app's tabs combine the lists (android-app 2.0, 2.4, 5). */
import * as parser from './android-parser.ts';
import type { Channel, Property, Screen, Slot, Tile, TileGroup, Units } from './home-parts.ts';
import { type Rule, read, requireAll, requireThat } from './rules.ts';
import { slotsOfTiles } from './slots.ts';
import { requireUnits } from './units-in-table.ts';

/** The answers to the eight requests of the Devices tab (android-app 2.0). */
export type DevicesTabAnswers = Readonly<Record<keyof typeof devicesTabRules, unknown>>;

const devicesTabRules = {
  tileGroups: parser.tileGroups,
  tiles: parser.tiles,
  channels: parser.channels,
  preferences: parser.preferences,
  units: parser.units,
  subscriptions: parser.subscriptions,
  templates: parser.templates,
  services: parser.services,
} as const satisfies Record<string, Rule>;

/** The answers to the seven requests of the Agents tab. */
export type AgentsTabAnswers = Readonly<Record<keyof typeof agentsTabRules, unknown>>;

const agentsTabRules = {
  tiles: parser.tiles,
  statefulTiles: parser.tiles,
  tileGroups: parser.tileGroups,
  channels: parser.channels,
  workers: parser.workers,
  preferences: parser.preferences,
  units: parser.units,
} as const satisfies Record<string, Rule>;

type HomeAnswers = Pick<DevicesTabAnswers, 'tileGroups' | 'tiles' | 'channels' | 'units'>;

/**
 * Returns what the tab shows. Throws Unreadable where it shows an error page, or misses or distorts a device.
 */
export function readDevicesTab(answers: DevicesTabAnswers): Screen {
  requireAll(devicesTabRules, answers);
  const { tiles } = answers.tiles as { tiles: Tile[] };
  const { channels } = answers.channels as { channels: Channel[] };
  const context = contextChannel(channels);
  for (const tile of tiles)
    requireThat(tile.channel !== context?.id, `tiles.${tile.label}`, 'is a device that is none');
  return readHome(answers);
}

/** Returns what the Agents tab validates automations against. Throws Unreadable as `readDevicesTab` does. */
export function readAgentsTab(answers: AgentsTabAnswers): Screen {
  requireAll(agentsTabRules, answers);
  const { tiles } = answers.tiles as { tiles: Tile[] };
  const { channels } = answers.channels as { channels: Channel[] };
  const { tiles: stateful } = answers.statefulTiles as { tiles: Tile[] };
  const context = contextChannel(channels);
  requireThat(context !== undefined, 'channels', 'have no context channel');
  const exists = tiles.some(({ channel }) => channel === context.id);
  requireThat(exists, 'tiles', 'have none of the context channel');
  for (const tile of stateful) {
    const channel = channels.find(({ id }) => id === tile.channel);
    const isStateful = channel !== undefined && propertiesOf(tile, channel).some((each) => each.isStateful);
    requireThat(isStateful, `statefulTiles.${tile.label}`, 'has no property with a state');
  }
  return readHome(answers);
}

/** Returns the channel of the phone itself, found as the app finds it (android-app 2.9). */
export function contextChannel(channels: readonly Channel[]): Channel | undefined {
  return channels.find(({ components, properties }) =>
    components.some(
      ({ classes, type }) =>
        classes.includes('com.muzzley.components.user.geo') &&
        properties.some(
          (each) =>
            each.classes.includes('com.muzzley.properties.location') && each.components.includes(type),
        ),
    ),
  );
}

function readHome(answers: HomeAnswers): Screen {
  const { tileGroups } = read<{ tileGroups: TileGroup[] }>(parser.tileGroups, answers.tileGroups, 'groups');
  const { tiles } = answers.tiles as { tiles: Tile[] };
  const { channels } = answers.channels as { channels: Channel[] };
  const slots = slotsOfTiles(tiles, channels, shownGroups(tileGroups));
  for (const slot of slots) readSlot(slot, answers.units as Units);
  requireNothingShadowed(slots);
  return { tiles, slots };
}

/** Returns the groups that the app shows. Areas have no parent; a group whose parent is no area is lost. */
function shownGroups(groups: readonly TileGroup[]): TileGroup[] {
  const areas = new Set(groups.filter(({ parent }) => parent == null).map(({ id }) => id));
  return groups.filter(({ parent, label }) => {
    requireThat(parent == null || areas.has(parent), `tileGroups.${label}`, 'is lost: its parent is no area');
    return true;
  });
}

const propertiesOf = ({ components }: Tile, { properties }: Channel): Property[] =>
  properties.filter((each) => components.some(({ type }) => each.components.includes(type)));

/** The only words that the app's expressions may contain (android-app 5.3). */
const WORDS =
  /^(x|pi|and|or|if|abs|acos|asin|atan|ceil|cos|exp|floor|log|natural|round|sin|sqrt|tan|atan2|min|max)$/;

function readSlot({ tile, shown, property }: Slot, units: Units): void {
  const at = `tiles.${tile.label}.${shown.property}`;
  const { options } = shown;
  if (shown.type === 'text-unit') requireUnits(property, units, at);
  if (shown.type === 'text-expression') requireExpression(options['mathExpression'], at);
  if (shown.type === 'tri-state') {
    const { on, off } = (options['mappings'] ?? {}) as Record<string, unknown>;
    for (const value of [on, off])
      requireThat(['boolean', 'string'].includes(typeof value), at, 'maps to what never matches a message');
  }
}

function requireExpression(expression: unknown, at: string): void {
  requireThat(typeof expression === 'string' && expression !== '', at, 'has no expression, and no value');
  requireThat(/^[\w\s.+*/^()<>=,-]+$/.test(expression), at, 'has a sign that the app cannot read');
  for (const [name] of expression.matchAll(/[a-z][a-z0-9]*/gi))
    requireThat(WORDS.test(name), at, `has a word that the app cannot read: ${name}`);
}

/**
 * Throws where a toggle would not work: a displayed property never updates its toggle (android-app 5.3), and
 * only the first action is one (5.2).
 */
function requireNothingShadowed(slots: readonly Slot[]): void {
  const addressOf = ({ channel, component, property }: Slot) => `${channel}/${component}/${property.id}`;
  const shown = new Set(slots.filter(({ isAction }) => !isAction).map(addressOf));
  for (const slot of slots.filter(({ isAction }) => isAction)) {
    const at = `tiles.${slot.tile.label}`;
    requireThat(slot.tile.actions[0]?.type === 'tri-state', at, 'has no toggle first, and shows none');
    requireThat(!shown.has(addressOf(slot)), at, 'shows the property of its toggle, which never moves');
  }
}
