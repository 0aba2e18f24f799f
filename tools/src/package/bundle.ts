import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Plugin, rolldown } from 'rolldown';
import { root } from '../root.ts';

/** What a process or a thread starts with, by the name of its file in `dist`. */
const ENTRIES = {
  server: 'server/src/main.ts',
  cli: 'server/src/cli/main.ts',
  'bridge-mqtt-discovery': 'bridges/mqtt-discovery/src/main.ts',
  'bridge-zigbee2mqtt': 'bridges/zigbee2mqtt/src/main.ts',
  'backup-thread': 'server/src/admin/backups/backup-thread.ts',
  'loop-thread': 'server/src/automation/definitions/loops/loop-thread.ts',
  'reference-thread': 'server/src/platform/http/reference-thread.ts',
  'rehearsal-thread': 'server/src/automation/rehearsals/rehearsal-thread.ts',
  'sqlite-worker': 'storage/src/sqlite-worker.ts',
  'sqlite-vacuum': 'storage/src/sqlite-vacuum.ts',
};

/** Returns the module that takes the place of another in the package. */
const inPackage = (id: string): string =>
  id.endsWith('/config/installation.ts') ? id.replace(/installation\.ts$/, 'packaged-installation.ts') : id;

const asPackage: Plugin = {
  name: 'installation',
  async resolveId(source, importer, options) {
    if (!source.endsWith('/installation.ts') || importer?.endsWith('/packaged-installation.ts')) return null;
    const found = await this.resolve(source, importer, { ...options, skipSelf: true });
    return found && { ...found, id: inPackage(found.id) };
  },
};

const onlyAscii: Plugin = {
  name: 'ascii',
  // Later than `renderChunk`, after which the code is printed again.
  generateBundle(_options, files) {
    for (const file of Object.values(files)) if (file.type === 'chunk') file.code = withEscapes(file.code);
  },
};

/**
 * Packages of others whose code is in ours, with those that they depend on, because npm installs far more than
 * runs: eight copies of the code of lru-cache, 9 MB for passkeys, of which 0.5 MB are used, 6 MB for schemas, 6 MB of
 * ciphers for backups and one-time codes, and a compiler for the texts of pages. The 255 modules of kysely take 4 MB
 * less memory as one, and the 80 modules of the last six, which every command loads, 6 % less processor time.
 */
const BUNDLED = withDependencies([
  'lru-cache',
  'kysely',
  '@simplewebauthn/server',
  '@lingui/core',
  'temporal-polyfill',
  'typebox',
  'age-encryption',
  'otpauth',
  'ajv',
  'ajv-formats',
  'cli-table3',
  'commander',
  'ipaddr.js',
  'prom-client',
]);

function withDependencies(names: readonly string[], known = new Set<string>()): string[] {
  for (const name of names) {
    if (known.has(name)) continue;
    known.add(name);
    const manifest = readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8');
    const { dependencies = {} } = JSON.parse(manifest) as { dependencies?: Record<string, string> };
    withDependencies(Object.keys(dependencies), known);
  }
  return [...known];
}

/**
 * Escapes all but ASCII: Node keeps a source with a single other character in twice the memory. Strings, templates
 * and patterns mean the same with escapes, except after `String.raw`.
 */
function withEscapes(code: string): string {
  if (/String\.raw`[^`]*[^\0-\x7f]/.test(code)) throw new Error('String.raw has text that would be escaped');
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Returns whether an import names a package that npm installs, or a module of Node. */
const isExternal = (id: string): boolean =>
  /^[@a-z]/.test(id) && !id.startsWith('@azulejo/') && !BUNDLED.includes(packageOf(id));

/**
 * Compiles the server and the command line with all workspaces they use into one flat folder, with the paths of the
 * package, whose folders are next to it, or of this checkout. Other packages stay imports. Returns their names, and
 * those whose code is included.
 */
export async function bundle(
  dist: string,
  { isPackage }: { isPackage: boolean },
): Promise<{ imported: string[]; included: string[] }> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)])),
    platform: 'node',
    external: isExternal,
    resolve: { conditionNames: ['azulejo-source', 'node', 'import'] },
    plugins: isPackage ? [asPackage, onlyAscii] : [onlyAscii],
  });
  const { output } = await build.write({
    dir: dist,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: 'shared-[name]-[hash].js',
    assetFileNames: '[name]-[hash][extname]',
    comments: { jsdoc: false },
  });
  await build.close();
  const imports = output.flatMap((chunk) =>
    chunk.type === 'chunk' ? [...chunk.imports, ...chunk.dynamicImports] : [],
  );
  const own = new Set(output.map(({ fileName }) => fileName));
  for (const chunk of output) {
    const named = chunk.type === 'chunk' ? [...chunk.code.matchAll(/"\.\/([\w-]+\.js)"/g)] : [];
    const missing = named.find(([, file = '']) => !own.has(file));
    if (missing) throw new Error(`${missing[1]} starts a thread, but is no entry of the package`);
  }
  const outside = imports.filter((name) => !own.has(name) && isExternal(name) && !name.startsWith('node:'));
  const modules = output.flatMap((chunk) => (chunk.type === 'chunk' ? chunk.moduleIds : []));
  return { imported: namesOf(outside), included: namesOf(modules.flatMap(insidePackage)) };
}

const namesOf = (paths: readonly string[]): string[] => [...new Set(paths.map(packageOf))].toSorted();

/** Returns the path inside `node_modules` of a module that others wrote. */
function insidePackage(id: string): string[] {
  const [, path] = /[/\\]node_modules[/\\](?!.*[/\\]node_modules[/\\])(.+)$/.exec(id) ?? [];
  return path === undefined || path.startsWith('@azulejo/') ? [] : [path.replaceAll('\\', '/')];
}

/** Returns the package of an import such as `fastify/lib/x.js` or `@fastify/cors`. */
function packageOf(name: string): string {
  const parts = name.startsWith('@') ? 2 : 1;
  return name.split('/').slice(0, parts).join('/');
}
