type Key = string | number;
type Node = Readonly<Record<Key, unknown>>;

/** The path of a member: names in objects and indexes in lists, from the outside in. */
export type Path = readonly Key[];

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Splits a path in words of automations (`onlyIf.all[1].value`) or in errors (`properties.2.schema`). */
export const keysOf = (text: string): Path =>
  (text.match(/[^.[\]]+/g) ?? []).map((key) => (/^\d+$/.test(key) ? Number(key) : key));

/** Returns the path as the platform names it in errors: `properties.2.schema`. */
export const pathText = (path: Path): string => path.join('.');

/** Returns what is at a path; undefined if there is nothing. */
export const getAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, key) => (isNode(at) ? at[key] : undefined), value);

/**
 * Returns a copy with another value at the path, or without the member if the value is undefined. A list changes only
 * where it has an item.
 */
export function setAt<T>(value: T, [key, ...rest]: Path, member: unknown): T {
  if (key === undefined) return member as T;
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? setAt(item, rest, member) : item)) as T;
  const before: Node = isNode(value) ? value : {};
  const inner = setAt(before[key], rest, member);
  // A changed member keeps its position, so that the JSON differs in this member alone.
  if (inner !== undefined) return { ...before, [key]: inner } as T;
  const { [key]: _removed, ...others } = before;
  return others as T;
}

export const listAt = (value: unknown, path: Path): readonly unknown[] => {
  const list = getAt(value, path);
  return Array.isArray(list) ? list : [];
};

/** Returns the list with the item at `from` moved to `to`. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
