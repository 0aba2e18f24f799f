import type { Channel, Tile } from '@azulejo/contract';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { memo, useMemo } from 'react';
import { KindIcon } from '../../tiles/kind-icon.tsx';
import { TileFace } from '../../tiles/tile-face.tsx';
import { writes } from '../live/live-home.ts';
import { usePreferences } from '../preferences/use-preferences.ts';
import { CoverControls } from './cover-controls.tsx';
import { formatSince } from './format-since.ts';
import classes from './home-tile.module.css';
import { addressOf, isLock, mainActionsOf, movementsOf } from './tile-parts.ts';
import { useFace } from './use-face.ts';

export type HomeTileProps = {
  tile: Tile;
  /** Undefined until it is read: then the tile has its name and no values yet. */
  channel: Channel | undefined;
  /** The whole home is shown from a copy; the page says of when. */
  isOld: boolean;
  onAdjust: (tile: Tile, channel: Channel) => void;
  /** Asks before a lock is opened. */
  onUnlock: (tile: Tile, unlock: () => void) => void;
};

type KnownProps = HomeTileProps & { channel: Channel };

export const HomeTile = memo(function HomeTile({ channel, ...props }: HomeTileProps) {
  return channel ? <KnownTile channel={channel} {...props} /> : <NamedTile {...props} />;
});

/** The person's own picture, else what shows the kind of thing plainly. */
function iconOf({ photoUrl, components }: Tile) {
  const isOwn = !photoUrl.includes('/images/');
  if (isOwn) return <img src={photoUrl} alt="" loading="lazy" />;
  return <KindIcon kind={components[0]?.type} />;
}

function NamedTile({ tile, isOld }: Omit<HomeTileProps, 'channel'>) {
  const { id, label } = tile;
  return <TileFace tile={{ id, label, slots: [] }} icon={iconOf(tile)} isOld={isOld} {...useOpening(tile)} />;
}

/** Where the tile leads. */
function useOpening({ channel: channelId }: Tile) {
  const router = useRouter();
  return {
    // Asking the router for it takes longer than drawing the tile.
    href: `${router.basepath}/devices/${channelId}`,
    onOpen: () => void router.navigate({ to: '/devices/$channelId', params: { channelId } }),
  };
}

function KnownTile({ tile, channel, isOld, onAdjust, onUnlock }: KnownProps) {
  const reading = usePreferences();
  const parts = useMemo(() => mainActionsOf(tile, channel), [tile, channel]);
  const written = useMemo(() => parts.map((part) => addressOf(channel, part)), [parts, channel]);
  const face = useFace(tile, channel, written, reading);
  const { toggle } = face.tile;
  const cover = parts.find((part) => movementsOf(part).length > 0);
  const isAdjustable = parts.length > (toggle ? 1 : 0) && !(cover && parts.length === 1);
  const turn = (data: unknown) => {
    const { component, property } = toggle?.write ?? {};
    if (component === undefined || property === undefined) return;
    const write = () => writes.write({ channel: channel.id, component, property }, data);
    const asks = data === false && parts.some((part) => part.property.id === property && isLock(part));
    if (asks) onUnlock(tile, write);
    else write();
  };
  return (
    <TileFace
      tile={face.tile}
      icon={iconOf(tile)}
      status={face.status}
      isStale={face.isStale}
      isOld={isOld}
      since={face.since === undefined ? undefined : formatSince(face.since, reading)}
      {...useOpening(tile)}
      onToggle={turn}
      beside={isAdjustable && <AdjustButton name={tile.label} onPress={() => onAdjust(tile, channel)} />}
    >
      {cover && <CoverControls name={tile.label} channel={channel} part={cover} />}
    </TileFace>
  );
}

function AdjustButton({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <button
      type="button"
      className={classes.adjust}
      aria-label={`Adjust ${name}`}
      aria-haspopup="dialog"
      onClick={onPress}
    >
      <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden="true" />
    </button>
  );
}
