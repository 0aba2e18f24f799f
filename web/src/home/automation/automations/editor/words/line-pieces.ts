import { isWord, type Piece, type Word } from '@azulejo/automations/words';

/** A text, or a word with the punctuation that must be on the same line. */
export type LinePiece = { text: string } | LineWord;

export type LineWord = {
  readonly word: Word;
  /** The quotation marks of a message, which may have several lines. */
  quotes: readonly [opening: string, closing: string];
  opening: string;
  closing: string;
};

const OPENING_QUOTE = /[“„«][\u202f\u00a0]?$/u;
const CLOSING_QUOTE = /^[\u202f\u00a0]?[”“»]/u;
const OPENING = /\($/;
const CLOSING = /^[\u202f\u00a0]?[),;:.!?]+/;

/** Returns pieces whose punctuation neither begins nor ends a line alone; `end` follows the last one. */
export function linePieces(pieces: readonly Piece[], end: string): readonly LinePiece[] {
  const line: LinePiece[] = [];
  for (const piece of pieces)
    if (isWord(piece)) line.push(withOpening(line, piece));
    else addText(line, piece);
  const last = line.at(-1);
  if (last && 'word' in last) last.closing += end;
  else if (last) last.text += end;
  return line;
}

/** Takes the signs that belong to a word from the end of the text before it. */
function withOpening(line: LinePiece[], word: Word): LineWord {
  const quote = word.role === 'text' ? takeFromEnd(line, OPENING_QUOTE) : '';
  return { word, quotes: [quote, ''], opening: takeFromEnd(line, OPENING), closing: '' };
}

function takeFromEnd(line: LinePiece[], form: RegExp): string {
  const last = line.at(-1);
  const sign = last && 'text' in last ? (form.exec(last.text)?.[0] ?? '') : '';
  if (!last || !('text' in last) || sign === '') return '';
  last.text = last.text.slice(0, -sign.length);
  if (last.text === '') line.pop();
  return sign;
}

/** Adds a text, whose first signs belong to the word before it. */
function addText(line: LinePiece[], text: string): void {
  let rest = text;
  const last = line.at(-1);
  const take = (form: RegExp): string => {
    const sign = form.exec(rest)?.[0] ?? '';
    rest = rest.slice(sign.length);
    return sign;
  };
  if (last && 'word' in last) {
    if (last.word.role === 'text') last.quotes = [last.quotes[0], take(CLOSING_QUOTE)];
    last.closing = take(CLOSING);
  }
  if (rest !== '') line.push({ text: rest });
}
