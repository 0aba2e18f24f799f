import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';
import type { LockedPackages } from './locked.ts';

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly dependencies?: Readonly<Record<string, string>>;
};

const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8'));

/** The workspaces of what the package starts. */
const STARTED = ['@azulejo/server', '@azulejo/bridge-mqtt-discovery', '@azulejo/bridge-zigbee2mqtt'];

/** Returns the manifests of the workspaces in the package: the started programs, and their dependencies. */
function manifests(): Manifest[] {
  const { workspaces } = read<{ workspaces: string[] }>('package.json');
  const all = workspaces.map((folder) => read<Manifest>(`${folder}/package.json`));
  const found = new Set(STARTED);
  const manifestNamed = (name: string) => all.find((each) => each.name === name);
  // A set's iteration also visits what is added during it.
  for (const name of found)
    for (const dependency of Object.keys(manifestNamed(name)?.dependencies ?? {}))
      if (dependency.startsWith('@azulejo/')) found.add(dependency);
  return all.filter(({ name }) => found.has(name));
}

/** Returns the versions that are locked and tested of third-party packages. */
function dependencies(imported: readonly string[], { bundled }: LockedPackages): Record<string, string> {
  const declared = Object.assign({}, ...manifests().map((manifest) => manifest.dependencies));
  return Object.fromEntries(
    imported.map((name) => {
      const place = bundled.get(`node_modules/${name}`);
      if (!(name in declared) || !place) throw new Error(`no workspace declares ${name}`);
      return [name, place.entry.version];
    }),
  );
}

/** Returns the package.json of the package `azulejo`. */
export function manifestOf(imported: readonly string[], locked: LockedPackages): Record<string, unknown> {
  const { version, license } = read<Manifest>('server/package.json');
  const { description, repository, homepage, bugs, author, keywords, optionalDependencies } = read<
    Record<string, unknown> & { optionalDependencies: Record<string, string> }
  >('package.json');
  return {
    name: 'azulejo',
    version,
    description,
    keywords,
    license,
    author,
    homepage,
    repository,
    bugs,
    type: 'module',
    bin: { azulejo: 'bin/azulejo.cjs' },
    exports: { './package.json': './package.json' },
    // An older Node starts the one that npm installs with the package.
    engines: { node: '>=20' },
    dependencies: dependencies(imported, locked),
    // npm ignores the npm-shrinkwrap.json of a tarball that it does not get from a registry.
    bundleDependencies: imported,
    optionalDependencies: { ...locked.compiled, ...optionalDependencies },
    publishConfig: { access: 'public', provenance: true },
  };
}
