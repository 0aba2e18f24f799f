import type { Reading } from '../formats/reading.ts';
import type { LiveHome } from '../live/live-home.ts';
import type { Home } from '../live/types.ts';
import { type Area, arrange } from '../tiles/arrangement.ts';
import { createFaceReader } from '../tiles/use-face.ts';
import { type Facts, factsOf } from './facts.ts';
import { type HomeSummary, type RoomFacts, type RoomSummary, summarize } from './summarize.ts';

type Watched = {
  readonly watch: (listener: () => void) => () => void;
  readonly read: () => Facts;
};

/** Tiles are read in batches, so that a large home delays no tap. */
const BATCH_SIZE = 100;
/** Changes are collected for this long: a summary is not read as closely as the tile itself. */
const DELAY_MS = 100;

const nothing: HomeSummary = { chips: [], rooms: new Map<string, RoomSummary>(), lit: [] };

type Lists = Pick<Home, 'tiles' | 'groups' | 'channels'>;

/**
 * Creates the summary of a home from the faces of its tiles:
 * 1. `start` reads them, in batches, and then follows their changes.
 * 2. A change marks its tile; a moment later the facts of the marked tiles are read again.
 * 3. What did not change is the same object as before, so that it is not rendered again.
 */
export function createSummaryStore(live: LiveHome, lists: Lists, reading: Reading, before?: HomeSummary) {
  const listeners = new Set<() => void>();
  const areas = arrange(lists.tiles, lists.groups);
  const watched = watchTiles(live, lists, reading);
  const facts = new Map<string, Facts>();
  const changed = new Set<string>();
  let summary = before;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function update(): void {
    timer = undefined;
    for (const id of changed) {
      const read = watched.get(id)?.read();
      if (read) facts.set(id, read);
    }
    changed.clear();
    const now = summarize(
      areas.map((area) => roomFactsOf(area, facts)),
      reading,
    );
    summary = keepSame(summary ?? nothing, now);
    for (const listener of [...listeners]) listener();
  }

  /** Reads the first tiles, follows them, and continues with the others after a pause. */
  function begin(ids: readonly string[], stops: (() => void)[]): void {
    for (const id of ids.slice(0, BATCH_SIZE)) {
      changed.add(id);
      const stop = watched.get(id)?.watch(() => {
        changed.add(id);
        timer ??= setTimeout(update, DELAY_MS);
      });
      if (stop) stops.push(stop);
    }
    const rest = ids.slice(BATCH_SIZE);
    if (rest.length === 0) update();
    else timer = setTimeout(() => begin(rest, stops));
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
      const stops: (() => void)[] = [];
      if (watched.size > 0) begin([...watched.keys()], stops);
      return () => {
        clearTimeout(timer);
        for (const stop of stops) stop();
      };
    },
  };
}

/** Returns readers of the tiles whose channels are loaded, by tile. */
function watchTiles(
  live: LiveHome,
  { tiles, channels }: Lists,
  { units, locale }: Reading,
): ReadonlyMap<string, Watched> {
  return new Map(
    tiles.flatMap((tile) => {
      const channel = channels.get(tile.channel);
      if (!channel) return [];
      const { get, watch } = createFaceReader(live, tile, channel, [], { units, locale });
      return [[tile.id, { watch, read: () => factsOf({ tile, channel, face: get() }) }]];
    }),
  );
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
    rooms: new Map(
      [...now.rooms].map(([id, room]) => {
        const last = before.rooms.get(id);
        return [id, last && isSame(last, room) ? last : room];
      }),
    ),
  };
}
