import type { Arguments, Callable, Run } from './calls.ts';
import { callMethod } from './methods.ts';
import { CONSTANTS, FILTERS, FUNCTIONS, TESTS } from './names.ts';
import { OPERATORS } from './operators.ts';
import { filterOf, type Node, nodeIn, nodesIn, testIn } from './program.ts';
import { createWriter, written } from './text.ts';
import { memberOfTime } from './times.ts';
import {
  dictOf,
  Failed,
  fail,
  floatOf,
  isFloat,
  isNumeric,
  isTrue,
  itemsOf,
  keyOf,
  MAX_ITEMS,
  MAX_TEXT,
  Namespace,
  numeric,
  textIn,
} from './values.ts';

const MAX_STEPS = 20_000;
const MAX_DEPTH = 100;

/** The variables of a loop or a macro, with those around it. */
type Scope = { readonly variables: Map<string, unknown>; readonly outer: Scope | undefined };

const within = (outer: Scope | undefined): Scope => ({ variables: new Map(), outer });

/** Ends a loop, or one turn of it. */
class LoopEnd extends Error {
  readonly isBreak: boolean;
  constructor(isBreak: boolean) {
    super();
    this.isBreak = isBreak;
  }
}

/** Evaluates a template. */
class Interpreter {
  #steps = 0;
  #depth = 0;
  readonly #check: () => void;

  constructor(check: () => void) {
    this.#check = check;
  }

  readonly #run: Run = {
    filter: (name, value, ...rest) =>
      this.#called(FILTERS, name, { positional: [value, ...rest], named: new Map() }),
    test: (name, value, ...rest) =>
      isTrue(this.#called(TESTS, name, { positional: [value, ...rest], named: new Map() })),
  };

  run(program: Node, variables: Readonly<Record<string, unknown>>): string {
    const globals = new Map(Object.entries({ ...CONSTANTS, ...variables }));
    return this.#block(nodesIn(program['body']), within({ variables: globals, outer: undefined }));
  }

  #called(table: Readonly<Record<string, Callable>>, name: string, given: Arguments): unknown {
    this.#step();
    const callable = Object.hasOwn(table, name) ? table[name] : undefined;
    return (callable ?? fail(`no ${name}`))(given, this.#run);
  }

  #step(): void {
    this.#steps += 1;
    if (this.#steps > MAX_STEPS) throw new Failed('too many steps');
    this.#check();
  }

  /** Writes statements one after another. */
  #block(nodes: readonly Node[], scope: Scope): string {
    const writer = createWriter();
    for (const node of nodes)
      writer.add(isStatement(node) ? this.#execute(node, scope) : written(this.#evaluate(node, scope)));
    return writer.text();
  }

  #execute(node: Node, scope: Scope): string {
    this.#step();
    switch (node.type) {
      case 'Comment':
        return '';
      case 'If':
        return this.#block(
          nodesIn(isTrue(this.#evaluate(nodeIn(node['test']), scope)) ? node['body'] : node['alternate']),
          scope,
        );
      case 'For':
        return this.#loop(node, scope);
      case 'Set':
        this.#assign(node, scope);
        return '';
      case 'Macro':
        scope.variables.set(String(nodeIn(node['name'])['value']), new Macro(node, scope));
        return '';
      case 'FilterStatement': {
        const { name, args } = filterOf(node);
        const { positional, named } = this.#argumentsOf(args, scope);
        const text = this.#block(nodesIn(node['body']), scope);
        return written(this.#called(FILTERS, name, { positional: [text, ...positional], named }));
      }
      case 'Break':
        throw new LoopEnd(true);
      case 'Continue':
        throw new LoopEnd(false);
      default:
        throw new Failed(`no ${node.type}`);
    }
  }

  #loop(node: Node, outer: Scope): string {
    const iterable = nodeIn(node['iterable']);
    const isChosen = iterable.type === 'SelectExpression';
    const all = itemsOf(this.#evaluate(isChosen ? nodeIn(iterable['lhs']) : iterable, outer));
    const items = isChosen
      ? all.filter((item) => {
          const scope = within(outer);
          bind(nodeIn(node['loopvar']), item, scope);
          return isTrue(this.#evaluate(nodeIn(iterable['test']), scope));
        })
      : all;
    if (items.length === 0) return this.#block(nodesIn(node['defaultBlock']), outer);
    const writer = createWriter();
    for (const [index, item] of items.entries()) {
      const scope = within(outer);
      bind(nodeIn(node['loopvar']), item, scope);
      scope.variables.set('loop', loopAt(index, items));
      try {
        writer.add(this.#block(nodesIn(node['body']), scope));
      } catch (error) {
        if (!(error instanceof LoopEnd)) throw error;
        if (error.isBreak) break;
      }
    }
    return writer.text();
  }

  #assign(node: Node, scope: Scope): void {
    const value = node['value']
      ? this.#evaluate(nodeIn(node['value']), scope)
      : this.#block(nodesIn(node['body']), scope);
    const target = nodeIn(node['assignee']);
    if (target.type !== 'MemberExpression') {
      bind(target, value, scope);
      return;
    }
    const space = this.#evaluate(nodeIn(target['object']), scope);
    if (!(space instanceof Namespace)) throw new Failed('no namespace');
    space.values.set(String(nodeIn(target['property'])['value']), value);
  }

  #evaluate(node: Node, scope: Scope): unknown {
    this.#step();
    this.#depth += 1;
    try {
      if (this.#depth > MAX_DEPTH) throw new Failed('expressions that are nested too deeply');
      return limited(this.#valueOf(node, scope));
    } finally {
      this.#depth -= 1;
    }
  }

  #valueOf(node: Node, scope: Scope): unknown {
    const of = (key: string) => this.#evaluate(nodeIn(node[key]), scope);
    switch (node.type) {
      case 'IntegerLiteral':
      case 'StringLiteral':
        return node['value'];
      case 'FloatLiteral':
        return floatOf(Number(node['value']));
      case 'ArrayLiteral':
      case 'TupleLiteral':
        return nodesIn(node['value']).map((item) => this.#evaluate(item, scope));
      case 'ObjectLiteral':
        return new Map(
          [...(node['value'] as Map<Node, Node>)].map(([key, value]) => [
            keyOf(this.#evaluate(key, scope)),
            this.#evaluate(value, scope),
          ]),
        );
      case 'Identifier':
        return lookup(String(node['value']), scope);
      case 'MemberExpression':
        return this.#member(node, scope);
      case 'CallExpression':
        return this.#callOf(node, scope);
      case 'FilterExpression':
        return this.#filtered(node, scope);
      case 'BinaryExpression':
        return this.#binary(node, scope);
      case 'UnaryExpression':
        return unary(String((node['operator'] as { value: string }).value), of('argument'));
      case 'Ternary':
        return isTrue(of('condition')) ? of('trueExpr') : of('falseExpr');
      case 'SelectExpression':
        return isTrue(of('test')) ? of('lhs') : undefined;
      default:
        throw new Failed(`no ${node.type}`);
    }
  }

  #member(node: Node, scope: Scope): unknown {
    const own = this.#evaluate(nodeIn(node['object']), scope);
    const property = nodeIn(node['property']);
    if (property.type === 'SliceExpression') {
      const [start, stop, by] = ['start', 'stop', 'step'].map((key) =>
        property[key] ? this.#evaluate(nodeIn(property[key]), scope) : undefined,
      );
      return sliced(own, start, stop, by);
    }
    const isName = node['computed'] !== true && property.type === 'Identifier';
    return memberOf(own, isName ? property['value'] : this.#evaluate(property, scope));
  }

  #callOf(node: Node, scope: Scope): unknown {
    const callee = nodeIn(node['callee']);
    const given = this.#argumentsOf(nodesIn(node['args']), scope);
    if (callee.type === 'MemberExpression') {
      const own = this.#evaluate(nodeIn(callee['object']), scope);
      const property = nodeIn(callee['property']);
      const name = callee['computed'] === true ? this.#evaluate(property, scope) : property['value'];
      if (own instanceof Loop && name === 'cycle') return cycled(own, given.positional);
      return callMethod(own, textIn(name), given);
    }
    const own = callee.type === 'Identifier' ? find(String(callee['value']), scope) : undefined;
    if (own instanceof Macro) return this.#callMacro(own, given);
    return this.#called(FUNCTIONS, textIn(callee['value']), given);
  }

  #callMacro({ node, scope: outer }: Macro, { positional, named }: Arguments): string {
    const scope = within(outer);
    for (const [index, parameter] of nodesIn(node['args']).entries()) {
      const isOptional = parameter.type === 'KeywordArgumentExpression';
      const name = String(isOptional ? nodeIn(parameter['key'])['value'] : parameter['value']);
      const given = positional[index] ?? named.get(name);
      const value = given ?? (isOptional ? this.#evaluate(nodeIn(parameter['value']), scope) : undefined);
      scope.variables.set(name, value);
    }
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) throw new Failed('macros that are nested too deeply');
    const text = this.#block(nodesIn(node['body']), scope);
    this.#depth -= 1;
    return text;
  }

  #argumentsOf(nodes: readonly Node[], scope: Scope): Arguments {
    const positional: unknown[] = [];
    const named = new Map<string, unknown>();
    for (const node of nodes)
      if (node.type === 'KeywordArgumentExpression')
        named.set(String(nodeIn(node['key'])['value']), this.#evaluate(nodeIn(node['value']), scope));
      else if (node.type === 'SpreadExpression')
        positional.push(...itemsOf(this.#evaluate(nodeIn(node['argument']), scope)));
      else if (node.type === 'KeywordSpreadExpression')
        for (const [key, value] of dictOf(this.#evaluate(nodeIn(node['argument']), scope)) ?? [])
          named.set(textIn(key), value);
      else positional.push(this.#evaluate(node, scope));
    return { positional, named };
  }

  #filtered(node: Node, scope: Scope): unknown {
    const value = this.#evaluate(nodeIn(node['operand']), scope);
    const { name, args } = filterOf(node);
    const { positional, named } = this.#argumentsOf(args, scope);
    const test = testIn(name);
    if (test)
      return (
        isTrue(this.#called(TESTS, test.test, { positional: [value, ...positional], named })) !==
        test.isNegated
      );
    return this.#called(FILTERS, name, { positional: [value, ...positional], named });
  }

  #binary(node: Node, scope: Scope): unknown {
    const operator = String((node['operator'] as { value: string }).value);
    const left = this.#evaluate(nodeIn(node['left']), scope);
    if (operator === 'and' && !isTrue(left)) return left;
    if (operator === 'or' && isTrue(left)) return left;
    const right = this.#evaluate(nodeIn(node['right']), scope);
    if (operator === 'and' || operator === 'or') return right;
    return (OPERATORS[operator] ?? fail(`no operator ${operator}`))(left, right);
  }
}

/** Evaluates a template with variables. `check` is called at each step, and throws when the time is over. */
export const interpret = (
  program: Node,
  variables: Readonly<Record<string, unknown>>,
  check: () => void,
): string => new Interpreter(check).run(program, variables);

const STATEMENTS = new Set([
  'Comment',
  'If',
  'For',
  'Set',
  'Macro',
  'FilterStatement',
  'Break',
  'Continue',
  'CallStatement',
]);

const isStatement = ({ type }: Node): boolean => STATEMENTS.has(type);

class Macro {
  readonly node: Node;
  readonly scope: Scope;
  constructor(node: Node, scope: Scope) {
    this.node = node;
    this.scope = scope;
  }
}

function find(name: string, scope: Scope): unknown {
  for (let at: Scope | undefined = scope; at; at = at.outer)
    if (at.variables.has(name)) return at.variables.get(name);
  return undefined;
}

const lookup = (name: string, scope: Scope): unknown => {
  const value = find(name, scope);
  return value instanceof Macro ? fail('a macro that is not called') : value;
};

/** Gives a value to a variable, or its items to several. */
function bind(target: Node, value: unknown, scope: Scope): void {
  if (target.type === 'Identifier') return void scope.variables.set(String(target['value']), value);
  if (target.type !== 'TupleLiteral') throw new Failed('no variable');
  const [names, items] = [nodesIn(target['value']), itemsOf(value)];
  if (names.length !== items.length) throw new Failed('not as many items as variables');
  for (const [index, name] of names.entries()) bind(name, items[index], scope);
}

/** The variable `loop` within a loop. */
class Loop extends Map<unknown, unknown> {}

const loopAt = (index: number, items: readonly unknown[]) => {
  const { length } = items;
  return new Loop([
    ...Object.entries({ index: index + 1, index0: index, first: index === 0, last: index === length - 1 }),
    ...Object.entries({ length, revindex: length - index, revindex0: length - index - 1 }),
    ...Object.entries({ previtem: items[index - 1], nextitem: items[index + 1] }),
  ]);
};

/** Returns one value in each round of a loop, one after another. */
const cycled = (loop: Loop, values: readonly unknown[]): unknown =>
  values.length === 0 ? fail('nothing to cycle') : values[Number(loop.get('index0')) % values.length];

/** Returns a member of a value; undefined for none. Throws Failed for a member of nothing, as Jinja does. */
function memberOf(own: unknown, key: unknown): unknown {
  if (own === undefined) throw new Failed('a member of nothing');
  if (typeof own === 'string' || Array.isArray(own))
    return isNumeric(key)
      ? typeof own === 'string'
        ? Array.from(own).at(numeric(key))
        : own.at(numeric(key))
      : undefined;
  return memberOfTime(own, key) ?? dictOf(own)?.get(keyOf(key));
}

function sliced(own: unknown, start: unknown, stop: unknown, step: unknown): unknown {
  const items = typeof own === 'string' ? Array.from(own) : Array.isArray(own) ? own : fail('no list');
  const by = step === undefined ? 1 : numeric(step);
  if (by === 0 || !Number.isInteger(by)) throw new Failed('a step that is none');
  const at = (value: unknown, fallback: number): number => {
    if (value === undefined || value === null) return fallback;
    const index = numeric(value);
    return index < 0 ? index + items.length : index;
  };
  const last = items.length - 1;
  const from = by > 0 ? Math.max(0, at(start, 0)) : Math.min(last, at(start, last));
  const to = by > 0 ? Math.min(items.length, at(stop, items.length)) : Math.max(-1, at(stop, -1));
  const result: unknown[] = [];
  for (let index = from; by > 0 ? index < to : index > to; index += by) result.push(items[index]);
  return typeof own === 'string' ? result.join('') : result;
}

function unary(operator: string, value: unknown): unknown {
  if (operator === 'not') return !isTrue(value);
  const number = operator === '-' ? -numeric(value) : numeric(value);
  return isFloat(value) ? floatOf(number) : number;
}

/** Returns a value that is not too long. Throws Failed for others. */
function limited(value: unknown): unknown {
  const isLong =
    typeof value === 'string' ? value.length > MAX_TEXT : Array.isArray(value) && value.length > MAX_ITEMS;
  return isLong ? fail('a value that is too long') : value;
}
