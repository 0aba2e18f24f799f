import type { Channel, Tile } from '@azulejo/contract';
import { useRouter } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { IconAdjust } from '../../tiles/drawn-icons.ts';
import { TileView } from '../../tiles/tile-view.tsx';
import { formatSince } from '../formats/format-since.ts';
import { useLiveHome } from '../live/live-home.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { CoverControls, CoverPlace } from './cover-controls.tsx';
import classes from './home-tile.module.css';
import { addressOf, isLock, mainActionsOf, movementsOf, type Part } from './tile-parts.ts';
import { useFace } from './use-face.ts';

export type HomeTileProps = {
  tile: Tile;
  /** Undefined until it is loaded: the tile then shows its name without values. */
  channel: Channel | undefined;
  /** Whether the whole home is shown from a cached copy; the page says from when. */
  isCached: boolean;
  onAdjust: (tile: Tile, channel: Channel) => void;
  /** Asks for confirmation before a lock is opened. */
  onUnlock: (tile: Tile, unlock: () => void) => void;
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
    onOpen: () => void router.navigate({ to: '/devices/$channelId', params: { channelId } }),
  };
}

const none: readonly Part[] = [];

/**
 * A tile of the home. It has the same height and elements before its device is loaded, because replacing
 * elements takes most of the time.
 */
export const HomeTile = memo(function HomeTile({
  tile,
  channel,
  isCached,
  onAdjust,
  onUnlock,
}: HomeTileProps) {
  const { writes } = useLiveHome();
  const reading = usePreferences();
  const parts = useMemo(() => (channel ? mainActionsOf(tile, channel) : none), [tile, channel]);
  const written = useMemo(() => parts.map((part) => addressOf(tile, part)), [parts, tile]);
  const face = useFace(tile, channel, written, reading);
  const { toggle } = face.tile;
  const cover = parts.find((part) => movementsOf(part).length > 0);
  const isAdjustable = parts.length > (toggle ? 1 : 0) && !(cover && parts.length === 1);
  const turn = (data: unknown) => {
    const { component, property } = toggle?.write ?? {};
    if (component === undefined || property === undefined) return;
    const write = () => writes.write({ channel: tile.channel, component, property }, data);
    const target = channel?.properties.find(({ id }) => id === property);
    const asks = data === false && target !== undefined && isLock(target);
    if (asks) onUnlock(tile, write);
    else write();
  };
  return (
    <TileView
      tile={face.tile}
      kind={kindOf(tile)}
      picture={pictureOf(tile)}
      status={face.status}
      isVirtual={channel?.virtual}
      isSilent={face.isSilent}
      isCached={isCached}
      now={face.now}
      formatSince={(time) => formatSince(time, reading)}
      {...useOpening(tile)}
      onToggle={turn}
      aside={
        channel && isAdjustable && <AdjustButton name={tile.label} onPress={() => onAdjust(tile, channel)} />
      }
    >
      {cover && <CoverControls tile={tile} part={cover} />}
      {!channel && kindOf(tile) === 'cover' && <CoverPlace />}
    </TileView>
  );
});

function AdjustButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={classes.adjust}
      aria-label={`Adjust ${name}`}
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <IconAdjust size={20} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
