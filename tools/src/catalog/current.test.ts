import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { generateFiles } from './generate.ts';

const catalog = join(import.meta.dirname, '../../../catalog');
const { files, report } = generateFiles();

test('the committed catalogue is up to date with the definitions', async () => {
  for (const [path, content] of files) {
    const stored = await readFile(join(catalog, path), 'utf8').catch(() => '');
    assert.ok(stored === content, `catalog/${path} is stale: run the generator`);
  }
});

test('the templates folder has no template of a model that is no longer chosen', async () => {
  const stored = await readdir(join(catalog, 'templates'));
  assert.deepEqual(
    stored.filter((name) => !files.has(`templates/${name}`)),
    [],
  );
});

test('two runs of the generator produce the same files', () => {
  assert.deepEqual([...generateFiles().files], [...files]);
});

test('the report lists what could not be mapped to a template', () => {
  assert.match(report, /Bosch BSEN-C2: `break_function_timeout: disable`/);
});
