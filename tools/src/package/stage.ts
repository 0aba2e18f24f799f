import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { root } from '../root.ts';
import { bundle } from './bundle.ts';
import { unlinkMissing } from './links.ts';
import { findLocked, type LockedPackages } from './locked.ts';
import { manifestOf } from './manifest.ts';

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
