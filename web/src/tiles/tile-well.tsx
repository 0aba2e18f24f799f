import { type RenderedTile, toggleWord } from '@azulejo/sdk';
import { activeWords } from '../languages/words.ts';
import { KindIcon } from './kind-icon.tsx';
import classes from './tile-well.module.css';

type WellProps = {
  tile: RenderedTile;
  kind: string | undefined;
  /** The person's own picture, which replaces the icon. */
  picture: string | undefined;
  isAway: boolean;
  isPending: boolean;
  /** Called with the value to write; without it the well only tells. */
  onToggle: ((data: unknown) => void) | undefined;
};

/**
 * The icon of a tile. A round well can be pressed and is the switch; a square one only tells. A well that will be
 * pressable keeps its element while the device is loaded, because replacing elements takes most of the time.
 */
export function TileWell({ tile, kind, picture, isAway, isPending, onToggle }: WellProps) {
  const { toggle, severity, isPressable } = tile;
  // An alarm replaces the person's picture.
  const icon =
    picture !== undefined && severity !== 'alarm' ? (
      <img src={picture} alt="" loading="lazy" draggable={false} />
    ) : (
      <KindIcon kind={kind} tile={tile} isAway={isAway} />
    );
  if (!isPressable || !onToggle) return <span className={classes.well}>{icon}</span>;
  const isOn = toggle?.state === 'on';
  return (
    <button
      type="button"
      {...(toggle && { role: 'switch', 'aria-checked': isOn, 'aria-busy': isPending })}
      className={classes.well}
      disabled={!toggle}
      aria-label={tile.label}
      title={toggle && `${tile.label}: ${toggleWord(toggle, activeWords())}`}
      onClick={() => toggle && onToggle(isOn ? toggle.write.off : toggle.write.on)}
    >
      {icon}
    </button>
  );
}
