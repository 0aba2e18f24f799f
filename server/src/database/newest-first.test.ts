import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { containsPattern, pageOf, parseCursor } from './newest-first.ts';

describe('pages of lists, newest first', () => {
  const rows = [3, 2, 1].map((created) => ({ created, id: `id-${created}` }));

  it('ends a page with a cursor while there are more rows', () => {
    const first = pageOf(rows, 2, (row) => row);
    assert.deepEqual(
      first.rows.map(({ id }) => id),
      ['id-3', 'id-2'],
    );
    assert.deepEqual(parseCursor(first.next), { created: 2, id: 'id-2' });
    assert.equal(pageOf(rows, 3, (row) => row).next, undefined);
  });

  it('returns an empty page for an invalid cursor', () => {
    assert.deepEqual(parseCursor('nothing'), { created: 0, id: '' });
  });

  it('searches lists for the text itself, whatever it contains', () => {
    assert.equal(containsPattern(' 50%_A\\ '), '%50\\%\\_a\\\\%');
    assert.equal(containsPattern('  '), undefined);
  });
});
