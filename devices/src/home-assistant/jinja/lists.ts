import { type Callable, fn, type Run, variadic } from './calls.ts';
import { createWriter, written } from './text.ts';
import {
  compared,
  dictOf,
  Failed,
  fail,
  floatOf,
  isEqual,
  isFloat,
  isTrue,
  itemsOf,
  keyOf,
  MAX_ITEMS,
  numeric,
  textIn,
} from './values.ts';

/** Returns a member of a dictionary or a list by a path such as `a.b` or `0`; undefined for none. */
function attributeOf(value: unknown, path: unknown): unknown {
  const steps = typeof path === 'string' ? path.split('.') : [path];
  return steps.reduce<unknown>((own, step) => {
    if (Array.isArray(own)) return own.at(Number(step));
    return dictOf(own)?.get(keyOf(step));
  }, value);
}

const withoutCase = (value: unknown): unknown => (typeof value === 'string' ? value.toLowerCase() : value);

const sorted = (items: readonly unknown[], by: (item: unknown) => unknown, isReverse: boolean): unknown[] =>
  items.toSorted((one, other) => (isReverse ? -1 : 1) * compared(by(one), by(other)));

/** Returns how items are compared: by a member of them, and without upper case unless that matters. */
const keyBy = (attribute: unknown, isCaseSensitive: unknown) => (item: unknown) => {
  const own = attribute === undefined || attribute === null ? item : attributeOf(item, attribute);
  return isTrue(isCaseSensitive) ? own : withoutCase(own);
};

const extreme = (isHighest: boolean): Callable =>
  variadic((values, _run, named) => {
    const by = keyBy(named.get('attribute'), named.get('case_sensitive'));
    const items = values.length === 1 ? itemsOf(values[0]) : values;
    const [first] = sorted(items, by, isHighest);
    return first;
  });

function sum(items: readonly unknown[], start: unknown): unknown {
  const total = items.reduce<number>((result, each) => result + numeric(each), numeric(start ?? 0));
  return [start, ...items].some(isFloat) ? floatOf(total) : total;
}

/** Returns the items for which a test holds; without the name of a test, those that count as true. */
const chosen = (isAttribute: boolean, isWanted: boolean): Callable =>
  variadic((values, run) => {
    const [list, ...rest] = values;
    const [attribute, name, ...more] = isAttribute ? rest : [undefined, ...rest];
    const holds = (item: unknown) => {
      const own = isAttribute ? attributeOf(item, attribute) : item;
      return name === undefined ? isTrue(own) : run.test(textIn(name), own, ...more);
    };
    return itemsOf(list).filter((item) => holds(item) === isWanted);
  });

function mapped(
  [list, name, ...rest]: readonly unknown[],
  run: Run,
  named: ReadonlyMap<string, unknown>,
): unknown {
  if (named.has('attribute'))
    return itemsOf(list).map((item) => attributeOf(item, named.get('attribute')) ?? named.get('default'));
  return itemsOf(list).map((item) => run.filter(textIn(name), item, ...rest));
}

function joined(items: readonly unknown[], separator: unknown): string {
  const writer = createWriter();
  for (const [index, item] of items.entries()) {
    if (index > 0) writer.add(written(separator ?? ''));
    writer.add(written(item));
  }
  return writer.text();
}

function unique(items: readonly unknown[]): unknown[] {
  const kept: unknown[] = [];
  for (const item of items)
    if (!kept.some((each) => isEqual(withoutCase(each), withoutCase(item)))) kept.push(item);
  return kept;
}

function range(from: number, to: number, step: number): number[] {
  const count = Math.ceil((to - from) / step);
  if (step === 0 || !(count <= MAX_ITEMS)) throw new Failed('a range that is too long');
  return Array.from({ length: Math.max(0, count) }, (_, index) => from + index * step);
}

function chunks(items: readonly unknown[], size: number): unknown[][] {
  if (!(size >= 1)) throw new Failed('a size that is none');
  return Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  );
}

const flat = (items: readonly unknown[], levels: number): unknown[] => {
  const result = items.flatMap((item) =>
    Array.isArray(item) ? (levels > 0 ? flat(item, levels - 1) : [item]) : [item],
  );
  if (result.length > MAX_ITEMS) throw new Failed('a list that is too long');
  return result;
};

const countOf = (value: unknown): number =>
  typeof value === 'string'
    ? value.length
    : Array.isArray(value)
      ? value.length
      : (dictOf(value)?.size ?? itemsOf(value).length);

export const has = (list: unknown, value: unknown): boolean =>
  typeof list === 'string'
    ? list.includes(textIn(value))
    : (dictOf(list)?.has(keyOf(value)) ?? itemsOf(list).some((each) => isEqual(each, value)));

const pairs = (value: unknown): unknown[] =>
  [...(dictOf(value) ?? new Map())].map(([key, own]) => [key, own]);

/** Filters and functions of lists and dictionaries. */
export const LISTS: Readonly<Record<string, Callable>> = {
  batch: fn('value linecount', ({ value, linecount }) => chunks(itemsOf(value), numeric(linecount))),
  combine: variadic((dictionaries) => {
    const all = dictionaries.flatMap((each) => [...(dictOf(each) ?? fail('no dictionary'))]);
    return new Map(all.slice(0, MAX_ITEMS));
  }),
  contains: fn('value item', ({ value, item }) => has(value, item)),
  count: fn('value', ({ value }) => countOf(value)),
  dictsort: fn('value case_sensitive by reverse', ({ value, case_sensitive, by, reverse }) =>
    sorted(pairs(value), keyBy(by === 'value' ? 1 : 0, case_sensitive), isTrue(reverse)),
  ),
  difference: fn('value other', ({ value, other }) =>
    unique(itemsOf(value)).filter((each) => !has(itemsOf(other), each)),
  ),
  first: fn('value', ({ value }) => itemsOf(value)[0]),
  flatten: fn('value levels', ({ value, levels }) =>
    flat(itemsOf(value), levels === undefined ? 20 : numeric(levels)),
  ),
  groupby: fn('value attribute default', ({ value, attribute, default: fallback }) => {
    const groups = new Map<unknown, unknown[]>();
    for (const item of itemsOf(value)) {
      const key = keyOf(attributeOf(item, attribute) ?? fallback);
      groups.set(key, [...(groups.get(key) ?? []), item]);
    }
    return sorted([...groups], keyBy(0, false), false);
  }),
  intersect: fn('value other', ({ value, other }) =>
    unique(itemsOf(value)).filter((each) => has(itemsOf(other), each)),
  ),
  items: fn('value', ({ value }) => pairs(value)),
  join: fn('value d attribute', ({ value, d, attribute }) =>
    joined(
      itemsOf(value).map((item) => (attribute === undefined ? item : attributeOf(item, attribute))),
      d,
    ),
  ),
  last: fn('value', ({ value }) => itemsOf(value).at(-1)),
  length: fn('value', ({ value }) => countOf(value)),
  list: fn('value', ({ value }) => [...itemsOf(value)]),
  map: variadic(mapped),
  max: extreme(true),
  min: extreme(false),
  range: fn('from to step', ({ from, to, step }) =>
    to === undefined
      ? range(0, numeric(from), 1)
      : range(numeric(from), numeric(to), step === undefined ? 1 : numeric(step)),
  ),
  reject: chosen(false, false),
  rejectattr: chosen(true, false),
  reverse: fn('value', ({ value }) =>
    typeof value === 'string' ? Array.from(value).toReversed().join('') : itemsOf(value).toReversed(),
  ),
  select: chosen(false, true),
  selectattr: chosen(true, true),
  set: fn('value', ({ value }) => (value === undefined ? [] : unique(itemsOf(value)))),
  sort: fn('value reverse case_sensitive attribute', ({ value, reverse, case_sensitive, attribute }) =>
    sorted(itemsOf(value), keyBy(attribute, case_sensitive), isTrue(reverse)),
  ),
  sum: fn('value attribute start', ({ value, attribute, start }) =>
    sum(
      itemsOf(value).map((item) =>
        attribute === undefined || attribute === null ? item : attributeOf(item, attribute),
      ),
      start,
    ),
  ),
  tuple: fn('value', ({ value }) => (value === undefined ? [] : [...itemsOf(value)])),
  union: fn('value other', ({ value, other }) => unique([...itemsOf(value), ...itemsOf(other)])),
  unique: fn('value', ({ value }) => unique(itemsOf(value))),
  zip: variadic((lists) => {
    const all = lists.map(itemsOf);
    const length = Math.min(...all.map((each) => each.length), MAX_ITEMS);
    return Array.from({ length: all.length === 0 ? 0 : length }, (_, at) => all.map((each) => each[at]));
  }),
};
