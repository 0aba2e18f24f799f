/** A name needs two letters in addition to the room's: `Kitchen 1` would otherwise be `1`. */
const WORD = /\p{L}{2}/u;
/** A name that ends like this is a phrase, of which the room is a part: `Lampe im Flur`. */
const PREPOSITION = /\s\p{Ll}{1,3}$/u;
const SEPARATORS = /^[\s·,:–-]+|[\s·,:–-]+$/gu;

/** Returns a device's name without that of its room: `Radiator` in the living room. */
export function nameInRoom(name: string, room: string | undefined): string {
  const short = room === undefined || room === '' ? undefined : without(name, room);
  if (short === undefined || !WORD.test(short) || PREPOSITION.test(short)) return name;
  return short.charAt(0).toLocaleUpperCase() + short.slice(1);
}

function without(name: string, room: string): string | undefined {
  const [whole, part] = [name.toLocaleLowerCase(), room.toLocaleLowerCase()];
  const isWord = (character: string) => /[\p{L}\p{N}]/u.test(character);
  if (whole.startsWith(part) && !isWord(name.charAt(part.length)))
    return name.slice(part.length).replace(SEPARATORS, '');
  const at = name.length - room.length;
  if (whole.endsWith(part) && at > 0 && !isWord(name.charAt(at - 1)))
    return name.slice(0, at).replace(SEPARATORS, '');
  return undefined;
}
