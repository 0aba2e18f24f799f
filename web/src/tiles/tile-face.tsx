import type { RenderedTile } from '@azulejo/sdk';
import type { MouseEvent, ReactNode } from 'react';
import { KindIcon } from './kind-icon.tsx';
import classes from './tile-face.module.css';
import { TileSwitch, toggleWord } from './tile-switch.tsx';
import { IDLE, type WriteStatus } from './write-status.ts';

export type TileFaceProps = {
  tile: RenderedTile;
  /** Drawn in the tile's corner; what `KindIcon` has for unknown things by default. */
  icon?: ReactNode;
  /** Of the last write of this tile's switch or controls. */
  status?: WriteStatus | undefined;
  /** Its device did not answer, or cannot be reached. */
  isStale?: boolean;
  /** Shown from a copy that was kept, while there is no connection. */
  isOld?: boolean;
  /** Since when it is stale or old, for people: `14:05`. Without it what is old only looks so. */
  since?: string | undefined;
  /** Where the whole tile leads; `onOpen` may do it without loading a page. */
  href?: string;
  onOpen?: (() => void) | undefined;
  /** Gets what is to be written; without it the switch is not shown. */
  onToggle?: ((data: unknown) => void) | undefined;
  density?: 'comfortable' | 'compact';
  /** Small controls beside the switch. */
  beside?: ReactNode;
  /** Controls that need the width of the tile. */
  children?: ReactNode;
};

/** A device as a tile, drawn from what `renderTile` says of it. */
export function TileFace({ tile, icon, status = IDLE, density = 'comfortable', ...props }: TileFaceProps) {
  const { isStale = false, isOld = false, since, onToggle, beside, children } = props;
  const { toggle } = tile;
  return (
    <article
      className={classes.tile}
      data-density={density}
      data-state={status.state}
      data-on={toggle?.state === 'on' && toggle.icon === 'on_off' ? '' : undefined}
      data-faint={isStale || isOld ? '' : undefined}
    >
      <div className={classes.top}>
        <span className={classes.icon}>
          {icon ?? <KindIcon kind={undefined} />}
          {tile.color !== undefined && <span className={classes.dot} style={{ background: tile.color }} />}
        </span>
        {beside}
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
      <TileValues tile={tile} isLine={toggle !== undefined || Boolean(children)} />
      <TileNote status={status} isStale={isStale} isOld={isOld} since={since} />
      {children && <div className={classes.controls}>{children}</div>}
    </article>
  );
}

/** Its area is the whole tile; what stands above it is for itself. */
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

/** In one line where there is something to press; else the values are what the tile is for. */
function TileValues({ tile: { slots, toggle }, isLine }: { tile: RenderedTile; isLine: boolean }) {
  // What the switch says already is not said twice, and beside it what is not known is not said.
  const shown = slots.filter(
    ({ text, value }) => !toggle || (value !== undefined && text !== toggleWord(toggle)),
  );
  if (shown.length === 0 && !toggle) return null;
  return (
    <dl className={isLine ? classes.line : classes.values}>
      {toggle && (
        <div className={`${classes.value} ${classes.state}`}>
          <dt className="visually-hidden">{toggle.label}</dt>
          <dd>{toggleWord(toggle)}</dd>
        </div>
      )}
      {shown.map(({ component, property, label, text, unit }) => (
        <div key={`${component} ${property}`} className={classes.value}>
          <dt className={toggle ? 'visually-hidden' : ''}>{label}</dt>
          <dd>
            {text}
            {unit !== '' && <span className={classes.unit}> {unit}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

type Noted = { status: WriteStatus; isStale: boolean; isOld: boolean; since: string | undefined };

/** What is to be known about the values above it, in words. */
function TileNote({ status, isStale, isOld, since }: Noted) {
  const after = since === undefined ? '' : ` since ${since}`;
  if (status.state === 'pending') return <p className={classes.note}>Waiting for the device…</p>;
  if (status.state === 'done') return <p className={`${classes.note} ${classes.done}`}>Done</p>;
  if (status.state !== 'idle') return <p className={`${classes.note} ${classes.problem}`}>{status.text}</p>;
  if (isStale) return <p className={classes.note}>No contact{after}</p>;
  if (isOld && since !== undefined) return <p className={classes.note}>Last known, {since}</p>;
  return null;
}
