import type { Tile } from '@azulejo/contract';
import { IconChevronDown, IconChevronUp, IconPlayerStop } from '../../design/icons.generated.ts';
import { useLiveHome } from '../live/live-home.ts';
import classes from './home-tile.module.css';
import { addressOf, movementsOf, type Part } from './tile-parts.ts';

const icons = { open: IconChevronUp, stop: IconPlayerStop, close: IconChevronDown } as const;

/** Buttons that open, stop and close. */
export function CoverControls({ tile, part }: { tile: Tile; part: Part }) {
  const { writes } = useLiveHome();
  return (
    <div className={classes.movements}>
      {movementsOf(part).map(({ name: movement, label, value }) => {
        const Icon = icons[movement];
        return (
          <button
            key={movement}
            type="button"
            className={classes.movement}
            aria-label={`${label} ${tile.label}`}
            onClick={() => writes.write(addressOf(tile, part), value)}
          >
            <Icon size={18} stroke={1.8} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}

/** Reserves the space of the controls until they are known. */
export const CoverPlace = () => <div className={classes.movement} style={{ visibility: 'hidden' }} />;
