import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { delimiter, dirname, resolve } from 'node:path';

/** npm lists every file of a package with the packages in it. */
const MAX_OUTPUT = 16 * 1024 * 1024;

/** Runs a program of npm with the Node of this process. Returns its standard output. */
export function run(cwd: string, file: string, ...args: string[]): string {
  const PATH = `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`;
  const options = { cwd, encoding: 'utf8', maxBuffer: MAX_OUTPUT, env: { ...process.env, PATH } } as const;
  return execFileSync(file, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Packs a folder as npm publishes it, without its scripts. Returns the path of the tarball in `to`. */
export function npmPack(folder: string, to: string): string {
  mkdirSync(to, { recursive: true });
  const output = run(folder, 'npm', 'pack', '--json', '--ignore-scripts', '--pack-destination', resolve(to));
  const [packed] = Object.values(JSON.parse(output) as Record<string, { filename: string }>);
  if (!packed) throw new Error('npm pack made nothing');
  return resolve(to, packed.filename);
}
