import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const folder = join(import.meta.dirname, '../../docs/decisions');

it('the index of decisions has each page once, sorted by number', () => {
  const pages = readdirSync(folder).filter((name) => /^\d{4}-/.test(name));
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  const listed = [...index.matchAll(/^\| \[\d{4}\]\(([^)]+)\)/gm)].map(([, name]) => name);
  assert.deepEqual(listed, pages.toSorted());
});
