import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import { type Database, migrations } from '../../database/index.ts';
import { forEachEngine } from '../../platform/storage/testing.ts';
import { createTemplates } from './templates.ts';

forEachEngine((_engine, open) => {
  it('a template of an earlier release does not come back as the newest version', async () => {
    const templates = createTemplates({
      db: await open<Database>({ migrations }),
      clock: { now: () => Date.now() },
    });
    const [earlier] = await loadTemplates();
    assert.ok(earlier);
    const later = { ...earlier, name: `${earlier.name}, changed` };
    const store = async (definition: typeof earlier) =>
      (await templates.import([definition], { areTrusted: true })).map(({ version }) => version);
    assert.deepEqual(await store(earlier), [1]);
    assert.deepEqual(await store(later), [2]);
    assert.deepEqual(await store(earlier), []);
    assert.equal((await templates.getLatest(earlier.id)).name, later.name);
    assert.deepEqual(await store({ ...earlier, name: 'Another' }), [3]);
  });
});
