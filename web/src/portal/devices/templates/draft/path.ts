/** The path of a member: names in objects and indexes in lists, from the outside in. */
export type Path = readonly (string | number)[];

type Holder = Readonly<Record<string | number, unknown>>;

const isHolder = (value: unknown): value is Holder => typeof value === 'object' && value !== null;

/** Returns the path as the platform names it in errors: `properties.2.schema`. */
export const pathText = (path: Path): string => path.join('.');

export const getAt = (value: unknown, path: Path): unknown =>
  path.reduce<unknown>((at, name) => (isHolder(at) ? at[name] : undefined), value);

/** Returns a copy with the member changed; undefined removes it. */
export function setAt<T>(value: T, path: Path, member: unknown): T {
  const [name, ...rest] = path;
  if (name === undefined) return member as T;
  if (Array.isArray(value)) {
    const inner = setAt(value[Number(name)], rest, member);
    return value.toSpliced(Number(name), 1, inner) as T;
  }
  const { [name]: earlier, ...others } = (isHolder(value) ? value : {}) as Record<string | number, unknown>;
  const inner = setAt(earlier, rest, member);
  if (inner === undefined) return others as T;
  // The member keeps its position, so that the JSON differs in this member alone.
  return (isHolder(value) && name in value ? { ...value, [name]: inner } : { ...others, [name]: inner }) as T;
}

export const listAt = (value: unknown, path: Path): readonly unknown[] => {
  const list = getAt(value, path);
  return Array.isArray(list) ? list : [];
};

/** Returns the list with the item at `from` moved to `to`. */
export const moved = <T>(list: readonly T[], from: number, to: number): T[] =>
  list.toSpliced(from, 1).toSpliced(to, 0, ...list.slice(from, from + 1));
