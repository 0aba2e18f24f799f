import { type Dictionary, phraseIn } from './dictionary.ts';

/** Rooms that take an article and no capital: `in the kitchen`. Other names stay as people typed them. */
const ROOMS = new Set(
  `attic|basement|bathroom|bedroom|boiler room|cellar|conservatory|corridor|dining room|entrance|garage|garden|greenhouse|
  guest room|hall|hallway|kitchen|landing|laundry|laundry room|library|living room|lounge|nursery|office|pantry|playroom|
  shed|sitting room|stairs|staircase|storeroom|study|terrace|toilet|utility room|workshop`
    .split('|')
    .map((name) => name.trim()),
);

const IN_PLACE = '{what} in {place}';

/**
 * Returns `Smoke in the kitchen`, or `Smoke: Smoke alarm` for a device without a room. Without words it is English.
 */
export function placedText(
  text: string,
  { device, area }: { device: string; area: string | undefined },
  words?: Dictionary,
): string {
  if (area === undefined) return phraseIn(words, '{what}: {device}', { what: text, device });
  // English has no phrase for it, because its rooms take an article.
  if (words && IN_PLACE in words.phrases) return phraseIn(words, IN_PLACE, { what: text, place: area });
  const room = area.trim().toLowerCase();
  return ROOMS.has(room) ? `${text} in the ${room}` : `${text} in ${area}`;
}
