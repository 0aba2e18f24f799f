import type { RegisteredRouter } from '@tanstack/react-router';

/** How long a slowly loading page may take to get its heading. After that the focus is not moved. */
const HEADING_TIMEOUT_MS = 10_000;
const MAX_REMEMBERED = 50;

/** The link that had the focus when its page was left, and its distance from the top of the window. */
type LeftLink = { readonly href: string; readonly top: number };

/**
 * Moves the focus with the pages, as a browser does between documents:
 * 1. A new page gets it at its heading, which a screen reader then reads out.
 * 2. A page that one goes back to gets it at the link that was followed from there.
 * 3. A page that placed the focus itself, or did not lose it, is left alone.
 */
export function followPagesWithFocus(router: RegisteredRouter): void {
  const leftFrom = new Map<string, LeftLink>();
  let isReturn = false;
  let cancel = (): void => {};

  router.history.subscribe(({ action }) => {
    isReturn = !['PUSH', 'REPLACE'].includes(action.type);
  });
  router.subscribe('onBeforeNavigate', ({ fromLocation }) => {
    const key = fromLocation?.state.__TSR_key;
    const link = document.activeElement?.closest('a');
    const href = link?.getAttribute('href');
    if (key === undefined || !link || !href) return;
    leftFrom.delete(key);
    leftFrom.set(key, { href, top: topOf(link) });
    for (const oldest of leftFrom.keys()) if (leftFrom.size > MAX_REMEMBERED) leftFrom.delete(oldest);
  });
  router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged }) => {
    // The browser sets the focus of a document's first page.
    if (!fromLocation || isFocusPlaced() || (!pathChanged && !isFocusLost())) return;
    const left = isReturn ? leftFrom.get(toLocation.state.__TSR_key ?? '') : undefined;
    cancel();
    cancel = focusWhenDrawn(() => (left && returnTo(left)) ?? heading());
  });
}

const topOf = (element: Element): number => element.getBoundingClientRect().top;

/**
 * Scrolls the link to its earlier position on the screen: the router's scroll position only estimates what is
 * not drawn yet.
 */
function returnTo({ href, top }: LeftLink): HTMLElement | undefined {
  const link = linkTo(href);
  if (link) scrollBy(0, topOf(link) - top);
  return link;
}

const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body;

/** Returns whether the new page set the focus itself: content of the earlier page is removed with it. */
const isFocusPlaced = (): boolean => document.activeElement?.parentElement?.closest('main') != null;

const heading = (): HTMLElement | null => document.querySelector('h1');

const linkTo = (href: string): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"]`)].toSorted(
    (one, other) => Number(other.closest('main') !== null) - Number(one.closest('main') !== null),
  )[0];

/**
 * Focuses the element when it is drawn, and returns a function that stops waiting. A focus that has been moved
 * since stays.
 */
function focusWhenDrawn(find: () => HTMLElement | null | undefined): () => void {
  const before = document.activeElement;
  const tryFocus = (): boolean => {
    const isMoved = document.activeElement !== before && !isFocusLost();
    const target = isMoved ? undefined : find();
    if (!isMoved && !target) return false;
    if (target) {
      if (target.tabIndex < 0) target.tabIndex = -1;
      target.focus({ preventScroll: true });
    }
    return true;
  };
  if (tryFocus()) return () => {};
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  const observer = new MutationObserver(() => tryFocus() && stop());
  const timer = setTimeout(stop, HEADING_TIMEOUT_MS);
  observer.observe(document.body, { childList: true, subtree: true });
  return stop;
}
