import assert from 'node:assert/strict';
import { existsSync, globSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { root } from '../support/test-files.ts';

/** What `npm ci` may write, with the Node that it installs where the shell's is older. */
const MAX_MB = 500;
/** The blocks of `lstat` have this size, whatever those of the file system have. */
const BLOCK_BYTES = 512;

const { workspaces } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  workspaces: string[];
};

/** What tests and tools write into `node_modules` afterwards, such as `.vitest-cache`. */
const isCache = (name: string): boolean => /^\.(?!bin$)/.test(name);

/** Returns how many bytes a folder takes on the disk, without what its links lead to, and without caches. */
function bytesOf(folder: string): number {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !isCache(name));
  return entries
    .map((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? bytesOf(path) : lstatSync(path).blocks * BLOCK_BYTES;
    })
    .reduce((sum, bytes) => sum + bytes, lstatSync(folder).blocks * BLOCK_BYTES);
}

describe('a checkout after npm ci', () => {
  it(`has less than ${MAX_MB} MB of packages`, () => {
    const folders = ['.', ...workspaces].map((name) => join(root, name, 'node_modules')).filter(existsSync);
    const megabytes = folders.map(bytesOf).reduce((sum, bytes) => sum + bytes, 0) / 1024 ** 2;
    assert.ok(megabytes > 100, 'too few packages were found');
    assert.ok(megabytes < MAX_MB, `${Math.round(megabytes)} MB`);
  });

  it('takes packages from the registry that npm is set to', () => {
    const locks = globSync('{.,*,*/*}/package-lock.json', {
      cwd: root,
      exclude: (path) => path.includes('node_modules'),
    });
    assert.ok(locks.length >= 4, `${locks}`);
    for (const path of locks) assert.doesNotMatch(readFileSync(join(root, path), 'utf8'), /"https?:.*\.tgz"/);
  });
});
