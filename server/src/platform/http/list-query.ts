import { isStorableText } from '@azulejo/contract';
import { checkAll, invalidField } from '../api-error.ts';

/** The type of a filter's value: number, string, boolean, date or JSON. */
type Type = 'n' | 's' | 'b' | 'd' | 'j';

type Test = (value: unknown, wanted: unknown) => boolean;

/** Creates the operators of list queries. A missing member matches only `neq`, `nin` and `nlike`. */
function createOperators(compare: (one: unknown, other: unknown) => number) {
  const isEqual: Test = (value, wanted) => value === wanted;
  const isIn: Test = (value, wanted) => (wanted as unknown[]).includes(value);
  /** Compares only values of the same type. */
  const ordered =
    (holds: (order: number) => boolean): Test =>
    (value, wanted) =>
      typeof value === typeof wanted && holds(compare(value, wanted));
  const of = (test: Test, takesList = false) => ({ test, takesList });
  return {
    eq: of(isEqual),
    neq: of((value, wanted) => !isEqual(value, wanted)),
    gt: of(ordered((order) => order > 0)),
    gte: of(ordered((order) => order >= 0)),
    lt: of(ordered((order) => order < 0)),
    lte: of(ordered((order) => order <= 0)),
    in: of(isIn, true),
    nin: of((value, wanted) => !isIn(value, wanted), true),
    like: of(isLike),
    nlike: of((value, wanted) => !isLike(value, wanted)),
  };
}

type Operator = keyof ReturnType<typeof createOperators>;

/**
 * Matches a pattern in which `%` matches any text, ignoring case. Each part is searched after the previous
 * one.
 */
function isLike(value: unknown, wanted: unknown): boolean {
  if (typeof value !== 'string' || typeof wanted !== 'string') return false;
  const text = value.toLowerCase();
  const [first = '', ...parts] = wanted.toLowerCase().split('%');
  if (!text.startsWith(first)) return false;
  const last = parts.pop();
  if (last === undefined) return text === first;
  let at = first.length;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}

type Element = Readonly<Record<string, unknown>>;

/** `equals`: the texts of which the member must be one, if that is all that the filter says. */
type Filter = {
  readonly path: string;
  readonly keeps: (value: unknown) => boolean;
  readonly equals: readonly string[] | undefined;
};

/** A parsed and validated list query (android-app 2.7, ios-app 7.1). */
export type ListQuery = {
  readonly filters: readonly Filter[];
  readonly order: readonly { readonly path: string; readonly sign: 1 | -1 }[];
  /** Undefined selects all fields. */
  readonly fields: readonly string[] | undefined;
  readonly pageSize: number;
  readonly pageStart: number;
};

export type ListPage = { readonly elements: readonly Element[]; readonly size: number };

const MAX_FILTERS = 20;
const MAX_PATHS = 20;
const MAX_LENGTH = 2000;

/** Matches `op/value/type`; the value may contain slashes. */
const FILTER = /^([a-z]+)\/(.*)\/([a-z])$/s;

/**
 * Parses a query: `order_by=+a,-b.c`, `fields=a,b.c`, `page_size`, `page_start_index`, and
 * `path=op/value/type` or `path=value`. `paths` are the dotted members of the elements. Throws
 * `invalid_request` with the invalid parameter.
 */
export function readListQuery(
  query: Readonly<Record<string, unknown>>,
  paths: ReadonlySet<string>,
): ListQuery {
  const { order_by, fields, page_size, page_start_index, ...others } = query;
  const [filters, order, shown, pageSize, pageStart] = checkAll(
    () => readFilters(others, paths),
    () => readOrder(order_by, paths),
    () => readFields(fields, paths),
    () => readCount('page_size', page_size, Number.POSITIVE_INFINITY),
    () => readCount('page_start_index', page_start_index, 0),
  );
  return { filters, order, fields: shown.length === 0 ? undefined : shown, pageSize, pageStart };
}

function readFilters(
  query: Readonly<Record<string, unknown>>,
  paths: ReadonlySet<string>,
): ListQuery['filters'] {
  const filters = checkAll(
    ...Object.entries(query).map(([path, value]) => () => {
      if (!paths.has(path)) throw invalidField(path, 'is not a member of the elements in this list');
      return textsOf(path, value).map((text) => ({ path, ...readFilter(path, text) }));
    }),
  ).flat();
  if (filters.length > MAX_FILTERS)
    throw invalidField('query', `must not have more than ${MAX_FILTERS} filters`);
  return filters;
}

const readOrder = (value: unknown, paths: ReadonlySet<string>): ListQuery['order'] =>
  pathsIn('order_by', value).map((text) => {
    const path = text.replace(/^[+ -]/, '');
    if (!paths.has(path)) throw invalidField('order_by', `"${path}" is not a member of the elements`);
    return { path, sign: text.startsWith('-') ? (-1 as const) : (1 as const) };
  });

function readFields(value: unknown, paths: ReadonlySet<string>): string[] {
  const shown = pathsIn('fields', value).map((text) => text.trim());
  const unknown = shown.find(
    (path) => !paths.has(path) && ![...paths].some((one) => one.startsWith(`${path}.`)),
  );
  if (unknown !== undefined) throw invalidField('fields', `"${unknown}" is not a member of the elements`);
  return shown;
}

/** Applies the query: filters, order, pagination and fields. The sort is stable. */
export function applyListQuery(elements: readonly Element[], query: ListQuery): ListPage {
  const kept = elements
    .filter((element) => query.filters.every(({ path, keeps }) => keeps(memberAt(element, path))))
    .toSorted((one, other) => {
      for (const { path, sign } of query.order) {
        const order = compare(memberAt(one, path), memberAt(other, path));
        if (order !== 0) return sign * order;
      }
      return 0;
    });
  const page = kept.slice(query.pageStart, query.pageStart + query.pageSize);
  const { fields } = query;
  return {
    elements: fields === undefined ? page : page.map((element) => pick(element, fields)),
    size: kept.length,
  };
}

function textsOf(name: string, value: unknown): string[] {
  return [value].flat().map((text) => {
    if (typeof text !== 'string' || text.length > MAX_LENGTH || !isStorableText(text))
      throw invalidField(name, `must be text of at most ${MAX_LENGTH} characters`);
    return text;
  });
}

/** Splits the paths without trimming them: a leading plus arrives as a space. */
function pathsIn(name: string, value: unknown): string[] {
  if (value === undefined) return [];
  const paths = textsOf(name, value)
    .flatMap((text) => text.split(','))
    .filter((path) => path.trim() !== '');
  if (paths.length > MAX_PATHS) throw invalidField(name, `must not have more than ${MAX_PATHS} members`);
  return paths;
}

function readCount(name: string, value: unknown, fallback: number): number {
  if (value === undefined) return fallback;
  if (typeof value !== 'string' || !/^\d{1,9}$/.test(value))
    throw invalidField(name, 'must be a whole number');
  return Number(value);
}

const operators = createOperators(compare);
const isOperator = (name: string | undefined): name is Operator =>
  name !== undefined && Object.hasOwn(operators, name);

function readFilter(path: string, text: string): Omit<Filter, 'path'> {
  const [, name, written = '', type = ''] = FILTER.exec(text) ?? [];
  if (name === undefined) {
    // `gt/5` is more likely a mistake than a value.
    if (isOperator(text.split('/', 1)[0]) && text.includes('/'))
      throw invalidField(path, 'must be operator/value/type, with one of the types n, s, b, d and j');
    return { keeps: (value) => value !== undefined && String(value) === text, equals: [text] };
  }
  if (!isOperator(name))
    throw invalidField(
      path,
      `has the operator "${name}", which is not one of ${Object.keys(operators).join(', ')}`,
    );
  const wanted = readValue(path, written, type);
  const { takesList, test } = operators[name];
  if (takesList !== Array.isArray(wanted)) {
    const kind = takesList ? 'a JSON array' : 'one value';
    throw invalidField(path, `needs ${kind} for the operator "${name}"`);
  }
  // The elements contain times as text.
  const read = type === 'd' ? (value: unknown) => Date.parse(String(value)) : (value: unknown) => value;
  return { keeps: (value) => test(read(value), wanted), equals: equalsOf(name, wanted) };
}

function equalsOf(name: Operator, wanted: unknown): string[] | undefined {
  const texts = [wanted].flat().filter((each) => typeof each === 'string');
  const isComplete =
    name === 'in' ? texts.length === (wanted as unknown[]).length : name === 'eq' && texts.length === 1;
  return isComplete ? texts : undefined;
}

function readValue(path: string, text: string, type: string): unknown {
  const readers: Readonly<Record<Type, () => unknown>> = {
    s: () => text,
    n: () => (text.trim() === '' ? Number.NaN : Number(text)),
    b: () => ({ true: true, false: false })[text] ?? Number.NaN,
    // A plus in a query is decoded as a space.
    d: () => Date.parse(text.replace(' ', '+')),
    j: () => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        return Number.NaN;
      }
    },
  };
  if (!(type in readers))
    throw invalidField(path, `has the type "${type}", which is not one of n, s, b, d and j`);
  const value = readers[type as Type]();
  if (Number.isNaN(value)) throw invalidField(path, `has a value that is not of the type "${type}"`);
  return value;
}

function memberAt(element: unknown, path: string): unknown {
  let at = element;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Element)[name];
  }
  return at;
}

/** Compares numbers by size and everything else as text by code points. Missing values sort last. */
function compare(one: unknown, other: unknown): number {
  if (one === undefined || other === undefined)
    return Number(one === undefined) - Number(other === undefined);
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  const [a, b] = [String(one), String(other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** Returns a copy of the element with only these members, which may be nested. */
function pick(element: Element, paths: readonly string[]): Element {
  const picked: Record<string, unknown> = {};
  for (const path of paths) {
    const value = memberAt(element, path);
    if (value === undefined) continue;
    const names = path.split('.');
    const last = names.pop() as string;
    let at = picked;
    for (const name of names) {
      at[name] = { ...(at[name] as object | undefined) };
      at = at[name] as Record<string, unknown>;
    }
    at[last] = value;
  }
  return picked;
}
