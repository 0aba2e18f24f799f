import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Link, useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconArrowLeft } from '../../../design/page-icons.generated.ts';
import { PatternWall } from '../../../design/patterns.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { FavouriteToggle } from '../../devices/favourites/favourite-buttons.tsx';
import { Announcer } from '../../devices/tiles/announcer.tsx';
import { type GroupTile, useGroupTiles } from '../../devices/tiles/lamp-groups.ts';
import { useRooms } from '../../devices/tiles/rooms.ts';
import { TileGrid } from '../../devices/tiles/tile-grid.tsx';
import { useWayBack } from '../../devices/tiles/way-back.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { Nothing } from './home-page-parts.tsx';
import classes from './room-page.module.css';
import { useDrawing } from './use-drawing.tsx';

/** Shows a group of lamps: its own tile, then those of its lamps. */
export function LampGroupPage(): ReactNode {
  const { groupId = '' } = useParams({ strict: false });
  const home = useHome();
  const group = useGroupTiles().find(({ id }) => id === groupId);
  const { drawing, dialogs } = useDrawing();
  const isMissing = home.tiles.length > 0 && !group;
  const label = group?.label ?? (isMissing ? t`Group not found` : t`Group`);
  usePageTitle(label);
  return (
    <>
      <Head group={group} label={label} />
      <div className={classes.tiles}>
        {group ? (
          <>
            <TileGrid tiles={[group]} label={t`All of them`} {...drawing} />
            <h2 className={classes.caption}>
              <Trans>Its lamps</Trans>
            </h2>
            <TileGrid tiles={group.lamps} label={t`Its lamps`} {...drawing} />
          </>
        ) : isMissing ? (
          <p className={classes.empty}>
            <Trans>It was ungrouped, or its lamps were removed.</Trans>
          </p>
        ) : (
          <Nothing {...home} />
        )}
      </div>
      <Announcer />
      {dialogs}
    </>
  );
}

function Head({ group, label }: { group: GroupTile | undefined; label: string }) {
  const room = useRooms().find(({ area }) => area.group.id === group?.groups[0]);
  return (
    <header className={classes.head}>
      {room && <PatternWall index={room.pattern} className={classes.wall} />}
      <Link {...useWayBack()} className={classes.back} aria-label={t`Back to home`}>
        <IconArrowLeft size={22} stroke={1.7} aria-hidden="true" />
      </Link>
      <div className={classes.words}>
        <h1>{label}</h1>
        <p>{room?.area.group.label}</p>
      </div>
      {group && <FavouriteToggle tile={group} className={classes.star} />}
    </header>
  );
}
