import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textsFor } from './page-texts.ts';

for (const [header, language] of [
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['pt', 'pt'],
  ['pt-BR,en;q=0.5', 'pt'],
  ['en-GB,pt;q=0.9', 'en'],
  ['fr;q=1, en;q=0.2, pt-PT;q=0.3', 'pt'],
  ['de,fr', 'en'],
  ['en;q=0, pt;q=0.1', 'pt'],
  ['PT-pt ; q=0.4', 'pt'],
  ['pt;q=x', 'en'],
  [`${'x,'.repeat(10_000)}pt`, 'en'],
] as const) {
  test(`shows the page in ${language} for Accept-Language ${header?.slice(0, 40)}`, () => {
    assert.equal(textsFor(header).language, language);
  });
}

test('has a different name for every room in each language', () => {
  const [english, portuguese] = [textsFor('en').rooms, textsFor('pt').rooms];
  assert.deepEqual(Object.keys(english), Object.keys(portuguese));
  for (const rooms of [english, portuguese])
    assert.equal(new Set(Object.values(rooms)).size, Object.keys(english).length);
});
