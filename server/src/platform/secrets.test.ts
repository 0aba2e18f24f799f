import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { describe, it } from 'node:test';
import { hidden, withoutSecrets } from './secrets.ts';

const masked: readonly (readonly [string, string])[] = [
  ['{"password":"x","a":1}', `{"password":"${hidden}","a":1}`],
  ['{"a":1,"access-code":"12', `{"a":1,"access-code":"${hidden}"`],
  ['api_key = 5; a=1', `api_key = "${hidden}"; a=1`],
  [`${'a'.repeat(60)}-token: x`, `${'a'.repeat(60)}-token: "${hidden}"`],
  ['/v3/azs_123456789/x', `/v3/${hidden}/x`],
  ['a eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln b', `a ${hidden} b`],
  ['Bearer abcdef', hidden],
  ['/v3/users/me/tiles', '/v3/users/me/tiles'],
  ['{"io":"r","colour":"red"}', '{"io":"r","colour":"red"}'],
];

const LENGTH = 64 * 1024;
const filled = (text: string) => text.repeat(LENGTH / text.length);
/** Texts in which a search that begins anew at each letter reads the rest each time. */
const hostile = [
  `${filled('a')}:`,
  `${filled('-')}=`,
  filled('-eyJ'),
  filled('-eyJaaaaaaaa'),
  filled('aa" '),
  `aa${filled(' ')}=`,
  `aa=${filled('\t')}`,
  `Bearer${filled('\n')}`,
  filled('a="\\'),
  filled('password:'),
];

describe('withoutSecrets', () => {
  for (const [text, wanted] of masked)
    it(`makes ${wanted.slice(0, 40)} of ${text.slice(0, 40)}`, () =>
      assert.equal(withoutSecrets(text), wanted));

  it('takes little time whatever the text is', () => {
    for (const text of hostile) {
      // The shortest of a few times, because the machine has other work.
      const times = Array.from({ length: 5 }, () => {
        const began = performance.now();
        withoutSecrets(text);
        return performance.now() - began;
      });
      assert.ok(Math.min(...times) < 15, `${text.slice(0, 12)} took ${Math.min(...times)} ms`);
    }
  });
});
