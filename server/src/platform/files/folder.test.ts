import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { openFiles } from './index.ts';
import { namesIn, testFiles } from './testing.ts';

async function openTemporary() {
  const folder = await mkdtemp(join(tmpdir(), 'azulejo-files-'));
  return {
    folder,
    files: await openFiles({ folder }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  };
}

testFiles('a folder', openTemporary);

it('lists partial files, but none of somebody else', async () => {
  await using place = await openTemporary();
  await writeFile(join(place.folder, '.half.part'), 'ha');
  await writeFile(join(place.folder, 'of somebody else'), '');
  assert.deepEqual(await namesIn(place.files), ['.half.part']);
  assert.equal((await readdir(place.folder)).length, 2);
});
