import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { emailKey } from './user.ts';

describe('emailKey', () => {
  const same: [string, string][] = [
    ['ana@example.org', 'ana@example.org'],
    ['  Ana@Example.ORG ', 'ana@example.org'],
    ['ＡＮＡ＠ｅｘａｍｐｌｅ．ｏｒｇ', 'ana@example.org'],
    ['josé@example.org', 'jose\u0301@example.org'],
    ['ana@bücher.example', 'ana@xn--bcher-kva.example'],
    ['ana@BÜCHER.example', 'ana@bücher.example'],
  ];
  for (const [one, two] of same) {
    it(`treats ${one} and ${two} as the same address`, () => {
      assert.ok(emailKey(one));
      assert.equal(emailKey(one), emailKey(two));
    });
  }

  it('keeps addresses apart that differ in dots or tags, which are up to the mail server', () => {
    const different = ['ana@example.org', 'a.na@example.org', 'ana+azulejo@example.org', 'ana@example.com'];
    assert.equal(new Set(different.map(emailKey)).size, different.length);
  });

  const none = [
    '',
    'ana',
    '@example.org',
    'ana@',
    'ana@ example.org',
    'an a@example.org',
    'ana@@example.org',
    'ana@rui@example.org',
    'ana@example..org',
    'ana@.example.org',
    'ana@example.org.',
    'ana@exam ple.org',
    'Ana <ana@example.org>',
    '"ana"@example.org',
    'ana\n@example.org',
    `${'a'.repeat(65)}@example.org`,
    `ana@${'abcdefghi.'.repeat(26)}example`,
  ];
  for (const text of none) {
    it(`emailKey rejects ${JSON.stringify(text.slice(0, 40))}`, () =>
      assert.equal(emailKey(text), undefined));
  }
});
