import { parse, tokenize } from '@huggingface/jinja';
import { NotMapped } from '../text.ts';

/** A node of a template. The parser's own declarations cannot be resolved under Node's rules. */
export type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

type Token = { readonly value: string; readonly type: string };

const MAX_SOURCE = 2_048;

export const nodeIn = (value: unknown): Node => value as Node;
export const nodesIn = (value: unknown): readonly Node[] => (value ?? []) as readonly Node[];

/** Reads a template. Throws NotMapped. */
export function programOf(source: string): Node {
  if (source.length > MAX_SOURCE) throw new NotMapped('template_too_long');
  try {
    const tokens = tokenize(inCode(source)) as readonly Token[];
    return parse(withTests(tokens) as never) as unknown as Node;
  } catch {
    throw new NotMapped('template_not_read');
  }
}

/** Rewrites what Python can read and the tokenizer cannot, in the code of a template. */
const inCode = (source: string): string =>
  source.replace(/\{[{%].*?[}%]\}/gs, (code) => withNumbers(withEscapes(code)));

/** Doubles the backslashes that Python leaves as they are, such as those of `'\d'`. */
const withEscapes = (code: string): string =>
  code.replace(/\\(.)/gs, (found, letter: string) => (/[ntrbfv'"\\xu]/.test(letter) ? found : `\\${found}`));

const TEXT_OR_NUMBER =
  /'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"|(?<![\w.])\d[\d_]*(?:\.\d[\d_]*)?(?:e[+-]?\d+)?(?![\w.])/gis;

/** Writes numbers such as `1e3` and `1_000` by their digits alone. */
const withNumbers = (code: string): string =>
  code.replace(TEXT_OR_NUMBER, (found) => {
    if (/^['"]/.test(found) || !/[e_]/i.test(found)) return found;
    const text = String(Number(found.replaceAll('_', '')));
    return /[.e]/i.test(found) && !text.includes('.') ? `${text}.0` : text;
  });

const KEYWORDS = new Set(['and', 'or', 'not', 'if', 'else', 'is', 'in']);
const LITERALS = new Set(['NumericLiteral', 'StringLiteral', 'Identifier']);

/** The prefix that makes the name of a test one of a filter, such as `is match`. */
const TEST = 'is ';
const NEGATED = 'is not ';

/** Returns the test that a filter's name means, and whether it is negated. */
export function testIn(name: string): { readonly test: string; readonly isNegated: boolean } | undefined {
  if (name.startsWith(NEGATED)) return { test: name.slice(NEGATED.length), isNegated: true };
  return name.startsWith(TEST) ? { test: name.slice(TEST.length), isNegated: false } : undefined;
}

/**
 * Writes tests as filters, which bind equally: `x is not match('a')` as `x | NAME('a')`. The parser has no tests with
 * arguments, neither in parentheses nor without (`is divisibleby 3`, `is in [1, 2]`).
 */
function withTests(tokens: readonly Token[]): Token[] {
  const written: Token[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const isTest = token.type === 'Identifier' && token.value === 'is' && !isAfterDot(tokens[at - 1]);
    if (!isTest) {
      written.push(token);
      continue;
    }
    const isNegated = tokens[at + 1]?.value === 'not';
    at += isNegated ? 2 : 1;
    const name = `${isNegated ? NEGATED : TEST}${tokens[at]?.value}`;
    written.push({ value: '|', type: 'Pipe' }, { value: name, type: 'Identifier' });
    const end = endOfArgument(tokens, at + 1);
    if (end === at + 1) continue;
    written.push({ value: '(', type: 'OpenParen' });
    written.push(...withTests(tokens.slice(at + 1, end)), { value: ')', type: 'CloseParen' });
    at = end - 1;
  }
  return written;
}

const isAfterDot = (token: Token | undefined): boolean =>
  token?.type === 'Dot' || token?.type === 'OpenStatement';

/** Returns the index after the argument of a test that has no parentheses; the same index for none. */
function endOfArgument(tokens: readonly Token[], from: number): number {
  const first = tokens[from];
  if (first?.type === 'OpenSquareBracket' || first?.type === 'OpenCurlyBracket')
    return endOfBrackets(tokens, from);
  if (!first || !LITERALS.has(first.type) || KEYWORDS.has(first.value)) return from;
  let end = from + 1;
  while (['Dot', 'OpenSquareBracket'].includes(tokens[end]?.type ?? ''))
    end = tokens[end]?.type === 'Dot' ? end + 2 : endOfBrackets(tokens, end);
  return end;
}

function endOfBrackets(tokens: readonly Token[], from: number): number {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    if (/^Open(Square|Curly)Bracket$|^OpenParen$/.test(tokens[at]?.type ?? '')) depth += 1;
    if (/^Close(Square|Curly)Bracket$|^CloseParen$/.test(tokens[at]?.type ?? '')) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return tokens.length;
}

export type Names = { readonly filters: object; readonly tests: object; readonly functions: object };

/** Returns the name and the arguments of a filter: `round(1)` has one. */
export function filterOf({ filter }: Node): { readonly name: string; readonly args: readonly Node[] } {
  const { callee, args } = nodeIn(filter);
  return { name: String(nodeIn(callee ?? filter)['value']), args: nodesIn(args) };
}

/** Throws NotMapped for filters, tests and functions that there are not. */
export function checkNames(program: Node, names: Names): void {
  const macros = new Set<unknown>();
  const check = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) check(item);
    else if (value instanceof Map) check([...value].flat());
    else if (isNode(value)) checkNode(value);
  };
  const checkNode = (node: Node): void => {
    if (node.type === 'Macro') macros.add(nodeIn(node['name'])['value']);
    if (node.type === 'FilterExpression') {
      const { name, args } = filterOf(node);
      checkFilter(name, names);
      check([node['operand'], args]);
      return;
    }
    const { type, value: name } = node.type === 'CallExpression' ? nodeIn(node['callee']) : node;
    if (node.type === 'CallExpression' && type === 'Identifier' && !macros.has(name))
      if (!Object.hasOwn(names.functions, String(name)))
        throw new NotMapped('template_function', String(name));
    check(Object.values(node));
  };
  check(program);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function checkFilter(name: string, { filters, tests }: Names): void {
  const test = testIn(name);
  if (test && !Object.hasOwn(tests, test.test)) throw new NotMapped('template_test', test.test);
  if (!test && !Object.hasOwn(filters, name)) throw new NotMapped('template_filter', name);
}
