import type { Plugin } from 'vite';

type Table = { readonly unitSpec: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

/** Members of a unit that no page shows. */
const UNUSED = new Set(['name', 'source', 'quantity', 'public']);

/** Leaves out of the table of units what pages do not use: a kilobyte of the first view, compressed. */
export function dropUnusedUnitMembers(): Plugin {
  return {
    name: 'drop-unused-unit-members',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/units/units_table.v2.json')) return undefined;
      const { unitSpec, ...table } = JSON.parse(code) as Table;
      const small = Object.entries(unitSpec).map(([key, unit]) => [
        key,
        Object.fromEntries(Object.entries(unit).filter(([name]) => !UNUSED.has(name))),
      ]);
      return { code: JSON.stringify({ unitSpec: Object.fromEntries(small), ...table }), map: null };
    },
  };
}
