import './page-transition.css';

type Location = { readonly pathname: string };
type Change = { readonly fromLocation?: Location; readonly toLocation: Location };

const HOME = /^\/(home\/?)?$/;
const OF_TILES = /\/(devices|rooms)\/[^/]+$/;

/**
 * Returns whether the browser animates the change of pages: between the tiles and the page of a device or room, and
 * never for people who prefer reduced motion.
 */
export function transitionTypes({ fromLocation, toLocation }: Change): string[] | false {
  if (!fromLocation || matchMedia('(prefers-reduced-motion: reduce)').matches) return false;
  const [from, to] = [fromLocation.pathname, toLocation.pathname];
  if (from === to) return false;
  const isTiles = (path: string) => HOME.test(path) || OF_TILES.test(path);
  return isTiles(from) && isTiles(to) ? ['tiles'] : false;
}

/** Marks the tile that is opened: its icon and name become the picture and title of the page. */
export function markOpened(link: EventTarget): void {
  for (const before of document.querySelectorAll('[data-opened]')) before.removeAttribute('data-opened');
  if (link instanceof Element) link.closest('article')?.setAttribute('data-opened', '');
}
