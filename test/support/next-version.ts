import { execFile } from 'node:child_process';
import { cp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { packageFolder } from './package.ts';
import { root } from './test-files.ts';

/** Changes of sources, by file: what stands there, and what takes its place. */
export type Edits = Readonly<Record<string, readonly [before: string, after: string]>>;

const LEFT_OUT = new Set(['.git', 'node_modules', 'dist', 'screenshots', 'web']);

/** Compiles the programs of the package into a folder. */
const BUNDLE = `const { bundle } = await import('./tools/src/package/bundle.ts');
await bundle(process.argv[1], { isPackage: true });`;

/** Makes the package of this run with other sources of the server, in a folder. Returns the command of its server. */
export async function makeNextVersion(folder: string, edits: Edits): Promise<readonly string[]> {
  const sources = join(folder, 'sources');
  await cp(root, sources, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
  await symlink(join(root, 'node_modules'), join(sources, 'node_modules'));
  for (const [file, [before, after]] of Object.entries(edits)) {
    const text = await readFile(join(sources, file), 'utf8');
    if (!text.includes(before)) throw new Error(`${file} has no ${before}`);
    await writeFile(join(sources, file), text.replace(before, after));
  }
  if (packageFolder === undefined) throw new Error('Only long runs make the package.');
  const made = join(folder, 'package');
  await cp(packageFolder, made, { recursive: true, verbatimSymlinks: true });
  await rm(join(made, 'dist'), { recursive: true });
  const flags = ['--conditions=azulejo-source', '--input-type=module', '--eval', BUNDLE];
  await promisify(execFile)(process.execPath, [...flags, join(made, 'dist')], { cwd: sources });
  return [process.execPath, join(made, 'dist/server.js')];
}
