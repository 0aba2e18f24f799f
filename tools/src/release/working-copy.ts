import { cpSync, existsSync, globSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { run } from './run.ts';

/** Settings of the checkout that a clone does not have, and commits and tags need. */
const SETTINGS = [
  'user.name',
  'user.email',
  'user.signingkey',
  'gpg.format',
  'commit.gpgsign',
  'tag.gpgsign',
];

/** Clones a checkout into a folder, with its installed packages. What is done there leaves the checkout alone. */
export function workingCopy(checkout: string, folder: string): void {
  run(checkout, 'git', 'clone', '--quiet', '--branch', 'main', checkout, folder);
  for (const name of SETTINGS) {
    // It prints nothing for a setting that is not set.
    const value = run(checkout, 'git', 'config', '--default', '', '--get', name);
    if (value !== '') run(folder, 'git', 'config', name, value);
  }
  linkPackages(checkout, folder);
}

/** Links the installed packages of a checkout and copies its pages. Workspaces are those of the clone. */
export function linkPackages(checkout: string, folder: string): void {
  // Git ignores folders of this name, but not links.
  for (const place of ['node_modules', ...globSync('*/node_modules', { cwd: checkout })])
    for (const name of readdirSync(join(checkout, place))) {
      if (name === '@azulejo') continue;
      mkdirSync(join(folder, place), { recursive: true });
      symlinkSync(join(checkout, place, name), join(folder, place, name));
    }
  const workspaces = join(folder, 'node_modules/@azulejo');
  mkdirSync(workspaces, { recursive: true });
  for (const name of readdirSync(join(checkout, 'node_modules/@azulejo')))
    symlinkSync(join('..', '..', name), join(workspaces, name));
  const pages = join(checkout, 'server/web');
  if (existsSync(pages)) cpSync(pages, join(folder, 'server/web'), { recursive: true });
}
