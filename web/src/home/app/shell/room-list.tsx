import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { PatternSwatch } from '../../../design/patterns.tsx';
import { useRoomSummary } from '../../devices/summary/summary-provider.tsx';
import type { Room } from '../../devices/tiles/rooms.ts';
import { useRooms } from '../../devices/tiles/use-rooms.ts';
import classes from './room-list.module.css';

/** Lists the rooms next to the page. In the rail, only their painted tiles are shown. */
export function RoomList() {
  const rooms = useRooms();
  if (rooms.length === 0) return null;
  return (
    <div className={classes.rooms}>
      <h2 id="rooms">
        <Trans>Rooms</Trans>
      </h2>
      <ul aria-labelledby="rooms">
        {rooms.map((room) => (
          <RoomItem key={room.area.group.id} room={room} />
        ))}
      </ul>
    </div>
  );
}

function RoomItem({ room: { area, pattern } }: { room: Room }) {
  const { id, label } = area.group;
  const summary = useRoomSummary(id);
  return (
    <li>
      <Link to="/rooms/$roomId" params={{ roomId: id }} title={label}>
        <PatternSwatch index={pattern} className={classes.swatch} />
        <span className={classes.room}>{label}</span>
        {summary?.temperature && <span className={classes.reading}>{summary.temperature}</span>}
      </Link>
    </li>
  );
}
