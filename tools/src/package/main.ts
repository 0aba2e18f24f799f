/**
 * Makes the package `azulejo`: the server, its pages, the catalogue and the command line in one tarball.
 * `npm run package [-- --to FOLDER | --unpacked FOLDER]`
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from '../help.ts';
import { root } from '../root.ts';
import { npmPack } from './npm-pack.ts';
import { copyBundled, linkBundled, stagePackage } from './stage.ts';

answerHelp(`
Usage: npm run package [-- --to FOLDER | --unpacked FOLDER]

Makes the package azulejo, a tarball for npm install, and prints its path.

  --to FOLDER         where to write it (default: the checkout)
  --unpacked FOLDER   fill this folder instead, with links to the packages that the checkout has installed
`);

async function pack(to: string): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'azulejo-package-'));
  try {
    copyBundled(folder, await stagePackage(folder));
    return npmPack(folder, to);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function unpacked(folder: string): Promise<string> {
  linkBundled(folder, await stagePackage(folder));
  return resolve(folder);
}

const { values } = parseArgs({
  options: { to: { type: 'string', default: root }, unpacked: { type: 'string' } },
});
const path = values.unpacked === undefined ? await pack(values.to) : await unpacked(values.unpacked);
process.stdout.write(`${path}\n`);
