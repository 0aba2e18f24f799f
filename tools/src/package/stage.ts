import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../root.ts';
import { bundle } from './bundle.ts';
import { manifestOf } from './manifest.ts';

/** What the package contains in addition to compiled code, by its place in the checkout. */
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

function copyLicense(name: string, to: string): void {
  const from = join(root, 'node_modules', name);
  const file = readdirSync(from).find((each) => /^licen[cs]e/i.test(each));
  if (!file) throw new Error(`${name} has no licence`);
  cpSync(join(from, file), join(to, `${name.replaceAll('/', '-')}.txt`));
}

/** Fills a folder with the files of the package `azulejo`. Returns its third-party imports. */
export async function stagePackage(folder: string): Promise<readonly string[]> {
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
  for (const name of included) copyLicense(name, join(folder, 'licenses'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifestOf(imported), null, 2)}\n`);
  return imported;
}

/** Links the packages that the checkout has installed, so that the package runs without an installation. */
export function linkImported(folder: string, imported: readonly string[]): void {
  for (const name of imported) {
    const found = [join(root, 'server/node_modules', name), join(root, 'node_modules', name)].find(
      existsSync,
    );
    if (!found) throw new Error(`${name} is not installed`);
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(found, link);
  }
}
