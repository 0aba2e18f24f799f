import { type RenderedTile, toggleWord } from '@azulejo/sdk';
import { t } from '@lingui/core/macro';
import { type CSSProperties, type PointerEvent, type ReactNode, Suspense } from 'react';
import { activeDictionary } from '../languages/dictionary.ts';
import { drawKind } from './kind-icon.tsx';
import { drawName, type TileNameProps } from './tile-name.tsx';
import { noteOf, type TileNote } from './tile-note.ts';
import classes from './tile-view.module.css';
import { IDLE, type WriteStatus } from './write-status.ts';

export type TileViewProps = Omit<TileNameProps, 'label'> & {
  tile: RenderedTile;
  /** The type of its component, which chooses the icon. */
  kind?: string;
  /** The person's own picture, which replaces the icon. */
  picture?: string;
  /** The icon that the person chose, which replaces that of the kind. */
  ownIcon?: ReactNode;
  /** Status of the last write by this tile's switch or controls. */
  status?: WriteStatus;
  /** A note that the page knows, before those of the tile. */
  note?: TileNote;
  /** Whether the device did not answer the last request. */
  isSilent?: boolean;
  /** Whether it is shown from a cached copy, while there is no connection. */
  isCached?: boolean;
  /** When it is rendered, in milliseconds since 1970; `formatSince` formats a time such as `14:05`. */
  now?: number;
  formatSince?: (time: number) => string;
  /** The second line where the page knows more than the tile; notes still replace it. */
  state?: string;
  /** Called with the value to write; without it the tile is read-only. */
  onToggle?: (data: unknown) => void;
  /** Called when a slide may begin on a lit lamp's tile. */
  onSlide?: (event: PointerEvent<HTMLElement>) => void;
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

type Props = {
  tile: RenderedTile;
  note: TileNote | undefined;
  /** Replaces the tile's own second line, but not a note. */
  state?: string;
};

/** Draws the second line of a tile: its state, or the most important note. It never wraps. */
function drawLine({ tile, note, state = tile.state.join(' · ') }: Props) {
  const isEmpty = state === '' && !note;
  return (
    <p className={classes.line} data-line="" data-tone={note?.isAfterValue ? undefined : note?.tone}>
      {note ? drawNote(note, tile.state[0]) : state}
      {isEmpty && tile.slots.length > 0 && <span className={classes.empty}>{t`No value yet`}</span>}
    </p>
  );
}

function drawNote(note: TileNote, first: string | undefined) {
  const text = (
    <span data-tone={note.tone} title={note.title}>
      {note.spoken !== undefined && <span className="visually-hidden">{note.spoken} </span>}
      {note.text}
    </span>
  );
  if (!note.isAfterValue || first === undefined) return text;
  return (
    <>
      {first} · {text}
    </>
  );
}

type WellProps = {
  tile: RenderedTile;
  kind?: string;
  /** The person's own picture, which replaces the icon. */
  picture?: string;
  /** The icon that the person chose, which replaces that of the kind; it may be loaded later. */
  ownIcon?: ReactNode;
  isAway: boolean;
  isPending: boolean;
  /** Called with the value to write; without it the well is read-only. */
  onToggle?: (data: unknown) => void;
};

/**
 * Draws the icon of a tile. A round well can be pressed and is the switch; a square one only shows. A well
 * that will be pressable keeps its element while the device is loaded, because replacing elements takes most
 * of the time.
 */
function drawWell({ tile, kind, picture, ownIcon, isAway, isPending, onToggle }: WellProps) {
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
