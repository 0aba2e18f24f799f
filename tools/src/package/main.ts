/**
 * Makes the package `azulejo`: the server, its pages, the catalogue and the command line in one tarball.
 * `npm run package [-- --to FOLDER]`
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { answerHelp } from '../help.ts';
import { root } from '../root.ts';
import { bundle } from './bundle.ts';
import { manifestOf } from './manifest.ts';

answerHelp(`
Usage: npm run package [-- --to FOLDER]

Makes the package azulejo, a tarball for npm install, and prints its path.

  --to FOLDER   where to write it (default: the checkout)
`);

/** What the package has besides compiled code, by its place in the checkout. */
const FILES = {
  'CHANGELOG.md': 'CHANGELOG.md',
  LICENSE: 'LICENSE',
  'README.md': 'README.md',
  'catalog/LICENSE-NOTICE.md': 'LICENSE-NOTICE.md',
  'catalog/demo-home.json': 'demo-home.json',
  'catalog/pictures': 'pictures',
  'catalog/schemas': 'schemas',
  'catalog/definitions': 'definitions',
  deploy: 'deploy',
  'model/words': 'words',
  'server/bin': 'bin',
  'server/device-page': 'device-page',
  'server/languages': 'languages',
  'server/rule-editor': 'rule-editor',
  'server/start.cjs': 'start.cjs',
  'server/web': 'web',
};

/** What the page's build notes for itself, and the unit tests of alert rules. */
const LEFT_OUT = /^\.built-from$|\.test\.yml$/;

const run = (cwd: string, file: string, ...args: string[]): string =>
  execFileSync(file, args, {
    cwd,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}` },
  });

function copyLicense(name: string, to: string): void {
  const from = join(root, 'node_modules', name);
  const file = readdirSync(from).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} has no licence`);
  cpSync(join(from, file), join(to, `${name.replaceAll('/', '-')}.txt`));
}

/** Fills a folder with the files of the package. */
async function stage(folder: string): Promise<void> {
  run(root, process.execPath, 'tools/src/build-web.ts', '--if-changed');
  const { imported, included } = await bundle(join(folder, 'dist'));
  for (const [from, to] of Object.entries(FILES))
    cpSync(join(root, from), join(folder, to), {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(basename(path)),
    });
  for (const name of included) copyLicense(name, join(folder, 'licenses'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(imported), null, 2)}\n`);
}

const { values } = parseArgs({ options: { to: { type: 'string', default: root } } });
const folder = mkdtempSync(join(tmpdir(), 'azulejo-package-'));
try {
  await stage(folder);
  mkdirSync(values.to, { recursive: true });
  const said = run(
    folder,
    'npm',
    'pack',
    '--json',
    '--ignore-scripts',
    '--pack-destination',
    resolve(values.to),
  );
  const [packed] = Object.values(JSON.parse(said) as Record<string, { filename: string; size: number }>);
  if (!packed) throw new Error('npm pack has made nothing');
  process.stdout.write(`${join(resolve(values.to), packed.filename)}\n`);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
