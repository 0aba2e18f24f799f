import type { Channel } from '@azulejo/contract';
import { useRouter } from '@tanstack/react-router';
import { memo, useCallback, useMemo, useState, useSyncExternalStore } from 'react';
import { TileView } from '../../tiles/tile-view.tsx';
import { useLiveHome } from '../live/live-home.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { DimSlide, type SlideStart } from './dim-slide.tsx';
import type { Face } from './face-reader.ts';
import { dimAll, groupFace, membersOf, turnAll } from './group-face.ts';
import type { GroupTile as Group } from './lamp-groups.ts';
import { nameInRoom } from './name-in-room.ts';
import { dimmed, slideOf } from './slides.ts';
import { faceReaderOf } from './use-face.ts';

type Props = {
  group: Group;
  channels: ReadonlyMap<string, Channel>;
  isCached: boolean;
  room?: string | undefined;
};

/** The tile of a group of lamps: its well switches all of them, a slide dims those that are on. */
export const GroupTile = memo(function GroupTile({ group, channels, isCached, room }: Props) {
  const { writes } = useLiveHome();
  const router = useRouter();
  const members = membersOf(group, useFaces(group, channels));
  const face = groupFace(group, members);
  const [slide, setSlide] = useState<SlideStart>();
  const [level, setLevel] = useState<number>();
  return (
    <TileView
      tile={level === undefined ? face.tile : dimmed(face.tile, level)}
      name={nameInRoom(group.label, room)}
      kind="light-group"
      status={face.status}
      note={face.note}
      isSilent={face.isSilent}
      isCached={isCached}
      href={`${router.basepath}/lamp-groups/${encodeURIComponent(group.id)}`}
      onOpen={() => void router.navigate({ to: '/lamp-groups/$groupId', params: { groupId: group.id } })}
      onToggle={(data) => turnAll(members, data === true, writes.write)}
      onSlide={(event) => setSlide(slideOf(event, face.tile))}
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

/** Returns the faces of the lamps, and renders again when one changes. */
function useFaces({ lamps }: Group, channels: Props['channels']): readonly Face[] {
  const live = useLiveHome();
  const { units, locale } = usePreferences();
  const readers = useMemo(() => {
    const all = lamps.map((tile) => faceReaderOf(live, tile, channels.get(tile.channel), { units, locale }));
    let last: readonly Face[] = [];
    return {
      get: () => {
        const faces = all.map((each) => each.get());
        if (faces.length !== last.length || faces.some((each, index) => each !== last[index])) last = faces;
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
