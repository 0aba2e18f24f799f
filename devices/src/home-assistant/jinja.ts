import { Environment, Interpreter, parse, tokenize } from '@huggingface/jinja';
import { entryOf } from '../entry-of.ts';
import { NotMapped, numberOf, textOf } from './text.ts';

/** Returns the text that a template makes of the variables; undefined when it fails. */
export type Jinja = (variables: Readonly<Record<string, unknown>>) => string | undefined;

type Node = { readonly type: string } & Readonly<Record<string, unknown>>;

/** The interpreter's own declarations cannot be resolved under Node's rules, so what is used is declared here. */
type Evaluate = (node: Node | undefined, scope: object) => { readonly value: unknown };
type Running = { evaluate: Evaluate; run(program: Node): { readonly value: unknown } };

const MAX_SOURCE = 2_048;
/** Limits every text and list that is created while a template is evaluated. */
const MAX_TEXT = 16_384;
const MAX_ITEMS = 1_000;
const MAX_STEPS = 2_000;
/** The maximum length of an inserted or replacing text, so that one step cannot produce a long text. */
const MAX_INSERTED = 32;

/** Filters of the interpreter that templates may use. Others (`indent`) can make a text of any length. */
const FILTERS = new Set([
  ...['abs', 'capitalize', 'default', 'first', 'float', 'int', 'items', 'join', 'last', 'length', 'list'],
  ...['lower', 'replace', 'reverse', 'safe', 'string', 'title', 'tojson', 'trim', 'upper'],
]);

/** Statements that repeat, or that make functions. */
const REFUSED = new Set(['For', 'Macro', 'CallStatement', 'FilterStatement', 'Break', 'Continue']);

/** Functions and filters of Home Assistant that the interpreter does not have. */
const FUNCTIONS: Readonly<Record<string, (...values: unknown[]) => unknown>> = {
  bool: (value, fallback) => booleanOf(value) ?? fallback ?? null,
  float: (value, fallback) => numberOf(value) ?? fallback ?? 0,
  iif: (test, yes = true, no = false) => (booleanOf(test) ? yes : no),
  int: (value, fallback) => {
    const number = numberOf(value);
    return number === undefined ? (fallback ?? 0) : Math.trunc(number);
  },
  is_defined: (value) => value,
  is_number: (value) => numberOf(value) !== undefined,
  multiply: (value, by) => (numberOf(value) ?? 0) * (numberOf(by) ?? 0),
  round: (value, digits = 0) => {
    const scale = 10 ** Math.min(12, Math.max(0, numberOf(digits) ?? 0));
    return Math.round((numberOf(value) ?? 0) * scale) / scale;
  },
};
/** Names of Home Assistant for filters of the interpreter. */
const RENAMED: Readonly<Record<string, string>> = { to_json: 'tojson', d: 'default', count: 'length' };

function booleanOf(value: unknown): boolean | undefined {
  const text = textOf(value)?.toLowerCase();
  if (['true', 'yes', 'on', 'enable', '1'].includes(text ?? '')) return true;
  return ['false', 'no', 'off', 'disable', '0'].includes(text ?? '') ? false : undefined;
}

/**
 * Returns the function of a template that comes over the network. The template is interpreted, never compiled
 * to code; it may not loop, and its steps and the lengths of its values are limited. Throws NotMapped.
 */
export function createJinja(source: string): Jinja {
  if (source.length > MAX_SOURCE) throw new NotMapped('a template that is too long');
  const program = parsed(source);
  check(program);
  return (variables) => {
    try {
      return evaluate(program, variables);
    } catch {
      return undefined;
    }
  };
}

function parsed(source: string): Node {
  try {
    return parse(tokenize(source, { lstrip_blocks: true, trim_blocks: true }));
  } catch {
    throw new NotMapped('a template that cannot be read');
  }
}

/** Returns the name and the arguments of a filter: `round(1)` has one. */
function filterOf({ filter }: Node): { name: string; args: readonly Node[] } {
  const { callee, args } = filter as { callee?: Node; args?: readonly Node[] };
  const name = String((callee ?? (filter as Node))['value']);
  return { name: entryOf(RENAMED, name) ?? name, args: args ?? [] };
}

/** Throws NotMapped for what may take long, or what the interpreter does not have. */
function check(node: unknown): void {
  if (Array.isArray(node)) for (const each of node) check(each);
  else if (node instanceof Map) check([...node].flat());
  else if (isNode(node)) {
    if (REFUSED.has(node.type)) throw new NotMapped('a template with a loop or a macro');
    if (node.type === 'FilterExpression') {
      const { name, args } = filterOf(node);
      if (!FILTERS.has(name) && !Object.hasOwn(FUNCTIONS, name))
        throw new NotMapped(`a template with the filter ${name}`);
      checkInserted(name, args);
      check(node['operand']);
      check(args);
      return;
    }
    if (node.type === 'CallExpression') {
      const callee = node['callee'] as Node;
      const isKnown = callee.type !== 'Identifier' || Object.hasOwn(FUNCTIONS, String(callee['value']));
      if (!isKnown) throw new NotMapped(`a template with the function ${String(callee['value'])}`);
      const method = callee['property'] as Node | undefined;
      checkInserted(String(method?.['value']), node['args'] as readonly Node[]);
    }
    if (node.type === 'KeywordArgumentExpression' && (node['key'] as Node)['value'] === 'indent')
      throw new NotMapped('a template that indents');
    for (const value of Object.values(node)) if (typeof value === 'object') check(value);
  }
}

function checkInserted(name: string, args: readonly Node[]): void {
  if (name !== 'replace' && name !== 'join') return;
  const isShort = ({ type, value }: Node) =>
    type === 'StringLiteral' && typeof value === 'string' && value.length <= MAX_INSERTED;
  if (!args.every(isShort)) throw new NotMapped(`a template with a long or computed ${name}`);
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function evaluate(program: Node, variables: Readonly<Record<string, unknown>>): string {
  const environment = new Environment();
  for (const [name, value] of Object.entries({ ...CONSTANTS, ...FUNCTIONS, ...variables }))
    environment.set(name, value);
  const interpreter: Running = new Interpreter(environment);
  // Every node is evaluated through this method, so that steps and values can be limited here.
  const original = interpreter.evaluate.bind(interpreter);
  let steps = 0;
  interpreter.evaluate = (node, scope) => {
    steps += 1;
    if (steps > MAX_STEPS) throw new Error('The template takes too long.');
    const result = original(node && withFunctions(node), scope);
    const { value } = result;
    const isLong =
      typeof value === 'string' ? value.length > MAX_TEXT : Array.isArray(value) && value.length > MAX_ITEMS;
    if (isLong) throw new Error('A value of the template is too long.');
    return result;
  };
  return String(interpreter.run(program).value).trim();
}

const CONSTANTS = { true: true, false: false, none: null, True: true, False: false, None: null };

/** Returns the call of our function for a filter that the interpreter lacks or has without arguments. */
function withFunctions(node: Node): Node {
  if (node.type !== 'FilterExpression') return node;
  const { name, args } = filterOf(node);
  if (Object.hasOwn(FUNCTIONS, name)) {
    const callee = { type: 'Identifier', value: name };
    return { type: 'CallExpression', callee, args: [node['operand'], ...args] };
  }
  const identifier = { type: 'Identifier', value: name };
  const filter = args.length === 0 ? identifier : { type: 'CallExpression', callee: identifier, args };
  return { type: 'FilterExpression', operand: node['operand'], filter };
}
