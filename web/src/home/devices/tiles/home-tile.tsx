import type { Channel, Tile } from '@azulejo/contract';
import { isLock } from '@azulejo/model';
import type { Toggle, Wide } from '@azulejo/sdk';
import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, memo, type PointerEvent, type ReactNode, useState } from 'react';
import { IconChevronDown, IconChevronUp, IconPlayerStop } from '../../../design/icons.generated.ts';
import { TileView } from '../../../tiles/tile-view.tsx';
import { useLiveHome } from '../../data/live/live-home.ts';
import { formatSince } from '../../kit/formats/format-since.ts';
import type { Reading } from '../../kit/formats/reading.ts';
import { markOpened } from '../../kit/ui/page-transition.ts';
import { type ChosenIcon, chosenIcon } from '../own-icons/chosen-icon.tsx';
import { DimSlide, type SlideStart } from './dim-slide.tsx';
import classes from './home-tile.module.css';
import { nameInRoom } from './name-in-room.ts';
import { dimmed, slideOf } from './slides.ts';
import { useTileSnapshot } from './use-tile-snapshot.ts';

const icons = { open: IconChevronUp, stop: IconPlayerStop, close: IconChevronDown } as const;

/**
 * Shows round keys that open, stop and close. One that would change nothing is drawn as a line, but can be
 * pressed: the cover may be elsewhere than it reported.
 */
function CoverControls({ tile, wide }: { tile: Tile; wide: Extract<Wide, { kind: 'cover' }> }) {
  const { writes } = useLiveHome();
  const { address, movements } = wide;
  if (!address) return null;
  return (
    <div className={classes.keys}>
      {movements.map(({ name, label, value, isIdle }) => {
        const Icon = icons[name];
        return (
          <button
            key={name}
            type="button"
            className={classes.key}
            data-idle={isIdle ? '' : undefined}
            aria-label={`${label} ${tile.label}`}
            onClick={() => writes.write({ channel: tile.channel, ...address }, value)}
          >
            <Icon size={22} stroke={1.7} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}

export type HomeTileProps = {
  tile: Tile;
  /** Undefined until it is loaded: the tile then shows its name without values. */
  channel: Channel | undefined;
  /** How numbers and times are shown. Each tile that asked for it by itself would be called at every change. */
  reading: Reading;
  /** The icon that the person chose. */
  iconName?: ChosenIcon;
  /** Whether the whole home is shown from a cached copy; the page says from when. */
  isCached: boolean;
  /** The room under whose heading the tile is shown, which the tile's name omits. */
  room?: string;
  /** Asks for confirmation before a lock is opened. */
  onUnlock: (tile: Tile, unlock: () => void) => void;
  /** The second line where more is known than the tile's values. */
  state?: string;
  /** Shown at the end of a wide tile, before its reading. */
  children?: ReactNode;
};

/**
 * Returns the person's own picture; undefined for a picture of the kind of device, for which an icon is
 * clearer.
 */
const pictureOf = ({ photoUrl }: Tile) => (photoUrl.includes('/images/') ? undefined : photoUrl);
const kindOf = ({ components }: Tile) => components[0]?.type;

/** Returns the link of the tile. */
function useOpening({ channel: channelId }: Tile) {
  const router = useRouter();
  return {
    // Building the URL here is faster: the router takes longer for it than drawing the tile.
    href: `${router.basepath}/devices/${channelId}`,
    onOpen: ({ currentTarget }: MouseEvent<HTMLElement>) => {
      markOpened(currentTarget);
      void router.navigate({ to: '/devices/$channelId', params: { channelId } });
    },
  };
}

/**
 * Shows a tile of the home. It has the same height and elements before its device is loaded, because
 * replacing elements takes most of the time.
 */
export const HomeTile = memo(function HomeTile({
  tile,
  channel,
  reading,
  iconName,
  isCached,
  room,
  onUnlock,
  state,
  children,
}: HomeTileProps) {
  const { writes } = useLiveHome();
  const snapshot = useTileSnapshot(tile, channel, reading);
  const [slide, setSlide] = useState<SlideStart>();
  const [level, setLevel] = useState<number>();
  const shown = level === undefined ? snapshot.tile : dimmed(snapshot.tile, level);
  const turn = useTurn(tile, channel, shown.toggle, onUnlock);
  const begin = (event: PointerEvent<HTMLElement>) => {
    const start = slideOf(event, snapshot.tile);
    if (start) setSlide(start);
  };
  return (
    <TileView
      tile={shown}
      name={nameInRoom(tile.label, room)}
      kind={kindOf(tile)}
      picture={pictureOf(tile)}
      ownIcon={chosenIcon(iconName)}
      status={snapshot.status}
      isVirtual={channel?.virtual}
      isSilent={snapshot.isSilent}
      isCached={isCached}
      now={snapshot.now}
      state={state}
      formatSince={(time) => formatSince(time, reading)}
      {...useOpening(tile)}
      onToggle={turn}
      onSlide={begin}
    >
      {children}
      {shown.wide?.kind === 'cover' && <CoverControls tile={tile} wide={shown.wide} />}
      {slide && (
        <DimSlide
          start={slide}
          onLevel={setLevel}
          onWrite={(data) => writes.write({ channel: tile.channel, ...placeOf(slide.dimmer) }, data)}
          onEnd={() => {
            setSlide(undefined);
            setLevel(undefined);
          }}
        />
      )}
    </TileView>
  );
});

/** Returns a function that writes the tile's switch. It asks first only before it opens a lock. */
function useTurn(
  tile: Tile,
  channel: Channel | undefined,
  toggle: Toggle | undefined,
  onUnlock: HomeTileProps['onUnlock'],
) {
  const { writes } = useLiveHome();
  return (data: unknown): void => {
    if (!toggle) return;
    const place = placeOf(toggle.write);
    const write = () => writes.write({ channel: tile.channel, ...place }, data);
    if (data === false && isLockIn(channel, place.property)) onUnlock(tile, write);
    else write();
  };
}

type Place = { readonly component: string; readonly property: string };
const placeOf = ({ component, property }: Place): Place => ({ component, property });

const isLockIn = (channel: Channel | undefined, property: string | undefined): boolean =>
  channel?.properties.some((each) => each.id === property && isLock(each)) ?? false;
