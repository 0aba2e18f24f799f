import type { Channel } from '@azulejo/contract';
import { useRouter } from '@tanstack/react-router';
import { memo, useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { TileView } from '../../../tiles/tile-view.tsx';
import { useLiveHome } from '../../data/live/live-home.ts';
import { usePreferences } from '../../person/preferences/use-preferences.ts';
import { DimSlide, type SlideStart } from './dim-slide.tsx';
import { dimAll, membersOf, snapshotOfGroup, turnAll } from './group-snapshot.ts';
import type { GroupTile as Group } from './lamp-groups.ts';
import { nameInRoom } from './name-in-room.ts';
import { dimmed, slideOf } from './slides.ts';
import type { TileSnapshot } from './tile-reader.ts';
import { tileReaderOf } from './use-tile-snapshot.ts';

type Props = {
  group: Group;
  channels: ReadonlyMap<string, Channel>;
  isCached: boolean;
  room?: string;
};

/** Shows the tile of a group of lamps: its well switches all of them, a slide dims those that are on. */
export const GroupTile = memo(function GroupTile({ group, channels, isCached, room }: Props) {
  const { writes } = useLiveHome();
  const router = useRouter();
  const members = membersOf(group, useTileSnapshots(group, channels));
  const snapshot = snapshotOfGroup(group, members);
  const [slide, setSlide] = useState<SlideStart>();
  const [level, setLevel] = useState<number>();
  return (
    <TileView
      tile={level === undefined ? snapshot.tile : dimmed(snapshot.tile, level)}
      name={nameInRoom(group.label, room)}
      kind="light-group"
      status={snapshot.status}
      note={snapshot.note}
      isSilent={snapshot.isSilent}
      isCached={isCached}
      href={`${router.basepath}/lamp-groups/${encodeURIComponent(group.id)}`}
      onOpen={() => void router.navigate({ to: '/lamp-groups/$groupId', params: { groupId: group.id } })}
      onToggle={(data) => turnAll(members, data === true, writes.write)}
      onSlide={(event) => setSlide(slideOf(event, snapshot.tile))}
    >
      {slide && (
        <DimSlide
          start={slide}
          onLevel={setLevel}
          onWrite={(percent) => dimAll(members, Number(percent) / 100, writes.write)}
          onEnd={() => {
            setSlide(undefined);
            setLevel(undefined);
          }}
        />
      )}
    </TileView>
  );
});

/** Returns the snapshots of the lamps, and renders again when one changes. */
function useTileSnapshots({ lamps }: Group, channels: Props['channels']): readonly TileSnapshot[] {
  const live = useLiveHome();
  const { units, locale } = usePreferences();
  const readers = useMemo(() => {
    const all = lamps.map((tile) => tileReaderOf(live, tile, channels.get(tile.channel), { units, locale }));
    let last: readonly TileSnapshot[] = [];
    return {
      get: () => {
        const snapshots = all.map((each) => each.get());
        if (snapshots.length !== last.length || snapshots.some((each, index) => each !== last[index]))
          last = snapshots;
        return last;
      },
      watch: (listener: () => void) => {
        const stops = all.map((each) => each.watch(listener));
        return () => {
          for (const stop of stops) stop();
        };
      },
    };
  }, [live, lamps, channels, units, locale]);
  const watch = useCallback((listener: () => void) => readers.watch(listener), [readers]);
  return useSyncExternalStore(watch, readers.get);
}
