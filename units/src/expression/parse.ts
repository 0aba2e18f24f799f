import { ExpressionError } from './error.ts';
import { type FunctionName, functions, isFunctionName } from './functions.ts';
import { NEGATION_POWER, type Operator, type OperatorName, operatorNamed, operators } from './operators.ts';

/**
 * Maximum length of an expression, far above what a tile or a unit needs. Bounds the memory of a template.
 */
export const MAX_EXPRESSION_LENGTH = 1000;
/** Maximum nesting of an expression, so that recursion cannot overflow the stack. */
export const MAX_EXPRESSION_DEPTH = 50;

export type Expression =
  | { kind: 'number'; value: number }
  | { kind: 'x' }
  | { kind: 'negation'; operand: Expression }
  | { kind: 'operation'; operator: OperatorName; left: Expression; right: Expression }
  | { kind: 'call'; function: FunctionName; operands: Expression[] }
  | { kind: 'if'; test: Expression; then: Expression; otherwise: Expression };

type Cursor = { tokens: Token[]; index: number; depth: number };

/** Parses by operator precedence (Pratt). Throws ExpressionError for any text outside the grammar. */
export function parseExpression(text: string): Expression {
  if (text.length > MAX_EXPRESSION_LENGTH)
    throw new ExpressionError(MAX_EXPRESSION_LENGTH, `at most ${MAX_EXPRESSION_LENGTH} characters`);
  const cursor: Cursor = { tokens: tokenize(text), index: 0, depth: 0 };
  const expression = parseOperations(cursor, 0);
  const rest = peek(cursor);
  if (rest.kind !== 'end') throw new ExpressionError(rest.position, 'an operator or the end');
  return expression;
}

function parseOperations(cursor: Cursor, minimumPower: number): Expression {
  cursor.depth += 1;
  if (cursor.depth > MAX_EXPRESSION_DEPTH)
    throw new ExpressionError(peek(cursor).position, `at most ${MAX_EXPRESSION_DEPTH} levels of nesting`);
  let left = parseOperand(cursor);
  for (;;) {
    const operator = peekOperator(cursor);
    if (operator === undefined) break;
    const { power, rightToLeft }: Operator = operators[operator];
    if (power <= minimumPower) break;
    cursor.index += 1;
    const right = parseOperations(cursor, rightToLeft ? power - 1 : power);
    left = { kind: 'operation', operator, left, right };
  }
  cursor.depth -= 1;
  return left;
}

function parseOperand(cursor: Cursor): Expression {
  const token = peek(cursor);
  cursor.index += 1;
  if (token.kind === 'number') return { kind: 'number', value: token.value };
  if (token.kind === 'word') return parseWord(cursor, token.text, token.position);
  if (token.text === '-') return { kind: 'negation', operand: parseOperations(cursor, NEGATION_POWER) };
  if (token.text === '(') {
    const inner = parseOperations(cursor, 0);
    expectSymbol(cursor, ')');
    return inner;
  }
  throw new ExpressionError(token.position, 'a number, x, pi, a function, "-" or "("');
}

function parseWord(cursor: Cursor, word: string, position: number): Expression {
  if (word === 'x') return { kind: 'x' };
  if (word === 'pi') return { kind: 'number', value: Math.PI };
  if (word === 'if') return parseIf(cursor);
  if (!isFunctionName(word))
    throw new ExpressionError(position, `x, pi, if or one of ${Object.keys(functions).join(', ')}`);
  return { kind: 'call', function: word, operands: parseArguments(cursor, functions[word].arity) };
}

function parseIf(cursor: Cursor): Expression {
  expectSymbol(cursor, '(');
  const test = parseOperations(cursor, 0);
  expectSymbol(cursor, ',');
  const then = parseOperations(cursor, 0);
  expectSymbol(cursor, ',');
  const otherwise = parseOperations(cursor, 0);
  expectSymbol(cursor, ')');
  return { kind: 'if', test, then, otherwise };
}

function parseArguments(cursor: Cursor, arity: number): Expression[] {
  const operands: Expression[] = [];
  for (let index = 0; index < arity; index += 1) {
    expectSymbol(cursor, index === 0 ? '(' : ',');
    operands.push(parseOperations(cursor, 0));
  }
  expectSymbol(cursor, ')');
  return operands;
}

function peek(cursor: Cursor): Token {
  const token = cursor.tokens[cursor.index];
  if (!token) throw new RangeError('Read past the end of an expression');
  return token;
}

function peekOperator(cursor: Cursor): OperatorName | undefined {
  const token = peek(cursor);
  return token.kind === 'number' ? undefined : operatorNamed(token.text);
}

function expectSymbol(cursor: Cursor, symbol: string): void {
  const token = peek(cursor);
  if (token.kind !== 'symbol' || token.text !== symbol)
    throw new ExpressionError(token.position, `"${symbol}"`);
  cursor.index += 1;
}

type Token =
  | { kind: 'number'; position: number; value: number }
  | { kind: 'word' | 'symbol' | 'end'; position: number; text: string };

// Only ASCII: a look-alike letter, digit or space of another script is not a token.
const token = /[ \t\r\n]*(?:(\d+(?:\.\d+)?|\.\d+)|([A-Za-z][A-Za-z0-9]*)|(\*\*|<=|<>|>=|[-+*/^<=>(),]))/y;
const blank = /[ \t\r\n]*/y;

/**
 * Returns the tokens of `text`, the last one of kind `end`. Throws ExpressionError at
 * the first invalid character.
 */
function tokenize(text: string): Token[] {
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
