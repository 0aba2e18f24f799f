import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { etagOf, matchesEtag, revisionOf } from './revision.ts';

describe('revisionOf and etagOf', () => {
  it('returns a revision of the number of changes and a hash of the document', () => {
    assert.match(revisionOf(3, { name: 'Ana' }), /^3-[0-9a-f]{32}$/);
    assert.equal(revisionOf(3, { name: 'Ana' }), revisionOf(3, { name: 'Ana' }));
    assert.equal(revisionOf(3, '{"name":"Ana"}'), revisionOf(3, { name: 'Ana' }), 'text is hashed as it is');
    assert.notEqual(revisionOf(3, { name: 'Rui' }), revisionOf(3, { name: 'Ana' }));
    assert.notEqual(revisionOf(4, { name: 'Ana' }), revisionOf(3, { name: 'Ana' }));
  });

  it('returns the revision in quotes as an entity tag', () => {
    assert.equal(etagOf('1-abc'), '"1-abc"');
  });
});

describe('matchesEtag (RFC 9110 8.8.3.2, 13.1)', () => {
  const etag = '"1-abc"';
  const cases: [header: string, weak: boolean, strong: boolean][] = [
    ['"1-abc"', true, true],
    ['*', true, true],
    [' * ', true, true],
    ['W/"1-abc"', true, false],
    ['"2-def", "1-abc"', true, true],
    ['"2-def",W/"1-abc"', true, false],
    ['"2-def"', false, false],
    ['"1-abc', false, false],
    ['"1-abcd"', false, false],
    ['"a, b"', false, false],
    ['', false, false],
  ];
  for (const [header, weak, strong] of cases) {
    it(`the condition ${header || 'nothing'} ${weak ? 'matches' : 'does not match'} weakly, ${strong ? '' : 'not '}strongly`, () => {
      assert.equal(matchesEtag(header, etag, 'weak'), weak);
      assert.equal(matchesEtag(header, etag, 'strong'), strong);
    });
  }
});
