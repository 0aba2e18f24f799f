/** Rules for how the iOS app combines the lists (ios-app 2.2, 2.4, 5). */
import type { Channel, Screen, Slot, Tile, TileGroup, Units } from './home-parts.ts';
import * as parser from './ios-parser.ts';
import { type Rule, requireAll, requireThat } from './rules.ts';
import { slotsOfTiles } from './slots.ts';
import { requireUnits } from './units-in-table.ts';

/** The answers without which the app signs its user out (ios-app 2.2). */
export type StartAnswers = Readonly<Record<keyof typeof startRules, unknown>>;

const startRules = {
  units: parser.units,
  user: parser.user,
  places: parser.places,
  tags: parser.tags,
} as const satisfies Record<string, Rule>;

/** The answers from which the app builds its tabs. */
export type TabsAnswers = Readonly<Record<keyof typeof tabsRules, unknown>>;

const tabsRules = {
  tileGroups: parser.tileGroups,
  tiles: parser.tiles,
  channels: parser.channels,
  units: parser.units,
  workers: parser.workers,
  subscriptions: parser.subscriptions,
} as const satisfies Record<string, Rule>;

/** Throws Unreadable where the app signs out or crashes. */
export function readStart(answers: StartAnswers): void {
  requireAll(startRules, answers);
}

/**
 * Returns what the Devices tab shows. Throws Unreadable where the app crashes, or misses or distorts a
 * device.
 */
export function readTabs(answers: TabsAnswers): Screen {
  requireAll(tabsRules, answers);
  const { tiles } = answers.tiles as { tiles: Tile[] };
  const { channels } = answers.channels as { channels: Channel[] };
  const context = contextChannel(channels);
  requireThat(context !== undefined, 'channels', 'have no context channel');
  for (const { label, channel } of tiles)
    requireThat(channel !== context.id, `tiles.${label}`, 'is a device that is none');
  return readTiles(tiles, answers);
}

/** Returns the tiles that agents are validated against, including those of the context (ios-app 6.2). */
export function readAgentTiles(answers: TabsAnswers): Screen {
  parser.tiles(answers.tiles, 'tiles');
  const { tiles } = answers.tiles as { tiles: Tile[] };
  const { channels } = answers.channels as { channels: Channel[] };
  const context = contextChannel(channels);
  const exists = tiles.some(({ channel }) => channel === context?.id);
  requireThat(exists, 'tiles', 'have none of the context channel');
  return readTiles(tiles, answers);
}

/** Returns the context channel, found as the app finds it among all channels (ios-app 2.2). */
export function contextChannel(channels: readonly Channel[]): Channel | undefined {
  const wanted = ['com.muzzley.properties.location', 'com.muzzley.properties.location.context'];
  return channels.find(
    ({ components, properties }) =>
      components.some(({ classes }) => classes.includes('com.muzzley.components.user.geo')) &&
      properties.some(({ classes }) => wanted.every((each) => classes.includes(each))),
  );
}

function readTiles(tiles: readonly Tile[], answers: TabsAnswers): Screen {
  const { tileGroups } = answers.tileGroups as { tileGroups: TileGroup[] };
  const { channels } = answers.channels as { channels: Channel[] };
  const slots = slotsOfTiles(tiles, channels, tileGroups);
  for (const slot of slots) readSlot(slot, answers.units as Units);
  requireNothingShadowed(slots);
  return { tiles, slots };
}

function readSlot({ tile, shown, property }: Slot, units: Units): void {
  const at = `tiles.${tile.label}.${shown.property}`;
  const { options, type } = shown;
  if (type === 'text-unit') {
    requireThat(shown.label === undefined, at, 'has a label, so its unit is never set up');
    requireUnits(property, units, at);
  }
  if (type === 'text-expression') requireExpression(options['mathExpression'], at);
  if (type === 'icon-color') {
    requireThat(['hsv', 'rgb'].includes(String(options['format'])), at, 'has no format of colours');
    requireThat(/^\\u[0-9a-f]{4}$/i.test(String(options['char'])), at, 'has no character of an icon');
  }
  if (type === 'tri-state') {
    const { on, off } = options['mappings'] as Record<string, unknown>;
    for (const value of [on, off])
      requireThat(typeof value === 'boolean', at, 'maps to what is not reliably the same');
  }
}

/** Throws for expressions that Foundation may fail to evaluate (ios-app 5.2). */
function requireExpression(expression: unknown, at: string): void {
  requireThat(typeof expression === 'string', at, 'has no expression');
  requireThat(/^[\dx\s.+*/()-]*$/.test(expression), at, 'has a sign or a word that ends the app');
  requireThat(!/(^|[(+*/-])\s*-\s*x/.test(expression), at, 'negates the value, which may be negative');
  requireThat(!/(^|[^\d.])\d+\s*\/\s*\d+(?![\d.])/.test(expression), at, 'divides whole numbers');
}

/**
 * Throws where a toggle would not work: events of a displayed property update neither toggle nor icon, and
 * the toggle is the first action (ios-app 5.5).
 */
function requireNothingShadowed(slots: readonly Slot[]): void {
  const addressOf = ({ tile, component, property }: Slot) => `${tile.id}/${component}/${property.id}`;
  const shown = slots.filter(({ isAction }) => !isAction).map(addressOf);
  const once = new Set(shown);
  for (const slot of slots) {
    const at = `tiles.${slot.tile.label}`;
    if (!slot.isAction) continue;
    requireThat(slot.tile.actions[0]?.type === 'tri-state', at, 'has no toggle first');
    requireThat(!once.has(addressOf(slot)), at, 'shows the property of its toggle, which never moves');
  }
  requireThat(once.size === shown.length, 'tiles', 'show a property twice, and only one is updated');
}
