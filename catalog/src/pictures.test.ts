import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { expandTemplates, loadModels, picturesFolder } from './index.ts';

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Returns width and height, which are in the first chunk (PNG specification, 11.2.1). */
async function sizeOf(name: string): Promise<[width: number, height: number]> {
  const bytes = await readFile(join(picturesFolder, name));
  assert.deepEqual(bytes.subarray(0, 8), PNG, `${name} is a PNG`);
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

const { models } = await loadModels();
const templates = await expandTemplates(models.map(({ id }) => id));
const named = new Set([
  ...templates.flatMap(({ picture, tilePicture }) => [picture, tilePicture]),
  'user.png',
]);

test('every picture of a template is a square PNG of at least 256 pixels', async () => {
  for (const name of named) {
    const [width, height] = await sizeOf(name);
    assert.equal(width, height, name);
    assert.ok(width >= 256, name);
  }
});

test('the background picture is wider than high', async () => {
  const [width, height] = await sizeOf('background.png');
  assert.ok(width > height);
});

test('the pictures folder contains only pictures that are used', async () => {
  const stored = await readdir(picturesFolder);
  assert.deepEqual(stored.toSorted(), [...named, 'background.png'].toSorted());
});
