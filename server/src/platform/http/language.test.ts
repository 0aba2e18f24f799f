import assert from 'node:assert/strict';
import { test } from 'node:test';
import { preferredLanguage } from './language.ts';

for (const [header, language] of [
  [undefined, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['pt', 'pt'],
  ['pt-BR,en;q=0.5', 'pt'],
  ['en-GB,pt;q=0.9', 'en'],
  ['it;q=1, en;q=0.2, pt-PT;q=0.3', 'pt'],
  ['it,nl', 'en'],
  ['it, de-AT;q=0.8, fr;q=0.5', 'de'],
  ['es-419', 'es'],
  ['en;q=0, pt;q=0.1', 'pt'],
  ['PT-pt ; q=0.4', 'pt'],
  ['pt;q=x', 'en'],
  [`${'x,'.repeat(10_000)}pt`, 'en'],
] as const) {
  test(`prefers ${language} for Accept-Language ${header?.slice(0, 40)}`, () => {
    assert.equal(preferredLanguage(header), language);
  });
}
