import type { Piece, Word } from './clauses.ts';

export type Holes = Readonly<Record<string, string | Word | readonly Piece[]>>;

/**
 * Fills in a message: `{name}` is a hole, and `[text]` is the verb, which is a word of the sentence. A verb may have
 * two parts, as in `[schalte] {device} [ein]`.
 */
export function fill(message: string, holes: Holes, verb?: Omit<Word, 'text'>): Piece[] {
  const pieces: Piece[] = [];
  let end = 0;
  for (const found of message.matchAll(/\{(\w+)\}|\[([^\]]+)\]/g)) {
    if (found.index > end) pieces.push(message.slice(end, found.index));
    end = found.index + found[0].length;
    const [all, name, text] = found;
    if (text !== undefined) pieces.push(verb === undefined ? text : { text, ...verb });
    else pieces.push(...piecesOf(holes[name ?? ''] ?? all));
  }
  if (end < message.length) pieces.push(message.slice(end));
  return joined(pieces);
}

const piecesOf = (hole: Holes[string]): readonly Piece[] =>
  Array.isArray(hole) ? hole : [hole as string | Word];

/** Joins neighbouring texts, and leaves out empty ones. */
export function joined(pieces: readonly Piece[]): Piece[] {
  const result: Piece[] = [];
  for (const piece of pieces) {
    const last = result.at(-1);
    if (typeof piece === 'string' && typeof last === 'string') result[result.length - 1] = last + piece;
    else if (piece !== '') result.push(piece);
  }
  return result;
}
