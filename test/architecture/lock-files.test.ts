import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { root } from '../support/test-files.ts';

type LockFile = { packages: Record<string, { link?: boolean; integrity?: string }> };

test('lock files have the hash of every package, for other systems too', () => {
  for (const folder of ['.', 'test/programs', 'tools/linters', 'tools/towns']) {
    const text = readFileSync(join(root, folder, 'package-lock.json'), 'utf8');
    const packages = Object.entries((JSON.parse(text) as LockFile).packages);
    const unhashed = packages.filter(
      ([path, { link, integrity }]) => path.includes('node_modules/') && !link && integrity === undefined,
    );
    assert.deepEqual(
      unhashed.map(([path]) => path),
      [],
      folder,
    );
  }
});
