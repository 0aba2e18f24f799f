import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

type Locked = {
  readonly version: string;
  readonly cpu?: unknown;
  readonly os?: unknown;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
};

/** A package of others: its folder in ours, its folder in the checkout, and its entry in the lock file. */
type Place = { readonly to: string; readonly from: string; readonly entry: Locked };

/** The packages of others that ours needs, at the versions that the tests ran with. */
export type LockedPackages = {
  /** The packages that ours brings along, by their folder in it. */
  readonly bundled: ReadonlyMap<string, Place>;
  /** The versions of parts that are compiled for one kind of machine. npm installs the fitting ones. */
  readonly compiled: Readonly<Record<string, string>>;
};

/** Returns what a package finds by a name: in its own folder, or in that of a package around it. */
function findIn<Entry>(get: (path: string) => Entry | undefined, name: string, dependent: string) {
  for (
    let folder = dependent;
    ;
    folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))
  ) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    const entry = get(path);
    if (entry !== undefined) return { path, entry };
    if (folder === '') return undefined;
  }
}

const dependenciesOf = ({ dependencies, optionalDependencies }: Locked): string[] =>
  Object.keys({ ...dependencies, ...optionalDependencies });

/**
 * Follows the dependencies of what a workspace imports through the lock file. A package lies at the top of ours, or in
 * the folder of the package that needs it, where the top has another version.
 */
export function findLocked(workspace: string, imported: readonly string[]): LockedPackages {
  const lock: Readonly<Record<string, Locked>> = JSON.parse(
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  ).packages;
  const bundled = new Map<string, Place>();
  const compiled: Record<string, string> = {};
  const locked = (name: string, { from }: { readonly from: string }) =>
    findIn((path) => lock[path], name, from);
  const placed = (name: string, { to }: { readonly to: string }) =>
    findIn((path) => bundled.get(path), name, to)?.entry;
  const add = (name: string, dependent: { readonly to: string; readonly from: string }) => {
    const { path: from, entry } = locked(name, dependent) ?? {};
    if (from === undefined || entry === undefined) throw new Error(`${name} is not in the lock file`);
    if (entry.cpu || entry.os) {
      compiled[name] = entry.version;
      return;
    }
    const known = placed(name, dependent);
    if (known?.from === from) return;
    const to = known ? `${dependent.to}/node_modules/${name}` : `node_modules/${name}`;
    bundled.set(to, { to, from, entry });
  };
  for (const name of imported) add(name, { to: '', from: workspace });
  // A map's iteration also visits what is added during it.
  for (const place of bundled.values()) for (const name of dependenciesOf(place.entry)) add(name, place);
  for (const place of bundled.values())
    for (const name of dependenciesOf(place.entry))
      if (!(name in compiled) && placed(name, place)?.from !== locked(name, place)?.path)
        throw new Error(`${place.to} would find another ${name} than in the checkout`);
  return { bundled, compiled };
}
