import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { installAll, type PackedPackage, packAll, typeCheck } from './install.ts';

const PACKED_AND_INSTALLED_MS = 300_000;

describe('packages installed in an empty folder without development dependencies', () => {
  let folder = '';
  let home = '';
  let packed: PackedPackage[] = [];
  before(
    async () => {
      folder = await mkdtemp(join(tmpdir(), 'azulejo-packaging-'));
      packed = await packAll(folder);
      home = await installAll(folder, packed);
    },
    { timeout: PACKED_AND_INSTALLED_MS },
  );
  after(() => rm(folder, { recursive: true, force: true, maxRetries: 3 }));

  it('contains what runs, and no tests or build files', () => {
    const paths = packed.flatMap(({ name, files }) => files.map(({ path }) => `${name}/${path}`));
    for (const needed of [
      '@azulejo/storage/dist/sqlite-worker.js',
      '@azulejo/storage/dist/sqlite-vacuum.js',
      '@azulejo/units/dist/units_table.json',
      '@azulejo/units/dist/units_table_pt.json',
      '@azulejo/units/dist/units_table.v2.json',
      '@azulejo/catalog/demo-home.json',
      '@azulejo/catalog/pictures/user.png',
      '@azulejo/model/dist/index.js',
    ]) {
      assert.ok(paths.includes(needed), needed);
    }
    const idle = /[./-]test(ing)?\b|\/fixture\.|\.map$|(?<!\.d)\.ts$|tsconfig|tsbuildinfo/;
    assert.deepEqual(
      paths.filter((path) => idle.test(path)),
      [],
    );
  });

  it('has types that a strict program can use', async () => {
    const program = `
      import { type Tile, operations } from '@azulejo/contract';
      import { convert } from '@azulejo/units';
      export const fahrenheit: number = convert(20, 'celsius', 'fahrenheit');
      export const uses = [operations];
      // @ts-expect-error: a member that no tile has
      export const wrong = (tile: Tile) => tile.nothing;
    `;
    await typeCheck(home, program);
  });
});
