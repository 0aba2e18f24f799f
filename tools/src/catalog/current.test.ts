import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { readModels } from '@azulejo/catalog';
import { chosenModels } from './chosen-models.ts';
import { generateFiles } from './generate.ts';

const catalog = join(import.meta.dirname, '../../../catalog');
const { files, models, report } = await generateFiles();

test('the committed catalogue is up to date with the definitions', async () => {
  for (const [path, content] of files) {
    const stored = await readFile(join(catalog, path), 'utf8').catch(() => '');
    assert.ok(stored === content, `catalog/${path} is stale: run the generator`);
  }
  assert.ok(JSON.stringify(await readModels()) === JSON.stringify(models), 'the models are stale');
});

test('every chosen model is in the catalogue', () => {
  const offered = models.models.filter(({ isOffered }) => isOffered).map(({ model }) => model);
  assert.deepEqual(offered.toSorted(), Object.values(chosenModels).flat().toSorted());
});

test('the report names what is in no template, and that is little', () => {
  const [, unmapped = ''] = /## Not mapped\n\n(.*?)\n\n##/s.exec(report) ?? [];
  assert.match(report, /Bosch BSEN-C2: `break_function_timeout: disable`/);
  assert.ok(unmapped.split('\n').length <= 30, unmapped);
});

test('the report names the secrets that no template has', () => {
  const [, secrets = ''] = /## Not mapped: secrets\n\n(.*?)\n\n##/s.exec(report) ?? [];
  assert.match(secrets, /^- `pin_code` of \d+ models$/m);
  assert.match(secrets, /^- `wifi_config` of \d+ models$/m);
});
