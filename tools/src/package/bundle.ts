import { join } from 'node:path';
import { rolldown } from 'rolldown';
import { root } from '../root.ts';

/** What a process or a thread starts with, by the name of its file in `dist`. */
const ENTRIES = {
  server: 'server/src/main.ts',
  cli: 'server/src/cli/main.ts',
  'bridge-mqtt-discovery': 'bridges/mqtt-discovery/src/main.ts',
  'bridge-zigbee2mqtt': 'bridges/zigbee2mqtt/src/main.ts',
  'backup-thread': 'server/src/admin/backups/backup-thread.ts',
  'sqlite-worker': 'storage/src/sqlite-worker.ts',
  'sqlite-vacuum': 'storage/src/sqlite-vacuum.ts',
};

/** Returns the module that takes the place of another in the package. */
const inPackage = (id: string): string =>
  id.endsWith('/config/installation.ts') ? id.replace(/installation\.ts$/, 'packaged-installation.ts') : id;

/** Packages of others whose code is in ours: as installed by npm, this one has eight copies of its code. */
export const BUNDLED: readonly string[] = ['lru-cache'];

/** Returns whether an import names a package that npm installs, or a module of Node. */
const isExternal = (id: string): boolean =>
  /^[@a-z]/.test(id) && !id.startsWith('@azulejo/') && !BUNDLED.includes(id);

/**
 * Compiles the server and the command line with all workspaces they use into one flat folder, in which files
 * find the folders beside it. Other packages stay imports. Returns their names.
 */
export async function bundle(dist: string): Promise<string[]> {
  const build = await rolldown({
    cwd: root,
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)])),
    platform: 'node',
    external: isExternal,
    resolve: { conditionNames: ['azulejo-source', 'node', 'import'] },
    plugins: [
      {
        name: 'installation',
        async resolveId(source, importer, options) {
          if (!source.endsWith('/installation.ts') || importer?.endsWith('/packaged-installation.ts'))
            return null;
          const found = await this.resolve(source, importer, { ...options, skipSelf: true });
          return found && { ...found, id: inPackage(found.id) };
        },
      },
    ],
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
  return [...new Set(outside.map(packageOf))].toSorted();
}

/** Returns the package of an import such as `fastify/lib/x.js` or `@fastify/cors`. */
const packageOf = (name: string): string =>
  name
    .split('/')
    .slice(0, name.startsWith('@') ? 2 : 1)
    .join('/');
