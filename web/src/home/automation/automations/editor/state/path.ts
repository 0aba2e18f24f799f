import { getAt, keysOf, type Path, setAt } from '../../../../../design/member-path.ts';

/** Joins keys to a path in the words of an automation: `onlyIf.all[1].value`. */
const pathOf = (keys: Path): string =>
  keys.reduce<string>(
    (path, key) => (typeof key === 'number' ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`),
    '',
  );

/** Returns what is at a path of a definition; undefined if there is nothing. */
export const valueAt = (root: unknown, path: string): unknown => getAt(root, keysOf(path));

/** Returns a copy with another value at the path, or without the member if the value is undefined. */
export const withValueAt = <Root>(root: Root, path: string, value: unknown): Root =>
  setAt(root, keysOf(path), value);

const LISTS: ReadonlySet<Path[number]> = new Set(['when', 'then', 'else', 'all', 'any']);
const SINGLES: ReadonlySet<Path[number]> = new Set(['onlyIf', 'not', 'if', 'waitUntil']);

/** Returns the path of the innermost trigger, condition or step to which a path belongs; empty for none. */
export function partPathOf(path: string): string {
  const keys = keysOf(path);
  const end = keys.findLastIndex(
    (key, index) => SINGLES.has(key) || (typeof key === 'number' && LISTS.has(keys[index - 1] ?? '')),
  );
  return pathOf(keys.slice(0, end + 1));
}

/** Returns the path of the list of which the part is a member, and its place in it; undefined for a single part. */
export function listOf(path: string): { readonly list: string; readonly index: number } | undefined {
  const keys = keysOf(path);
  const index = keys.at(-1);
  return typeof index === 'number' ? { list: pathOf(keys.slice(0, -1)), index } : undefined;
}

/** Returns the path without its last key. */
export const parentOf = (path: string): string => pathOf(keysOf(path).slice(0, -1));

/** Returns the path of the step that a condition decides on or ends; the path itself for other parts. */
export const wholeOf = (path: string): string => path.replace(/\.(if|waitUntil)$/, '');

/**
 * Returns the clause to which a path belongs by what it holds: a condition within a step is one of `onlyIf`.
 * Undefined for the members that belong to none.
 */
export function clauseOf(path: string): 'when' | 'onlyIf' | 'then' | undefined {
  const [first] = keysOf(path);
  if (first === 'when' || first === 'onlyIf') return first;
  if (first !== 'then') return undefined;
  return /^\.(if|waitUntil)\b/.test(path.slice(stepOf(path).length)) ? 'onlyIf' : 'then';
}

/** Returns the path of the innermost step to which a path belongs; empty for none. */
export function stepOf(path: string): string {
  const keys = keysOf(path);
  const isOfSteps = (key: Path[number] | undefined) => key === 'then' || key === 'else';
  const end = keys.findLastIndex((key, index) => typeof key === 'number' && isOfSteps(keys[index - 1]));
  return pathOf(keys.slice(0, end + 1));
}
