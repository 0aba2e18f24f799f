import { t } from '@lingui/core/macro';
import type { MouseEvent } from 'react';
import classes from './tile-view.module.css';

export type TileNameProps = {
  label: string;
  /** The name as shown, if it differs from the label: within a room it omits the room. */
  name?: string;
  /** Whether the platform simulates the device, which the title of the name says. */
  isVirtual?: boolean;
  /** The link of the whole tile; `onOpen` may open it without loading a page. */
  href?: string;
  onOpen?: (event: MouseEvent<HTMLElement>) => void;
};

/** Draws a name whose link covers the whole tile, except the controls above it. */
export function drawName({ label, name = label, isVirtual = false, href, onOpen }: TileNameProps) {
  const title = isVirtual ? t`${label} (virtual device)` : label;
  const open = (event: MouseEvent<HTMLElement>) => {
    const isForBrowser = event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0;
    if (!onOpen || isForBrowser) return;
    event.preventDefault();
    onOpen(event);
  };
  const spoken = name === label ? undefined : label;
  if (href !== undefined)
    return (
      <a
        className={`${classes.name} ${classes.open}`}
        href={href}
        aria-label={spoken}
        title={title}
        draggable={false}
        onClick={open}
      >
        {wordsOf(name)}
      </a>
    );
  if (onOpen)
    return (
      <button
        type="button"
        className={`${classes.name} ${classes.open}`}
        aria-label={spoken}
        title={title}
        onClick={open}
      >
        {wordsOf(name)}
      </button>
    );
  return (
    <span className={classes.name} title={title}>
      {wordsOf(name)}
    </span>
  );
}

/** Separates the device from its part, as the platform does when it names the parts of a device. */
const SEPARATOR = ' · ';

/** Splits a name into its words. A name that is too long shows only the part of the device: `Socket 2`. */
function wordsOf(name: string) {
  const at = name.lastIndexOf(SEPARATOR);
  if (at < 0) return name;
  return (
    <span className={classes.parts}>
      <span>{name.slice(0, at)}</span>
      <span>
        <span className={classes.between}>{SEPARATOR}</span>
        {name.slice(at + SEPARATOR.length)}
      </span>
    </span>
  );
}
