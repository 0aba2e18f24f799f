import { Link } from '@tanstack/react-router';
import { PatternSwatch } from '../../design/patterns.tsx';
import { useRooms } from '../rooms/use-rooms.ts';
import classes from './room-list.module.css';

/** The list of rooms next to the page; in the rail they are their painted tiles alone. */
export function RoomList() {
  const rooms = useRooms();
  if (rooms.length === 0) return null;
  return (
    <div className={classes.rooms}>
      <h2 id="rooms">Rooms</h2>
      <ul aria-labelledby="rooms">
        {rooms.map(({ area: { group }, pattern }) => (
          <li key={group.id}>
            <Link to="/rooms/$roomId" params={{ roomId: group.id }} title={group.label}>
              <PatternSwatch index={pattern} className={classes.swatch} />
              <span className={classes.room}>{group.label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
