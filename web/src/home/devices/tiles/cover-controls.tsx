import type { Tile } from '@azulejo/contract';
import type { Wide } from '@azulejo/sdk';
import { IconChevronDown, IconChevronUp, IconPlayerStop } from '../../../design/icons.generated.ts';
import { useLiveHome } from '../../data/live/live-home.ts';
import classes from './home-tile.module.css';

const icons = { open: IconChevronUp, stop: IconPlayerStop, close: IconChevronDown } as const;

/**
 * Shows round keys that open, stop and close. One that would change nothing is drawn as a line, but can be
 * pressed: the cover may be elsewhere than it reported.
 */
export function CoverControls({ tile, wide }: { tile: Tile; wide: Extract<Wide, { kind: 'cover' }> }) {
  const { writes } = useLiveHome();
  const { address, movements } = wide;
  if (!address) return null;
  return (
    <div className={classes.keys}>
      {movements.map(({ name, label, value, isIdle }) => {
        const Icon = icons[name];
        return (
          <button
            key={name}
            type="button"
            className={classes.key}
            data-idle={isIdle ? '' : undefined}
            aria-label={`${label} ${tile.label}`}
            onClick={() => writes.write({ channel: tile.channel, ...address }, value)}
          >
            <Icon size={22} stroke={1.7} aria-hidden="true" />
          </button>
        );
      })}
    </div>
  );
}
