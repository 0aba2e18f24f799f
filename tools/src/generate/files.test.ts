import assert from 'node:assert/strict';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { findStale, writeFiles } from './files.ts';

test('findStale returns missing and different files, and none after writeFiles', async () => {
  await using directory = await mkdtempDisposable(join(tmpdir(), 'azulejo-generate-'));
  const files = [
    { path: 'new-folder/missing.md', content: 'new' },
    { path: 'changed.md', content: 'new' },
    { path: 'same.md', content: 'same' },
  ];
  await writeFile(join(directory.path, 'changed.md'), 'old');
  await writeFile(join(directory.path, 'same.md'), 'same');
  assert.deepEqual(await findStale(files, directory.path), ['new-folder/missing.md', 'changed.md']);
  await writeFiles(files, directory.path);
  assert.deepEqual(await findStale(files, directory.path), []);
});
