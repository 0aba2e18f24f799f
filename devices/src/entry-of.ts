/**
 * Returns the entry of a table; undefined if there is none. A name that devices choose may also be one that every
 * object has, such as `constructor`.
 */
export const entryOf = <Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(table, key) ? table[key] : undefined;
