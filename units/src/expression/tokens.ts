import { ExpressionError } from './error.ts';

export type Token =
  | { kind: 'number'; position: number; value: number }
  | { kind: 'word' | 'symbol' | 'end'; position: number; text: string };

// Only ASCII: a look-alike letter, digit or space of another script is not a token.
const token = /[ \t\r\n]*(?:(\d+(?:\.\d+)?|\.\d+)|([A-Za-z][A-Za-z0-9]*)|(\*\*|<=|<>|>=|[-+*/^<=>(),]))/y;
const blank = /[ \t\r\n]*/y;

/**
 * Returns the tokens of `text`, the last one of kind `end`. Throws ExpressionError at
 * the first invalid character.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let index = 0;
  for (;;) {
    token.lastIndex = index;
    const match = token.exec(text);
    if (!match) break;
    tokens.push(toToken(match));
    index += match[0].length;
  }
  blank.lastIndex = index;
  const end = index + (blank.exec(text)?.[0].length ?? 0);
  if (end < text.length) throw new ExpressionError(end, 'a number, a name or an operator');
  tokens.push({ kind: 'end', position: end, text: '' });
  return tokens;
}

function toToken(match: RegExpExecArray): Token {
  const [whole, number, word, symbol] = match;
  const text = number ?? word ?? symbol ?? '';
  const position = match.index + whole.length - text.length;
  if (number !== undefined) return { kind: 'number', position, value: Number(number) };
  return { kind: word === undefined ? 'symbol' : 'word', position, text };
}
