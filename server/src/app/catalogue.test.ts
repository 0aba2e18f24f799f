import assert from 'node:assert/strict';
import { it } from 'node:test';
import { contextTemplate, loadTemplates } from '@azulejo/catalog';
import { forEachEngine } from '@azulejo/storage/testing';
import { type Database, migrations } from '../database/index.ts';
import { createTemplates } from '../devices/templates/index.ts';
import { systemClock } from '../platform/clock.ts';
import { importCatalogue } from './catalogue.ts';

forEachEngine((_engine, open) => {
  it('stores the template of phones once, and again when the catalogue has changed', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    await importCatalogue({ templates }, db);
    assert.deepEqual(await templates.storedIds(), [contextTemplate.id]);

    await db.write((tx) => tx.deleteFrom('templates').execute());
    await importCatalogue({ templates }, db);
    assert.deepEqual(await templates.storedIds(), []);

    await db.write((tx) => tx.updateTable('settings').set({ value: 'of an earlier release' }).execute());
    await importCatalogue({ templates }, db);
    assert.deepEqual(await templates.storedIds(), [contextTemplate.id]);
  });

  it('adds the catalogue’s version to a template that an earlier release stored', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    const [changed, same] = await loadTemplates();
    assert.ok(changed && same);
    await templates.import([{ ...changed, name: 'Of an earlier release' }, same], { areTrusted: true });
    await importCatalogue({ templates }, db);
    const newest = await templates.getLatest(changed.id);
    assert.deepEqual([newest.version, newest.name], [2, changed.name]);
    assert.equal((await templates.getLatest(same.id)).version, 1);
    assert.equal((await templates.storedIds()).length, 3);
  });
});
