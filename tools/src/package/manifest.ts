import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../root.ts';

type Manifest = {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly license: string;
  readonly engines: Readonly<Record<string, string>>;
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

/** Packages that are loaded by others although no file of ours imports them. */
const NEVER_IMPORTED: readonly string[] = [];

/** Returns the versions of third-party packages: at least the one that is locked and tested. */
function dependencies(imported: readonly string[]): Record<string, string> {
  const declared = Object.assign({}, ...manifests().map((manifest) => manifest.dependencies));
  const { packages } = read<{ packages: Record<string, { version: string }> }>('package-lock.json');
  return Object.fromEntries(
    [...imported, ...NEVER_IMPORTED].toSorted().map((name) => {
      const range = declared[name];
      const locked = packages[`node_modules/${name}`]?.version;
      if (range === undefined || locked === undefined) throw new Error(`no workspace declares ${name}`);
      return [name, range.startsWith('^') ? `^${locked}` : locked];
    }),
  );
}

/** Returns the package.json of the package `azulejo`. */
export function manifestOf(imported: readonly string[]): Record<string, unknown> {
  const { version, license, engines } = read<Manifest>('server/package.json');
  const { description, repository, homepage, bugs, author, keywords } =
    read<Record<string, unknown>>('package.json');
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
    engines,
    dependencies: dependencies(imported),
    publishConfig: { access: 'public', provenance: true },
  };
}
