import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useId } from 'react';
import { IconChevronDown, IconChevronRight } from '../../../design/icons.generated.ts';
import { PatternWall } from '../../../design/patterns.tsx';
import { AllOffPill } from '../../devices/summary/all-off-button.tsx';
import { useRoomSummary } from '../../devices/summary/summary-provider.tsx';
import type { Area, Section } from '../../devices/tiles/arrangement.ts';
import type { Room } from '../../devices/tiles/rooms.ts';
import { type Drawing, TileGrid } from '../../devices/tiles/tile-grid.tsx';
import { useCollapsed } from '../../devices/tiles/tiles-memory.ts';
import classes from './area-section.module.css';

type Props = {
  room: Room;
  /** The id of the band's heading. */
  id: string;
  /** Summarizes the room; undefined until it is known. */
  summary?: string;
  /** Shown at the right. */
  children?: ReactNode;
};

/**
 * Shows the heading of a room among others, with a link to its page. It is as high without a summary as with
 * one.
 */
function RoomBand({ room: { area, pattern }, id, summary, children }: Props) {
  return (
    <header className={classes.band}>
      <PatternWall index={pattern} className={classes.wall} />
      <div className={classes.words}>
        <h2 className={classes.title} id={id}>
          <Link to="/rooms/$roomId" params={{ roomId: area.group.id }} className={classes.link}>
            {area.group.label}
          </Link>
          <IconChevronRight size={18} stroke={1.8} aria-hidden="true" />
        </h2>
        <p className={classes.summary}>{summary}</p>
      </div>
      {children}
    </header>
  );
}

/**
 * Shows a room among others: its band, its own tiles, then its groups. Only rooms with additional tiles are
 * rendered again.
 */
export const RoomSection = memo(function RoomSection({
  room,
  limit,
  ...drawing
}: Drawing & { room: Room; limit: number }) {
  const headed = useId();
  return (
    <section className={classes.area} aria-labelledby={headed}>
      <Band room={room} id={headed} />
      <AreaTiles area={room.area} limit={limit} {...drawing} />
    </section>
  );
});

/** Shows the band with the room's summary, which changes more often than its tiles. */
function Band({ room, id }: { room: Room; id: string }) {
  const summary = useRoomSummary(room.area.group.id);
  return (
    <RoomBand room={room} id={id} summary={summary?.text}>
      {summary && <AllOffPill lamps={summary.lit} where={t`in ${{ room: room.area.group.label }}`} />}
    </RoomBand>
  );
}

/** Shows the first tiles of an area: its own, then those of its groups, each of which can be folded. */
export function AreaTiles({ area, limit, ...drawing }: Drawing & { area: Area; limit: number }) {
  const { group, tiles, groups } = area;
  let room = limit - tiles.length;
  return (
    <>
      {tiles.length > 0 && (
        <TileGrid tiles={tiles.slice(0, limit)} label={group.label} room={group.label} {...drawing} />
      )}
      {groups.map((section) => {
        const left = Math.max(0, room);
        room -= section.tiles.length;
        return (
          <GroupSection
            key={section.group.id}
            section={section}
            room={area.group.label}
            limit={left}
            {...drawing}
          />
        );
      })}
    </>
  );
}

type GroupProps = Drawing & { section: Section; room: string; limit: number };

function GroupSection({ section, room, limit, ...drawing }: GroupProps) {
  const { group, tiles } = section;
  const [isCollapsed, toggle] = useCollapsed(group.id);
  const body = useId();
  return (
    <div className={classes.group}>
      <h3 className={classes.fold}>
        <button type="button" aria-expanded={!isCollapsed} aria-controls={body} onClick={toggle}>
          <IconChevronDown size={16} stroke={2} aria-hidden="true" className={classes.chevron} />
          {group.label}
          <span className={classes.count}>{tiles.length}</span>
        </button>
      </h3>
      <div id={body} hidden={isCollapsed}>
        {!isCollapsed && (
          <TileGrid tiles={tiles.slice(0, limit)} label={group.label} room={room} {...drawing} />
        )}
      </div>
    </div>
  );
}
