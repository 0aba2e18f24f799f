import assert from 'node:assert/strict';
import { it } from 'node:test';
import { jsonRows } from './index.ts';
import { forEachEngine } from './testing.ts';

type Row = { name: string | null; count: number | null; share: number | null };
const columns = { name: 'text', count: 'integer', share: 'real' } as const;

forEachEngine((engine, open) => {
  it('reads many rows from one JSON parameter exactly as they were written', async () => {
    const db = await open<Record<never, never>>({});
    const all = db.prepare<{ rows: string }>()((kysely, p) =>
      kysely.selectFrom(jsonRows<Row>(engine, p('rows'), columns).as('given')).selectAll(),
    );
    const rows: [string | null, number | null, number | null][] = [
      ['', 0, 0.5],
      ['1', 2 ** 53 - 1, -1e-9],
      ['O’Brien "🏠" \\ \n', -5, 1e300],
      // JSON inside a string, with escapes that PostgreSQL refuses outside of one.
      [JSON.stringify({ text: '\u0000\ud800' }), 1, 1],
      [null, null, null],
    ];
    const read = await all.all({ rows: JSON.stringify(rows) });
    assert.deepEqual(
      read.map(({ name, count, share }) => [name, count, share]),
      rows,
    );
    assert.deepEqual(await all.all({ rows: '[]' }), []);
  });
});
