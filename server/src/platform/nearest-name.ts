import { closestMatch } from 'leven';

/** A longer text is not a misspelt name, and comparing it would take time. */
const MAX_LENGTH = 100;

/** Returns the known name that someone who wrote `name` probably meant. */
export const nearestName = (name: string, known: Iterable<string>): string | undefined =>
  name.length > MAX_LENGTH
    ? undefined
    : closestMatch(name, [...known], { maxDistance: name.length < 5 ? 1 : 2 });

/** Returns `; did you mean NAME?` for the end of a reason, or an empty text. */
export function didYouMean(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === undefined ? '' : `; did you mean ${nearest}?`;
}
