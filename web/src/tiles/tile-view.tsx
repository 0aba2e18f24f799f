import type { RenderedTile } from '@azulejo/sdk';
import type { MouseEvent, ReactNode } from 'react';
import { KindIcon } from './kind-icon.tsx';
import { TileLine } from './tile-line.tsx';
import { noteOf } from './tile-note.ts';
import { TileSwitch } from './tile-switch.tsx';
import classes from './tile-view.module.css';
import { IDLE, type WriteStatus } from './write-status.ts';

export type TileViewProps = {
  tile: RenderedTile;
  /** The type of its component, which chooses the icon. */
  kind?: string | undefined;
  /** The person's own picture, which replaces the icon. */
  picture?: string | undefined;
  /** Status of the last write by this tile's switch or controls. */
  status?: WriteStatus | undefined;
  /** Whether the platform simulates the device. */
  isVirtual?: boolean | undefined;
  /** Whether the device did not answer the last request. */
  isSilent?: boolean;
  /** Whether it is shown from a cached copy, while there is no connection. */
  isCached?: boolean;
  /** When it is rendered, in milliseconds since 1970; `formatSince` formats a time such as `14:05`. */
  now?: number;
  formatSince?: ((time: number) => string) | undefined;
  /** The link of the whole tile; `onOpen` may open it without loading a page. */
  href?: string;
  onOpen?: (() => void) | undefined;
  /** Called with the value to write; without it the switch is not shown. */
  onToggle?: ((data: unknown) => void) | undefined;
  /** Small controls next to the switch. */
  aside?: ReactNode;
  /** Controls that need the full width of the tile. */
  children?: ReactNode;
};

/** Renders a device as a tile from the result of `renderTile`. Its height is the same in every state. */
export function TileView({
  tile,
  status = IDLE,
  isSilent = false,
  isCached = false,
  ...props
}: TileViewProps) {
  const { onToggle, aside, children } = props;
  const { toggle, severity, condition } = tile;
  const isAway = isSilent || condition?.kind === 'unreachable';
  const isOn = toggle?.state === 'on' && toggle.icon === 'on_off';
  return (
    <article
      className={classes.tile}
      data-state={status.state}
      data-severity={severity}
      data-on={isOn ? '' : undefined}
      data-faint={isAway || isCached ? '' : undefined}
    >
      <div className={classes.top}>
        <TileIcon {...props} tile={tile} isOff={toggle?.state === 'off'} />
        {aside}
        {toggle && onToggle && (
          <TileSwitch
            name={tile.label}
            toggle={toggle}
            isPending={status.state === 'pending'}
            onToggle={onToggle}
          />
        )}
      </div>
      <TileName label={tile.label} href={props.href} onOpen={props.onOpen} />
      <TileLine
        tile={tile}
        note={noteOf({ ...props, tile, status, isSilent })}
        isVirtual={props.isVirtual === true}
      />
      {children && <div className={classes.controls}>{children}</div>}
    </article>
  );
}

type IconProps = Pick<TileViewProps, 'tile' | 'kind' | 'picture'> & { isOff: boolean };

/** The icon. An alarm replaces the person's picture; a lamp's colour is shown only while it may be lit. */
function TileIcon({ tile, kind, picture, isOff }: IconProps) {
  const isPicture = picture !== undefined && tile.severity !== 'alarm';
  return (
    <span className={classes.icon}>
      {isPicture ? <img src={picture} alt="" loading="lazy" /> : <KindIcon kind={kind} tile={tile} />}
      {tile.color !== undefined && !isOff && (
        <span className={classes.dot} style={{ background: tile.color }} />
      )}
    </span>
  );
}

/** A name whose link covers the whole tile, except the controls above it. */
function TileName({
  label,
  href,
  onOpen,
}: {
  label: string;
  href?: string | undefined;
  onOpen?: (() => void) | undefined;
}) {
  const open = (event: MouseEvent) => {
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (!onOpen || isForBrowser) return;
    event.preventDefault();
    onOpen();
  };
  return (
    <div className={classes.name} title={label}>
      {href !== undefined ? (
        <a className={`${classes.label} ${classes.open}`} href={href} onClick={open}>
          {label}
        </a>
      ) : onOpen ? (
        <button type="button" className={`${classes.label} ${classes.open}`} onClick={onOpen}>
          {label}
        </button>
      ) : (
        <span className={classes.label}>{label}</span>
      )}
    </div>
  );
}
