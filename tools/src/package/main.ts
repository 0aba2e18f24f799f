/**
 * Makes the package `azulejo`: the server, its pages, the catalogue and the command line in one tarball.
 * `npm run package [-- --to FOLDER | --unpacked FOLDER]`
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from '../help.ts';
import { root } from '../root.ts';
import { linkImported, stagePackage } from './stage.ts';

answerHelp(`
Usage: npm run package [-- --to FOLDER | --unpacked FOLDER]

Makes the package azulejo, a tarball for npm install, and prints its path.

  --to FOLDER         where to write it (default: the checkout)
  --unpacked FOLDER   fill this folder instead, with links to the packages that the checkout has installed
`);

const run = (cwd: string, file: string, ...args: string[]): string =>
  execFileSync(file, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
  });

async function pack(to: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'azulejo-package-'));
  try {
    await stagePackage(folder);
    mkdirSync(to, { recursive: true });
    const output = run(
      folder,
      'npm',
      'pack',
      '--json',
      '--ignore-scripts',
      '--pack-destination',
      resolve(to),
    );
    const [packed] = Object.values(JSON.parse(output) as Record<string, { filename: string; size: number }>);
    if (!packed) throw new Error('npm pack has made nothing');
    return join(resolve(to), packed.filename);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unpacked(folder: string): Promise<string> {
  linkImported(folder, await stagePackage(folder));
  return resolve(folder);
}

const { values } = parseArgs({
  options: { to: { type: 'string', default: root }, unpacked: { type: 'string' } },
});
const path = values.unpacked === undefined ? await pack(values.to) : await unpacked(values.unpacked);
process.stdout.write(`${path}\n`);
