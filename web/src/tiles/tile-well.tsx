import { type RenderedTile, toggleWord } from '@azulejo/sdk';
import { type ReactNode, Suspense } from 'react';
import { activeDictionary } from '../languages/dictionary.ts';
import { drawKind } from './kind-icon.tsx';
import classes from './tile-well.module.css';

type WellProps = {
  tile: RenderedTile;
  kind?: string | undefined;
  /** The person's own picture, which replaces the icon. */
  picture?: string | undefined;
  /** The icon that the person chose, which replaces that of the kind; it may be loaded later. */
  ownIcon?: ReactNode;
  isAway: boolean;
  isPending: boolean;
  /** Called with the value to write; without it the well is read-only. */
  onToggle?: ((data: unknown) => void) | undefined;
};

/**
 * Draws the icon of a tile. A round well can be pressed and is the switch; a square one only shows. A well
 * that will be pressable keeps its element while the device is loaded, because replacing elements takes most
 * of the time.
 */
export function drawWell({ tile, kind, picture, ownIcon, isAway, isPending, onToggle }: WellProps) {
  const { toggle, severity, isPressable } = tile;
  const kindIcon = drawKind({ kind, tile, isAway });
  // An alarm replaces what the person chose.
  const icon =
    severity === 'alarm' ? (
      kindIcon
    ) : picture !== undefined ? (
      <img src={picture} alt="" loading="lazy" draggable={false} />
    ) : ownIcon && !isAway ? (
      <Suspense fallback={kindIcon}>{ownIcon}</Suspense>
    ) : (
      kindIcon
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
      title={toggle && `${tile.label}: ${toggleWord(toggle, activeDictionary())}`}
      onClick={() => toggle && onToggle(isOn ? toggle.write.off : toggle.write.on)}
    >
      {icon}
    </button>
  );
}
