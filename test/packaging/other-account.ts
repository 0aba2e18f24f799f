import { execFile, execFileSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { npmCache } from '../support/package.ts';

const MAX_OUTPUT = 16 * 1024 * 1024;

/** What a command printed, and how it ended. */
export type Ended = { code: number; stdout: string; stderr: string };

/**
 * A folder and an account for people who only use Azulejo: `nobody` where the tests run as root, who could write
 * and read everything, and otherwise the account of the tests.
 */
export type OtherAccount = Disposable & {
  /** A folder that belongs to the account. */
  readonly folder: string;
  readonly uid: number | undefined;
  readonly environment: Readonly<Record<string, string>>;
  /** Returns a new folder of the account. */
  makeFolder(name: string): string;
  /** Runs a command in one of its folders. */
  run(cwd: string, file: string, args: readonly string[], env?: Record<string, string>): Promise<Ended>;
};

const isRoot = process.getuid?.() === 0;

/** Returns whether everybody may enter a folder and all above it. */
function isOpen(folder: string): boolean {
  if (!existsSync(folder) || (statSync(folder).mode & 0o001) === 0) return false;
  return dirname(folder) === folder || isOpen(dirname(folder));
}

/** Returns whether the account may enter the folder that contains it, and all above. */
const isReached = (path: string): boolean => !isRoot || isOpen(dirname(path));

/** Returns the folder with this process' Node, or with a copy of it where the account may not enter. */
function findNode(folder: string): string {
  const own = dirname(process.execPath);
  if (!isRoot || isOpen(own)) return own;
  mkdirSync(join(folder, 'node'));
  cpSync(process.execPath, join(folder, 'node', 'node'));
  return join(folder, 'node');
}

/**
 * Returns the environment, with proxies for instance, but without what the test runner sets, and what `npm run`
 * passes on: with `--silent` it would silence the account's npm, too.
 */
const withoutTests = (environment: NodeJS.ProcessEnv): Record<string, string> =>
  Object.fromEntries(
    Object.entries(environment).filter(
      (entry): entry is [string, string] =>
        entry[1] !== undefined &&
        !/^(AZULEJO_|npm_|NODE_TEST|NODE_OPTIONS|NODE_V8|NODE_COMPILE)/.test(entry[0]),
    ),
  );

/** npm's cache, which the accounts of a run share, so that packages are fetched once; or those of this process. */
let cache: string | undefined;

function makeCache(parent: string, own: (path: string) => string): string {
  const folder = own(mkdtempSync(join(parent, 'azulejo-npm-cache-')));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

export function createOtherAccount(): OtherAccount {
  const id = (flag: string) => Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  const owner = isRoot ? { uid: id('-u'), gid: id('-g') } : {};
  const parent = [tmpdir(), '/tmp', '/var/tmp'].find((path) => !isRoot || isOpen(path));
  if (!parent) throw new Error('no temporary folder that everybody may enter');
  const folder = mkdtempSync(join(parent, 'azulejo-other-account-'));
  const own = (path: string) => {
    if (owner.uid !== undefined && owner.gid !== undefined) chownSync(path, owner.uid, owner.gid);
    return path;
  };
  own(folder);
  chmodSync(folder, 0o755);
  cache ??= npmCache !== undefined && isReached(npmCache) ? own(npmCache) : makeCache(parent, own);
  const environment = {
    ...withoutTests(process.env),
    HOME: folder,
    TMPDIR: folder,
    PATH: `${findNode(folder)}${delimiter}${process.env['PATH'] ?? ''}`,
    npm_config_cache: cache,
    npm_config_prefer_offline: 'true',
    // The account has no settings of its own that name the registry.
    npm_config_registry: execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim(),
  };
  return {
    folder,
    uid: owner.uid,
    environment,
    makeFolder(name) {
      mkdirSync(join(folder, name));
      return own(join(folder, name));
    },
    async run(cwd, file, args, env = {}) {
      const options = { cwd, ...owner, env: { ...environment, ...env }, maxBuffer: MAX_OUTPUT };
      return promisify(execFile)(file, args, options).then(
        ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
        (error: { code?: unknown; stdout: string; stderr: string }) => {
          if (typeof error.code !== 'number') throw error;
          return { code: error.code, stdout: error.stdout, stderr: error.stderr };
        },
      );
    },
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
