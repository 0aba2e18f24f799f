import { t } from '@lingui/core/macro';
import { Link, useParams } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { IconArrowLeft } from '../../../design/page-icons.generated.ts';
import { PatternWall } from '../../../design/patterns.tsx';
import { useHome } from '../../data/live/use-home.ts';
import { ConnectionNote } from '../../devices/connection/connection-note.tsx';
import { AllOffPill } from '../../devices/summary/all-off-button.tsx';
import { useRoomSummary } from '../../devices/summary/summary-provider.tsx';
import { Announcer } from '../../devices/tiles/announcer.tsx';
import { countOf } from '../../devices/tiles/arrangement.ts';
import { type Room, useRooms } from '../../devices/tiles/rooms.ts';
import { type Drawing, TileGrid } from '../../devices/tiles/tile-grid.tsx';
import { useGradually } from '../../devices/tiles/use-gradually.ts';
import { useScrollReturn } from '../../devices/tiles/use-scroll-return.ts';
import { useRememberRoom, useWayHome } from '../../devices/tiles/way-back.ts';
import { usePageTitle } from '../../kit/ui/page-title.ts';
import { useIsPhone } from '../../kit/ui/use-is-phone.ts';
import { AreaTiles } from './area-section.tsx';
import { captionsOf } from './captions.ts';
import { Nothing } from './home-page-parts.tsx';
import classes from './room-page.module.css';
import { useDrawing } from './use-drawing.tsx';

/** Shows a room: its devices, under a head with its pattern. */
export function RoomPage(): ReactNode {
  const { roomId = '' } = useParams({ strict: false });
  const home = useHome();
  const room = useRooms().find(({ area }) => area.group.id === roomId);
  const label = room?.area.group.label ?? home.groups.find(({ id }) => id === roomId)?.label;
  const { drawing, dialogs } = useDrawing();
  usePageTitle(label ?? t`Room`);
  useRememberRoom(roomId);
  useScrollReturn(room !== undefined);
  const isEmpty = home.tiles.length > 0 && !room;
  return (
    <>
      <RoomHead
        id={roomId}
        label={label ?? (isEmpty ? t`Room not found` : t`Room`)}
        pattern={room?.pattern}
      />
      <div className={classes.tiles}>
        {room ? (
          <RoomTiles room={room} drawing={drawing} />
        ) : isEmpty ? (
          <p className={classes.empty}>
            {label === undefined ? t`It was removed, or its address is wrong.` : t`It has no devices yet.`}
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

function RoomTiles({ room, drawing }: { room: Room; drawing: Drawing }) {
  const { area } = room;
  const limit = useGradually(countOf(area));
  const captioned = useMemo(() => captionsOf(area.tiles.slice(0, limit)), [area, limit]);
  if (!captioned) return <AreaTiles area={area} limit={limit} {...drawing} />;
  const texts = { climate: t`Climate and windows`, lights: t`Lights and plugs`, safety: t`Safety` };
  return (
    <>
      {captioned.map(({ name, tiles }) => (
        <section key={name}>
          <h2 className={classes.caption}>{texts[name]}</h2>
          <TileGrid tiles={tiles} label={texts[name]} room={area.group.label} {...drawing} />
        </section>
      ))}
      <AreaTiles area={{ ...area, tiles: [] }} limit={Math.max(0, limit - area.tiles.length)} {...drawing} />
    </>
  );
}

type HeadProps = { id: string; label: string; pattern: number | undefined };

function RoomHead({ id, label, pattern }: HeadProps) {
  const summary = useRoomSummary(id);
  const { params: _, ...wayHome } = useWayHome();
  const isPhone = useIsPhone();
  return (
    <header className={classes.head}>
      {pattern !== undefined && <PatternWall index={pattern} className={classes.wall} />}
      <Link {...wayHome} to="/" className={classes.back} aria-label={t`Back to home`}>
        <IconArrowLeft size={22} stroke={1.7} aria-hidden="true" />
      </Link>
      {isPhone && (
        <div className={classes.note}>
          <ConnectionNote />
        </div>
      )}
      <div className={classes.words}>
        <h1>{label}</h1>
        <p>{summary?.text}</p>
      </div>
      {summary && <AllOffPill lamps={summary.lit} where={t`in ${{ room: label }}`} />}
    </header>
  );
}
