/** The subject of a word in the sentence; it decides which editor opens when a person presses the word. */
export type Role =
  | 'device'
  | 'group'
  | 'room'
  | 'verb'
  | 'value'
  | 'duration'
  | 'time'
  | 'days'
  | 'person'
  | 'place'
  | 'scene'
  | 'automation'
  | 'address'
  | 'text'
  | 'trigger'
  | 'mode'
  /** Something that most parts do without, such as what is done if a step fails. */
  | 'option'
  /** A part of an unknown form. */
  | 'part';

/** A word that can be changed. */
export type Word = {
  readonly text: string;
  /** The text for screen readers, if `text` alone is not enough: `turn off Hall light` for `turn it off`. */
  readonly spoken?: string;
  /** Path into the definition, e.g. `when[0].value`. */
  readonly path: string;
  readonly role: Role;
};

/** Plain text, with its own spaces and punctuation, or a word. */
export type Piece = string | Word;

/** One trigger, condition or step. */
export type Part = {
  /** Path into the definition, e.g. `when[0]`. */
  readonly path: string;
  /** The text before it: empty for the first part, otherwise such as `, or `. */
  readonly joint: string;
  readonly pieces: readonly Piece[];
};

export type Clause = {
  /** The word that begins the clause, such as `When`, `At` or `only if`; empty where the first part needs none. */
  readonly lead: string;
  readonly parts: readonly Part[];
};

/** The sentence of an automation. */
export type Clauses = {
  readonly when: Clause;
  readonly onlyIf?: Clause;
  readonly then: Clause;
  /** The quiet line on what happens if it starts again, or after an outage; absent if there is neither. */
  readonly again?: readonly Piece[];
  /** The clauses as one sentence, with commas and a full stop, without the last line. */
  readonly sentence: readonly Piece[];
};

export const isWord = (piece: Piece): piece is Word => typeof piece !== 'string';

export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (isWord(piece) ? piece.text : piece)).join('');
