import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../root.ts';
import { bundle } from './bundle.ts';

/** What the package contains in addition to compiled code, by its place in the checkout. */
const FILES = {
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
  'README.md': 'README.md',
  'automations/languages': 'sentences',
  'catalog/LICENSE-NOTICE.md': 'LICENSE-NOTICE.md',
  'catalog/demo-home.json': 'demo-home.json',
  'catalog/pictures': 'pictures',
  'catalog/schemas': 'schemas',
  'catalog/definitions': 'definitions',
  deploy: 'deploy',
  docs: 'docs',
  'model/languages': 'words',
  'server/bin': 'bin',
  'server/device-page': 'device-page',
  'server/languages': 'languages',
  'server/rule-editor': 'rule-editor',
  'server/start.cjs': 'start.cjs',
  'server/web': 'web',
};

/** What the page's build notes for itself, and the unit tests of alert rules. */
const LEFT_OUT = /^\.built-from$|\.test\.yml$/;

/** What compilers, debuggers and tests read in packages of others. */
const NOT_LOADED = /\.(?:map|[cm]?ts)$|node_modules\/(?:@[^/]+\/)?[^/]+\/tests?$/;

function copyLicense(name: string, to: string): void {
  const from = join(root, 'node_modules', name);
  const file = readdirSync(from).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} has no licence`);
  cpSync(join(from, file), join(to, `${name.replaceAll('/', '-')}.txt`));
}

/** Fills a folder with the files of the package `azulejo`. Returns the packages of others that it needs. */
export async function stagePackage(folder: string): Promise<LockedPackages> {
  execFileSync(process.execPath, ['tools/src/build-web.ts', '--if-changed'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const { imported, included } = await bundle(join(folder, 'dist'), { isPackage: true });
  for (const [from, to] of Object.entries(FILES))
    cpSync(join(root, from), join(folder, to), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(basename(path)),
    });
  unlinkMissing(folder);
  for (const name of included) copyLicense(name, join(folder, 'licenses'));
  const locked = findLocked('server', imported);
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(imported, locked), null, 2)}\n`);
  return locked;
}

/** Copies the packages that the package brings along. */
export function copyBundled(folder: string, { bundled }: LockedPackages): void {
  for (const { from, to } of bundled.values())
    cpSync(join(root, from), join(folder, to), {
      recursive: true,
      // Packages inside it have places of their own.
      filter: (path) => path !== join(root, from, 'node_modules') && !NOT_LOADED.test(path),
    });
}

/** Links the packages that the checkout has installed, so that the package runs without an installation. */
export function linkBundled(folder: string, { bundled }: LockedPackages): void {
  for (const { from, to } of bundled.values()) {
    if (to.includes('/node_modules/')) continue;
    mkdirSync(join(folder, dirname(to)), { recursive: true });
    symlinkSync(join(root, from), join(folder, to));
  }
}

/** A link to a file, without an image's exclamation mark. */
const LINK = /(?<!!)\[([^\]]+)\]\((?!\w+:|#|\/)([^)#\s]+)(#[^)]*)?\)/g;

/** Keeps the text of links to what a package does not contain, such as the sources. */
function unlinkMissing(folder: string): void {
  for (const page of globSync('{*.md,docs/**/*.md}', { cwd: folder })) {
    const path = join(folder, page);
    const text = readFileSync(path, 'utf8').replaceAll(LINK, (link, words: string, target: string) =>
      existsSync(join(dirname(path), target)) ? link : words,
    );
    writeFileSync(path, text);
  }
}

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
function manifestOf(imported: readonly string[], locked: LockedPackages): Record<string, unknown> {
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
type LockedPackages = {
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
function findLocked(workspace: string, imported: readonly string[]): LockedPackages {
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
