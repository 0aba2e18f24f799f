import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateFiles } from './generate.ts';

const catalog = join(import.meta.dirname, '../../../catalog');
const { files, report } = generateFiles();

test('the stored catalogue is what the definitions give', async () => {
  for (const [path, content] of files) {
    const stored = await readFile(join(catalog, path), 'utf8').catch(() => '');
    assert.ok(stored === content, `catalog/${path} is stale: run the generator`);
  }
});

test('no template is left over from models that are no longer chosen', async () => {
  const stored = await readdir(join(catalog, 'templates'));
  assert.deepEqual(
    stored.filter((name) => !files.has(`templates/${name}`)),
    [],
  );
});

test('two runs give the same ids', () => {
  assert.deepEqual([...generateFiles().files], [...files]);
});

test('the report names what has no place in a template', () => {
  assert.match(report, /Bosch BSEN-C2: `break_function_timeout: disable`/);
});
