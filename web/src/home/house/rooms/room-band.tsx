import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { IconChevronRight } from '../../../design/icons.generated.ts';
import { PatternWall } from '../../../design/patterns.tsx';
import type { Room } from '../../devices/tiles/rooms.ts';
import classes from './room-band.module.css';

type Props = {
  room: Room;
  /** The id of the band's heading. */
  id: string;
  /** Summarizes the room; undefined until it is known. */
  summary?: string | undefined;
  /** Shown at the right. */
  children?: ReactNode;
};

/**
 * Shows the heading of a room among others, with a link to its page. It is as high without a summary as with
 * one.
 */
export function RoomBand({ room: { area, pattern }, id, summary, children }: Props) {
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
