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
/** Processor time of one evaluation, and of all evaluations for one message. A usual one takes 0.02 ms. */
const MAX_EVALUATION_MS = 50;
const MAX_MESSAGE_MS = 250;

/** Thrown when the templates of a device take more time than is allowed. */
export class TemplateTooSlow extends Error {}

/** The filters that the interpreter has. */
const FILTERS = new Set([
  ...['abs', 'bool', 'capitalize', 'default', 'first', 'float', 'indent', 'int', 'items', 'join', 'last'],
  ...['length', 'list', 'lower', 'map', 'rejectattr', 'replace', 'reverse', 'safe', 'selectattr', 'sort'],
  ...['string', 'title', 'tojson', 'trim', 'unique', 'upper'],
]);

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

/** The processor time that the evaluations for the current message have taken; undefined between messages. */
let usedMs: number | undefined;

/** Runs what evaluates the templates for one message. Throws TemplateTooSlow when they take too long together. */
export function evaluateMessage<Result>(run: () => Result): Result {
  usedMs = 0;
  try {
    return run();
  } finally {
    usedMs = undefined;
  }
}

/**
 * Returns the function of a template that comes over the network. The template is interpreted, never compiled
 * to code. A single step may take long, or much memory, so only a process that may be ended calls the function
 * (decision 0126). Throws NotMapped; the function throws TemplateTooSlow.
 */
export function createJinja(source: string): Jinja {
  if (source.length > MAX_SOURCE) throw new NotMapped('a template that is too long');
  const program = parsed(source);
  check(program);
  return (variables) => {
    try {
      return evaluate(program, variables);
    } catch (error) {
      if (error instanceof TemplateTooSlow) throw error;
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

/** Throws NotMapped for filters and functions that the interpreter does not have. */
function check(node: unknown): void {
  if (Array.isArray(node)) for (const each of node) check(each);
  else if (node instanceof Map) check([...node].flat());
  else if (isNode(node)) {
    if (node.type === 'FilterExpression') {
      const { name, args } = filterOf(node);
      if (!FILTERS.has(name) && !Object.hasOwn(FUNCTIONS, name))
        throw new NotMapped(`a template with the filter ${name}`);
      check(node['operand']);
      check(args);
      return;
    }
    if (node.type === 'CallExpression') {
      const callee = node['callee'] as Node;
      const isKnown = callee.type !== 'Identifier' || Object.hasOwn(FUNCTIONS, String(callee['value']));
      if (!isKnown) throw new NotMapped(`a template with the function ${String(callee['value'])}`);
    }
    for (const value of Object.values(node)) if (typeof value === 'object') check(value);
  }
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

const processorMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Returns a function that throws TemplateTooSlow when too much time has passed, and one that counts it as used. */
function startClock() {
  const [began, beganProcessor] = [performance.now(), processorMs()];
  const leftMs = Math.min(MAX_EVALUATION_MS, MAX_MESSAGE_MS - (usedMs ?? 0));
  return {
    check: () => {
      // A busy machine may run this process late, so the processor time decides; reading it takes longer.
      if (performance.now() - began > leftMs && processorMs() - beganProcessor > leftMs)
        throw new TemplateTooSlow();
    },
    stop: () => {
      if (usedMs !== undefined) usedMs += processorMs() - beganProcessor;
    },
  };
}

function evaluate(program: Node, variables: Readonly<Record<string, unknown>>): string {
  const clock = startClock();
  try {
    const environment = new Environment();
    for (const [name, value] of Object.entries({ ...CONSTANTS, ...FUNCTIONS, ...variables }))
      environment.set(name, value);
    const interpreter: Running = new Interpreter(environment);
    limit(interpreter, clock.check);
    const { value } = interpreter.run(program);
    clock.check();
    return String(value).trim();
  } catch (error) {
    // A step that fails may have taken long before.
    clock.check();
    throw error;
  } finally {
    clock.stop();
  }
}

/** Limits the steps and values of an evaluation. Every node is evaluated through the method that is replaced. */
function limit(interpreter: Running, checkTime: () => void): void {
  const original = interpreter.evaluate.bind(interpreter);
  let steps = 0;
  interpreter.evaluate = (node, scope) => {
    steps += 1;
    if (steps > MAX_STEPS) throw new Error('The template takes too many steps.');
    const result = original(node && withFunctions(node), scope);
    checkTime();
    const { value } = result;
    const isLong =
      typeof value === 'string' ? value.length > MAX_TEXT : Array.isArray(value) && value.length > MAX_ITEMS;
    if (isLong) throw new Error('A value of the template is too long.');
    return result;
  };
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
