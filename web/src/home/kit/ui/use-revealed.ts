import { useEffect, useRef } from 'react';

/**
 * Moves the focus to what just appeared, so that it is read out, and scrolls it into view.
 * Does not move a focus outside the form.
 */
export function useRevealed<Shown extends HTMLElement>() {
  const element = useRef<Shown>(null);
  useEffect(() => {
    const { current: shown } = element;
    if (!shown || !isFocusFree(shown)) return;
    shown.focus({ preventScroll: true });
    shown.scrollIntoView({ block: 'nearest' });
  }, []);
  return element;
}

/** Returns whether nothing has the focus, or a part of the form in which the element appeared. */
export function isFocusFree(element: HTMLElement): boolean {
  const { activeElement: focused } = document;
  if (focused === null || focused === document.body) return true;
  return element.closest('form')?.contains(focused) ?? false;
}
