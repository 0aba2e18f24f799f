import type { Channel, Tile } from '@azulejo/contract';
import type { LiveHome } from '../../data/live/live-home.ts';
import type { Home } from '../../data/live/types.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { type Area, arrange } from '../tiles/arrangement.ts';
import { tileReaderOf } from '../tiles/use-tile-snapshot.ts';
import { type Facts, factsOf } from './facts.ts';
import { type HomeSummary, type RoomFacts, type RoomSummary, summarize } from './summarize.ts';

type Watched = {
  readonly watch: (listener: () => void) => () => void;
  readonly read: () => Facts;
};

/** Tiles are read in batches of this time, so that a large home delays no tap. */
const BATCH_MS = 8;
/** Changes are collected for this long: a summary is not read as closely as the tile itself. */
const DELAY_MS = 100;

const nothing: HomeSummary = { chips: [], rooms: new Map<string, RoomSummary>(), lit: [], alarms: [] };

type Lists = Pick<Home, 'tiles' | 'groups' | 'channels'>;

/**
 * Creates the summary of a home from the snapshots of its tiles:
 * 1. `start` reads them, in batches, and then follows their changes.
 * 2. A change marks its tile; a moment later the facts of the marked tiles are read again.
 * 3. What did not change is the same object as before, so that it is not rendered again.
 */
export function createSummaryStore(live: LiveHome, lists: Lists, reading: Reading, before?: HomeSummary) {
  const listeners = new Set<() => void>();
  const areas = arrange(lists.tiles, lists.groups);
  const watched = new Map<string, Watched>();
  const facts = new Map<string, Facts>();
  const changed = new Set<string>();
  const stops: (() => void)[] = [];
  let summary = before;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    timer = undefined;
    for (const id of changed) {
      const read = watched.get(id)?.read();
      if (read) facts.set(id, read);
    }
    changed.clear();
    const rooms = areas.map((area) => roomFactsOf(area, facts));
    summary = keepSame(summary ?? nothing, summarize(rooms, reading));
    for (const listener of [...listeners]) listener();
  }

  function add(tile: Tile): void {
    const own = watchTile(live, tile, lists.channels.get(tile.channel), reading);
    if (!own) return;
    watched.set(tile.id, own);
    facts.set(tile.id, own.read());
    stops.push(
      own.watch(() => {
        changed.add(tile.id);
        timer ??= setTimeout(update, DELAY_MS);
      }),
    );
  }

  /** Reads the first tiles, follows them, and continues with the others after a pause. */
  function begin(rest: Iterator<Tile, undefined>): void {
    if (addSome(rest, add)) update();
    else timer = setTimeout(() => begin(rest));
  }

  return {
    /** Returns the summary from before until all tiles are read; undefined if there is none. */
    get: (): HomeSummary | undefined => summary,
    watch: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Returns a function that ends it. */
    start: (): (() => void) => {
      if (lists.channels.size > 0) begin(lists.tiles.values());
      return () => {
        clearTimeout(timer);
        for (const stop of stops.splice(0)) stop();
      };
    },
  };
}

/** Adds tiles for the time of a batch, and returns whether these were the last. */
function addSome(rest: Iterator<Tile, undefined>, add: (tile: Tile) => void): boolean {
  const end = performance.now() + BATCH_MS;
  for (let next = rest.next(); next.value; next = rest.next()) {
    add(next.value);
    if (performance.now() >= end) return false;
  }
  return true;
}

/** Returns what reads and follows a tile; undefined before its channel is loaded. */
function watchTile(
  live: LiveHome,
  tile: Tile,
  channel: Channel | undefined,
  reading: Reading,
): Watched | undefined {
  if (!channel) return undefined;
  const { get, watch } = tileReaderOf(live, tile, channel, reading);
  return { watch, read: () => factsOf({ tile, channel, snapshot: get() }) };
}

const roomFactsOf = (area: Area, facts: ReadonlyMap<string, Facts>): RoomFacts => ({
  id: area.group.id,
  label: area.group.label,
  facts: [area, ...area.groups].flatMap(({ tiles }) => tiles.flatMap(({ id }) => facts.get(id) ?? [])),
});

export type SummaryStore = ReturnType<typeof createSummaryStore>;

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

function keepSame(before: HomeSummary, now: HomeSummary): HomeSummary {
  return {
    chips: isSame(before.chips, now.chips) ? before.chips : now.chips,
    lit: isSame(before.lit, now.lit) ? before.lit : now.lit,
    alarms: isSame(before.alarms, now.alarms) ? before.alarms : now.alarms,
    rooms: new Map(
      [...now.rooms].map(([id, room]) => {
        const last = before.rooms.get(id);
        return [id, last && isSame(last, room) ? last : room];
      }),
    ),
  };
}
