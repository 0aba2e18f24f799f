import type { RenderedTile } from '@azulejo/sdk';
import type { CSSProperties, PointerEvent, ReactNode } from 'react';
import { drawLine } from './tile-line.tsx';
import { drawName, type TileNameProps } from './tile-name.tsx';
import { noteOf, type TileNote } from './tile-note.ts';
import classes from './tile-view.module.css';
import { drawWell } from './tile-well.tsx';
import { IDLE, type WriteStatus } from './write-status.ts';

export type TileViewProps = Omit<TileNameProps, 'label'> & {
  tile: RenderedTile;
  /** The type of its component, which chooses the icon. */
  kind?: string | undefined;
  /** The person's own picture, which replaces the icon. */
  picture?: string | undefined;
  /** The icon that the person chose, which replaces that of the kind. */
  ownIcon?: ReactNode;
  /** Status of the last write by this tile's switch or controls. */
  status?: WriteStatus | undefined;
  /** A note that the page knows, before those of the tile. */
  note?: TileNote | undefined;
  /** Whether the device did not answer the last request. */
  isSilent?: boolean;
  /** Whether it is shown from a cached copy, while there is no connection. */
  isCached?: boolean;
  /** When it is rendered, in milliseconds since 1970; `formatSince` formats a time such as `14:05`. */
  now?: number;
  formatSince?: ((time: number) => string) | undefined;
  /** The second line where the page knows more than the tile; notes still replace it. */
  state?: string | undefined;
  /** Called with the value to write; without it the tile is read-only. */
  onToggle?: ((data: unknown) => void) | undefined;
  /** Called when a slide may begin on a lit lamp's tile. */
  onSlide?: ((event: PointerEvent<HTMLElement>) => void) | undefined;
  /** Shown at the end of a wide tile, before its reading. */
  children?: ReactNode;
};

/**
 * Renders a device as a tile of two lines from the result of `renderTile`. Its height is the same in every state.
 * In the document its name comes first, then the switch, which is drawn before it. Its parts are functions, because
 * React takes longer for a component than for what most of them draw, and a large home has hundreds of tiles.
 */
export function TileView({
  tile,
  status = IDLE,
  isSilent = false,
  isCached = false,
  ...props
}: TileViewProps) {
  const { severity, condition, light } = tile;
  const isAway = isSilent || condition?.kind === 'unreachable';
  const isOn = isLit(tile) && !isAway && !isCached;
  const isPending = status.state === 'pending';
  const level = isOn ? light?.level : undefined;
  return (
    <article
      className={classes.tile}
      style={isOn ? lampStyle(light) : undefined}
      data-state={status.state}
      data-severity={severity}
      data-on={isOn ? '' : undefined}
      data-level={level === undefined ? undefined : level < 1 ? 'part' : 'full'}
      data-tinted={isOn && light?.colorName !== undefined ? '' : undefined}
      data-faint={isAway || isCached ? '' : undefined}
      data-heating={isHeating(tile) ? '' : undefined}
      onPointerDown={level === undefined ? undefined : props.onSlide}
    >
      <div className={classes.text}>
        {drawName({ ...props, label: tile.label })}
        {drawLine({
          tile,
          note: props.note ?? noteOf({ ...props, tile, status, isSilent }),
          state: props.state,
        })}
      </div>
      {drawWell({ ...props, tile, isAway, isPending })}
      {props.children}
      {drawReading(tile)}
    </article>
  );
}

const isLit = ({ toggle, severity }: RenderedTile): boolean =>
  toggle?.state === 'on' && toggle.icon === 'on_off' && severity === 'normal';

const isHeating = ({ wide, severity }: RenderedTile): boolean =>
  wide?.kind === 'climate' && wide.activity === 'heating' && severity === 'normal';

/** Returns the lamp's colour and level, from which the style sheet draws the fill. */
function lampStyle(light: RenderedTile['light']): CSSProperties | undefined {
  if (!light) return undefined;
  return {
    ...(light.color !== undefined && { '--lamp': light.color }),
    ...(light.level !== undefined && { '--level': `${light.level * 100}%` }),
  } as CSSProperties;
}

/** Draws the figure in large type at the end of a wide tile. */
function drawReading({ wide }: RenderedTile) {
  if (!wide || wide.kind === 'cover' || !wide.reading) return null;
  const { text, unit } = wide.reading;
  return (
    <p className={classes.reading} data-kind={wide.kind}>
      {text}
      {unit === '°' ? unit : <small> {unit}</small>}
    </p>
  );
}
