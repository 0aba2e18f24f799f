import type { Activity } from '@azulejo/contract';
import type { ActivityText } from './activity-text.ts';

/** A device sends several values one after another. */
const TOGETHER_MS = 1_000;

/**
 * Groups what one author did to a device at the same time, which is one event for a person: a lock reports its state
 * and its last action together.
 */
export function together(elements: readonly Activity[]): Activity[][] {
  const groups: Activity[][] = [];
  for (const element of elements) {
    const last = groups.at(-1);
    const [first] = last ?? [];
    if (last && first && isSame(first, element)) last.push(element);
    else groups.push([element]);
  }
  return groups;
}

const isSame = (first: Activity, next: Activity): boolean =>
  Date.parse(first.timestamp) - Date.parse(next.timestamp) < TOGETHER_MS &&
  authorOf(first) === authorOf(next);

const authorOf = ({ by, through }: Activity): string => JSON.stringify([by, through]);

/** Joins the texts of one event. `Lock state: Locked` says no more than `Locked`, so it is left out next to that. */
export function joinTexts(texts: readonly ActivityText[]): string {
  const bare = new Set(texts.filter(({ what, value }) => what === value).map(({ value }) => value));
  const listed = texts
    .filter(({ what, value }) => what === value || !bare.has(value))
    .map(({ what }) => what);
  return [...new Set(listed)].join(' · ');
}
