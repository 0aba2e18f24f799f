import { execFile } from 'node:child_process';
import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const checkout = join(import.meta.dirname, '..', '..');

/** The packages in the order of their imports. */
const PACKAGES = ['contract', 'units', 'model', 'devices', 'catalog', 'broker', 'storage'] as const;

export type PackedPackage = { name: string; filename: string; files: { path: string }[] };

/** Runs a program with this process' Node, whatever the shell's is. Returns its standard output. */
export async function run(folder: string, file: string, ...args: readonly string[]): Promise<string> {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const options = { cwd: folder, env: { ...process.env, PATH }, maxBuffer: 16 * 1024 * 1024 };
  return (await promisify(execFile)(file, args, options)).stdout;
}

/** Builds the packages and packs them into `folder` as they would be published. */
export async function packAll(folder: string): Promise<PackedPackage[]> {
  await run(checkout, join(checkout, 'node_modules', '.bin', 'tsc'), '-b', ...PACKAGES);
  const workspaces = PACKAGES.map((name) => `--workspace=${name}`);
  const output = await run(checkout, 'npm', 'pack', ...workspaces, '--json', `--pack-destination=${folder}`);
  return Object.values(JSON.parse(output) as Record<string, PackedPackage>);
}

/** Installs packed packages in a new empty folder, as an operator would. */
export async function installAll(folder: string, packed: readonly PackedPackage[]): Promise<string> {
  const home = join(folder, 'installed');
  await mkdir(home);
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
  const tarballs = packed.map(({ filename }) => join(folder, filename));
  await run(home, 'npm', 'install', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund', ...tarballs);
  return home;
}

/** Type-checks a program that uses the packages. */
export async function typeCheck(home: string, source: string): Promise<void> {
  await writeFile(join(home, 'program.ts'), source);
  const flags = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--lib', 'es2024,dom'];
  await run(home, join(checkout, 'node_modules', '.bin', 'tsc'), ...flags, '--types', '', 'program.ts');
}
