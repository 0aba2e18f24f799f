import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadModels, loadTemplates } from '@azulejo/catalog';
import { forEachEngine } from '@azulejo/storage/testing';
import { createAudit } from '../../core/audit/index.ts';
import { type Database, type Db, migrations } from '../../database/index.ts';
import { systemClock } from '../../platform/clock.ts';
import { createAdoption } from './adopt-template.ts';
import { createTemplateEditor } from './editor.ts';
import { byMaker } from './stored-versions.ts';
import { createTemplates, type Templates } from './templates.ts';
import { readVocabulary } from './vocabulary.ts';

const author = { actorId: 'rui', address: '127.0.0.1' };

const editorOf = (db: Db, templates: Templates) =>
  createTemplateEditor({
    db,
    clock: systemClock,
    templates,
    audit: createAudit(db, systemClock, { facts: 3600, refusals: 3600, maxRefusals: 1_000 }),
  });

forEachEngine((_engine, open) => {
  it('does not store a template of an earlier release as the newest version', async () => {
    const templates = createTemplates({
      db: await open<Database>({ migrations }),
      clock: systemClock,
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

  it('holds equal properties of different templates once', async () => {
    const templates = createTemplates({ db: await open<Database>({ migrations }), clock: systemClock });
    const [first] = await loadTemplates();
    assert.ok(first);
    const [property, ...others] = first.properties;
    assert.ok(property);
    const changed = { ...property, label: 'Another' };
    const second = { ...first, id: '2f0f2b26-6f1f-4c0e-9d2b-7e0a1f5a9c11', properties: [changed, ...others] };
    await templates.import([first, second], { areTrusted: true });
    const [one, other] = [await templates.get(first.id, 1), await templates.get(second.id, 1)];
    assert.deepEqual(other, { ...second, version: 1 });
    assert.deepEqual(
      one.properties.map((each, index) => each === other.properties[index]),
      [false, ...others.map(() => true)],
    );
  });

  it('keeps what was edited or deleted in the portal until the catalogue’s version is restored', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    const editor = editorOf(db, templates);
    const [first, second] = await loadTemplates();
    assert.ok(first && second);
    const { id } = first;
    const importDefinition = async (definition: typeof first) =>
      (await templates.import([definition], { areTrusted: true })).map(({ version }) => version);
    await importDefinition(first);
    await editor.save(id, { template: { ...first, name: 'Own' }, baseVersion: 1 }, author);
    assert.deepEqual(await importDefinition({ ...first, name: 'Of a later release' }), []);
    assert.equal((await templates.getLatest(id)).name, 'Own');

    await editor.save(id, { template: first, baseVersion: 2 }, author);
    assert.deepEqual(await importDefinition({ ...first, name: 'Of a later release' }), [4]);

    await importDefinition(second);
    const before = await templates.revision();
    await editor.remove(second.id, author);
    assert.ok((await templates.revision()) > before);
    assert.deepEqual(await importDefinition(second), []);
    assert.deepEqual(await importDefinition({ ...second, name: 'Of a later release' }), []);
    assert.ok(!(await templates.list()).some((template) => template.id === second.id));
    const [again] = await templates.import([second], { areTrusted: false });
    assert.equal(again?.version, 2, 'an import by hand restores it');
  });

  it('stores the template of a model when something is made from it, and not when it is looked at', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    const { models } = await loadModels();
    const model = models.find(({ isOffered }) => !isOffered);
    assert.ok(model);
    assert.equal((await templates.find(model.id)).version, 1);
    assert.deepEqual(await templates.storedIds(), []);
    await assert.rejects(templates.getLatest(model.id), { kind: 'not_found' });
    await assert.rejects(templates.findListed(model.id), { kind: 'not_found' });

    const [one, other] = await Promise.all([templates.adopt(model.id), templates.adopt(model.id)]);
    assert.deepEqual(one, other);
    assert.deepEqual(await templates.getLatest(model.id), one);
    assert.deepEqual(
      (await templates.lists()).stored.map(({ id, version, kind }) => [id, version, kind]),
      [[model.id, 1, model.kind]],
    );
  });

  it('finds and adopts a template that another request stores meanwhile', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    const [first, second] = (await loadModels()).models;
    assert.ok(first && second);
    const findLatest = (id: string) => templates.getLatest(id).catch(() => undefined);
    const late = createAdoption({
      db,
      async findLatest(id) {
        const latest = await findLatest(id);
        await templates.adopt(id);
        return latest;
      },
      importTemplates: templates.import,
    });
    for (const [model, look] of [
      [first, late.adopt],
      [second, late.find],
    ] as const)
      assert.deepEqual(await look(model.id), await findLatest(model.id));
  });

  it('lists what the catalogue offers until it is stored, in the words of its template', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    const catalogue = await loadTemplates();
    const listed = await templates.list();
    assert.deepEqual(
      listed.map(({ id }) => id),
      catalogue.toSorted(byMaker).map(({ id }) => id),
    );
    const { offered } = await templates.lists();
    for (const { version: _version, ...outline } of offered) {
      const template = catalogue.find(({ id }) => id === outline.id);
      assert.deepEqual({ ...template, ...outline }, template);
    }
    assert.deepEqual(await templates.storedIds(), []);

    const [first, second] = catalogue;
    assert.ok(first && second);
    assert.equal((await templates.findListed(first.id)).name, first.name);
    await templates.adopt(first.id);
    assert.deepEqual(await templates.list(), listed);
    assert.deepEqual(
      (await templates.lists()).stored.map(({ id }) => id),
      [first.id],
    );

    const editor = editorOf(db, templates);
    await editor.remove(second.id, author);
    assert.deepEqual(
      await templates.list(),
      listed.filter(({ id }) => id !== second.id),
    );
    await assert.rejects(templates.findListed(second.id), { kind: 'not_found' });
  });

  it('stores the catalogue’s template first when its definition is imported by hand', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    const [first, second] = await loadTemplates();
    assert.ok(first && second);
    const own = { ...first, name: 'Own' };
    const stored = await templates.import([own, second], { areTrusted: false });
    assert.deepEqual(
      stored.map(({ id, version }) => [id, version]),
      [[first.id, 2]],
    );
    assert.equal((await templates.get(first.id, 1)).name, first.name);
    assert.deepEqual(await templates.import([first, second], { areTrusted: true }), []);
    assert.equal((await templates.getLatest(first.id)).name, 'Own');
    const [again] = await templates.import([first], { areTrusted: false });
    assert.equal(again?.version, 3, 'an earlier version that is imported again is the newest one');
    assert.deepEqual(await templates.import([first], { areTrusted: false }), []);
  });

  it('suggests members of the newest versions without parsing all templates', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    const [first, second] = await loadTemplates();
    assert.ok(first && second);
    const store = (...definitions: (typeof first)[]) => templates.import(definitions, { areTrusted: true });
    const uuid = '7c0e6a52-94f1-4a5f-8a53-0d2b9a6f1c12';
    await store({ ...first, kind: 'earlier' });
    await store({ ...first, kind: 'newest', categories: ['pool'], interface: { ...first.interface, uuid } });
    await store({ ...second, kind: 'deleted' });
    await editorOf(db, templates).remove(second.id, author);
    // More than the cache of parsed templates holds.
    await store(...Array.from({ length: 501 }, () => ({ ...first, id: crypto.randomUUID() })));
    const inUse = await templates.get(first.id, 2);

    const urlOf = (name: string) => name;
    const served = { picture: urlOf, thumbnail: urlOf, imageOrigins: [] };
    const { kinds, categories, interfaces } = await readVocabulary({ templates, ...served });
    assert.ok(kinds.includes('newest') && !kinds.includes('earlier') && !kinds.includes('deleted'));
    assert.ok(categories.includes('pool') && interfaces.includes(uuid));
    assert.equal(await templates.get(first.id, 2), inUse);
  });

  it('does not bring back the template of a model that was deleted in the portal', async () => {
    const db = await open<Database>({ migrations });
    const templates = createTemplates({ db, clock: systemClock });
    const { models } = await loadModels();
    const [{ id } = { id: '' }] = models;
    await templates.adopt(id);
    await db.write((tx) => tx.updateTable('templates').set({ removed: 1 }).execute());
    await assert.rejects(templates.adopt(id), { kind: 'not_found' });
    await assert.rejects(templates.find(id), { kind: 'not_found' });
    await assert.rejects(templates.adopt('no such id'), { kind: 'not_found' });
  });
});
