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
  channel: Channel;
  /** The whole home is shown from a copy; since when, for people. */
  oldSince: string | undefined;
  onAdjust: (tile: Tile, channel: Channel) => void;
  /** Asks before a lock is opened. */
  onUnlock: (tile: Tile, unlock: () => void) => void;
};

export const HomeTile = memo(function HomeTile({
  tile,
  channel,
  oldSince,
  onAdjust,
  onUnlock,
}: HomeTileProps) {
  const reading = usePreferences();
  const router = useRouter();
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
  const to = { to: '/devices/$channelId', params: { channelId: channel.id } } as const;
  return (
    <TileFace
      tile={face.tile}
      icon={<KindIcon kind={tile.components[0]?.type} />}
      status={face.status}
      isStale={face.isStale}
      isOld={oldSince !== undefined}
      since={face.since === undefined ? oldSince : formatSince(face.since, reading)}
      href={router.buildLocation(to).publicHref}
      onOpen={() => void router.navigate(to)}
      onToggle={turn}
      beside={
        isAdjustable && (
          <button
            type="button"
            className={classes.adjust}
            aria-label={`Adjust ${tile.label}`}
            aria-haspopup="dialog"
            onClick={() => onAdjust(tile, channel)}
          >
            <IconAdjustmentsHorizontal size={20} stroke={1.6} aria-hidden="true" />
          </button>
        )
      }
    >
      {cover && <CoverControls name={tile.label} channel={channel} part={cover} />}
    </TileFace>
  );
});
