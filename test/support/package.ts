import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './test-files.ts';

const SERVER = join(root, 'server');
const VARIABLE = 'AZULEJO_TEST_PACKAGE';
const CACHE_VARIABLE = 'AZULEJO_TEST_NPM_CACHE';

/**
 * Makes the package that people install in a folder, for the long tests, which start its programs a thousand times:
 * its few files are read in half the time of the checkout's. Returns the environment by which the tests find it.
 */
export function makePackage(folder: string): NodeJS.ProcessEnv {
  const command = [join(SERVER, 'start.cjs'), join(root, 'tools/src/package/main.ts'), '--unpacked', folder];
  execFileSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] });
  return { [VARIABLE]: folder };
}

/** Makes a cache for npm that the processes of a run share, so that each package is fetched once. */
export function makeNpmCache(folder: string): NodeJS.ProcessEnv {
  mkdirSync(folder);
  return { [CACHE_VARIABLE]: folder };
}

/** The folder of the package; undefined in a run without long files, whose tests start the checkout's programs. */
export const packageFolder = process.env[VARIABLE];

/** The cache of npm for this run; undefined in a run without long files. */
export const npmCache = process.env[CACHE_VARIABLE];

/** The entry of the command line. */
export const commandLine = join(packageFolder ?? SERVER, 'bin/azulejo.cjs');

/** The command of the server. */
export const serverCommand: readonly string[] =
  packageFolder === undefined
    ? [
        process.execPath,
        '--conditions=azulejo-source',
        '--disable-warning=ExperimentalWarning',
        join(SERVER, 'src/main.ts'),
      ]
    : [process.execPath, join(packageFolder, 'dist/server.js')];
