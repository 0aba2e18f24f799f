import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import type { ListedTemplate, TemplateDocument, TemplateVersion } from '@azulejo/contract';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { create, read, save, setUpTemplates, TEMPLATES } from './templates-scene.ts';

onEachEngineInFull('a template of the catalogue in the portal', setUpTemplates, (scene) => {
  it('reads a template of the catalogue without storing it, and stores it when it is changed or deleted', async () => {
    const { developer, platform } = scene();
    const { templates } = platform.server.features;
    const [edited, deleted] = await loadTemplates();
    assert.ok(edited && deleted);
    const { id } = edited;
    const isStored = async () => (await templates.storedIds()).includes(id);
    const versionsOf = async () =>
      readJson<{ versions: TemplateVersion[] }>(await developer.request(`${TEMPLATES}/${id}/versions`));
    assert.deepEqual(await read(developer, id), {
      template: edited,
      version: 1,
      created: null,
      origin: 'catalogue',
      author: null,
      newest_version: 1,
      in_catalogue: true,
    });
    assert.deepEqual((await read(developer, id, 1)).template, edited);
    await assertApiError(await developer.request(`${TEMPLATES}/${id}?version=2`), 'not_found');
    const { versions } = await versionsOf();
    assert.deepEqual(
      versions.map(({ version, created, channels }) => [version, created, channels]),
      [[1, null, 0]],
    );
    assert.equal((await developer.request(`${TEMPLATES}/${id}/move?from_version=1`)).status, 200);
    await assertApiError(await create(developer, edited), 'already_there');
    const wrong = { ...edited, picture: 'no.png' };
    await assertApiError(await save(developer, wrong, 1), 'invalid_request');
    assert.equal(await isStored(), false);

    const saved = await readJson<TemplateDocument>(await save(developer, { ...edited, name: 'Own' }, 1));
    assert.deepEqual([saved.version, saved.origin, saved.in_catalogue], [2, 'portal', true]);
    assert.deepEqual(
      (await versionsOf()).versions.map(({ version, origin, created }) => [
        version,
        origin,
        created !== null,
      ]),
      [
        [2, 'portal', true],
        [1, 'catalogue', true],
      ],
    );
    assert.equal((await developer.request(`${TEMPLATES}/${deleted.id}`, { method: 'DELETE' })).status, 200);
    await assertApiError(await developer.request(`${TEMPLATES}/${deleted.id}`), 'not_found');
    const { templates: listed } = await readJson<{ templates: ListedTemplate[] }>(
      await developer.request(TEMPLATES),
    );
    assert.ok(!listed.some((each) => each.id === deleted.id));
  });
});
