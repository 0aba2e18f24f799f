import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { type Database, migrations } from '../database/index.ts';
import { createTemplates } from '../devices/templates/index.ts';
import { systemClock } from '../platform/clock.ts';
import { importCatalogue } from './catalogue.ts';

forEachEngine((_engine, open) => {
  it('imports the catalogue once, and again when it differs from the one imported before', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    await importCatalogue({ templates }, db);
    assert.ok((await templates.list()).length >= 60);

    // Without templates, the list shows whether a second import took place.
    await db.write((tx) => tx.deleteFrom('templates').execute());
    await importCatalogue({ templates }, db);
    assert.deepEqual(await templates.list(), []);

    await db.write((tx) => tx.updateTable('settings').set({ value: 'of an earlier release' }).execute());
    await importCatalogue({ templates }, db);
    assert.ok((await templates.list()).length >= 60);
  });
});
