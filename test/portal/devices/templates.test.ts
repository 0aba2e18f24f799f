import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import type {
  CompletedTemplate,
  ListedTemplate,
  TemplateCheck,
  TemplateDocument,
  TemplateVersion,
  TemplateVocabulary,
  UploadResult,
} from '@azulejo/contract';
import { exampleTemplateFile } from '@azulejo/contract';
import { completeTemplate, loadServed } from '@azulejo/server/testing';
import { noisyPicture, plainPicture } from '../../support/pictures.ts';
import { type PortalVisitor, visitPortal } from '../../support/portal.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { create, newLamp, read, save, setUpTemplates, TEMPLATES } from './templates-scene.ts';
import { corrupted, wrongMembers } from './templates-wrong.ts';

onEachEngineInFull('the portal’s template API', setUpTemplates, (scene) => {
  const check = async (template: unknown): Promise<TemplateCheck> =>
    readJson(await scene().developer.request(`${TEMPLATES}/check`, { method: 'POST', body: { template } }));
  const list = async (): Promise<ListedTemplate[]> => {
    const { templates } = await readJson<{ templates: ListedTemplate[] }>(
      await scene().developer.request(TEMPLATES),
    );
    return templates;
  };

  it('lists the catalogue, each template of which can be exported, checked and imported', async () => {
    const { developer } = scene();
    const listed = await list();
    const catalogue = await loadTemplates();
    assert.deepEqual(listed.map(({ id }) => id).toSorted(), catalogue.map(({ id }) => id).toSorted());
    for (const { origin, author, channels, created } of listed)
      assert.deepEqual([origin, author, channels, created], ['catalogue', null, 0, null]);
    for (const { id } of catalogue) {
      const { template } = await read(developer, id);
      assert.deepEqual((await check(template)).errors, [], template.name);
      const copy = { ...template, id: crypto.randomUUID() };
      assert.equal((await create(developer, copy)).status, 201);
      assert.deepEqual((await read(developer, copy.id)).template, copy);
    }
    assert.equal((await list()).length, 2 * catalogue.length);
  });

  it('completes a short template as the command line does, and names what it filled in', async () => {
    const { developer } = scene();
    const complete = async (template: unknown) =>
      readJson<CompletedTemplate>(
        await developer.request(`${TEMPLATES}/complete`, { method: 'POST', body: { template } }),
      );
    const { template, completed } = await complete(exampleTemplateFile);
    assert.deepEqual(template, completeTemplate(exampleTemplateFile, await loadServed()));
    assert.deepEqual((await check(template)).errors, []);
    for (const path of ['id', 'tiles', 'components', 'properties.0.id']) assert.ok(completed.includes(path));
    assert.ok(!completed.includes('name') && !completed.includes('properties.0.label'));
    assert.deepEqual(await complete(template), { template, completed: [] });
    assert.deepEqual(await complete('lamp'), { template: 'lamp', completed: [] });
    const large = { properties: Array.from({ length: 501 }, () => ({ label: 'One' })) };
    const refused = await developer.request(`${TEMPLATES}/complete`, {
      method: 'POST',
      body: { template: large },
    });
    await assertApiError(refused, 'invalid_request');
    assert.ok(!(await list()).some(({ id }) => id === (template as { id: string }).id));
  });

  it('checks a template without storing it', async () => {
    const lamp = newLamp();
    const { errors, warnings } = await check(lamp);
    assert.deepEqual(errors, []);
    const warning = warnings.find(({ field }) => field === 'properties.1.isTriggerable');
    assert.equal(warning?.reason, 'is on, but there are no triggers to offer');
    assert.ok(!(await list()).some(({ id }) => id === lamp.id));
  });

  for (const [what, spoil, field] of wrongMembers) {
    it(`refuses a template with ${what} and names its path`, async () => {
      const wrong = corrupted(newLamp(), spoil);
      assert.deepEqual(
        (await check(wrong)).errors.map((error) => error.field),
        [field],
      );
      const { errors } = await assertApiError(await create(scene().developer, wrong), 'invalid_request');
      assert.deepEqual(
        errors?.map((error) => error.field),
        [`template.${field}`],
      );
    });
  }

  it('returns all errors of a template at once', async () => {
    const lamp = newLamp();
    const wrong = {
      ...lamp,
      picture: 'no.png',
      tiles: lamp.tiles.map((tile) => ({ ...tile, components: ['x'] })),
    };
    const fields = (await check(wrong)).errors.map(({ field }) => field);
    for (const field of ['picture', 'tiles.0.components.0', 'tiles.1.components.0'])
      assert.ok(fields.includes(field), fields.join(' '));
    for (const nothing of [null, [], 'text', 7, {}]) assert.ok((await check(nothing)).errors.length > 0);
  });

  it('refuses a template that is too large or nested too deeply', async () => {
    const lamp = newLamp();
    const filler = Object.fromEntries([...Array(80).keys()].map((n) => [`x${n}`, 'é'.repeat(2000)]));
    const large = { ...lamp, source: filler };
    assert.ok(Buffer.byteLength(JSON.stringify(large)) > 300 * 1024);
    await assertApiError(await create(scene().developer, large), 'body_too_large');
    let deep: unknown = 1;
    for (let level = 0; level < 1000; level += 1) deep = [deep];
    const { errors } = await check({ ...lamp, source: deep });
    assert.match(errors[0]?.reason ?? '', /deeper/);
    const crowd = [...Array(501).keys()].map((n) => ({ id: `c${n}`, type: 'x', label: 'X', classes: [] }));
    assert.deepEqual(
      (await check({ ...lamp, components: crowd })).errors.map(({ field }) => field),
      ['components'],
    );
  });

  it('gives each account its own room for pictures', async () => {
    const { platform, developer } = scene();
    const upload = async ({ cookie, csrfToken }: PortalVisitor) =>
      fetch(`${platform.url}${TEMPLATES}/pictures`, {
        method: 'POST',
        headers: { cookie, 'x-csrf-token': csrfToken, 'content-type': 'image/png' },
        body: await noisyPicture(480, 480).png().toBuffer(),
      });
    assert.equal((await upload(developer)).status, 201);
    await assertApiError(await upload(developer), 'quota_exceeded');
    assert.equal((await upload(await visitPortal(platform, 'developer'))).status, 201);
  });

  it('saves a changed template as a new version with its author', async () => {
    const { developer, platform } = scene();
    const lamp = newLamp();
    assert.equal((await create(developer, lamp)).status, 201);
    await assertApiError(await create(developer, lamp), 'already_there');
    const bright = { ...lamp, name: 'Bright garden lamp', vendor: 'Zeta' };
    const saved = await readJson<TemplateDocument>(await save(developer, bright, 1));
    assert.deepEqual([saved.version, saved.newest_version, saved.author?.name], [2, 2, 'Developer']);
    assert.equal((await read(developer, lamp.id, 1)).template.name, lamp.name);
    const again = await readJson<TemplateDocument>(await save(developer, bright, 2));
    assert.equal(again.version, 2, 'an unchanged template is not a new version');
    assert.equal((await list()).find(({ id }) => id === lamp.id)?.version, 2);
    const known = await platform.server.features.templates.list();
    assert.equal(known.find(({ id }) => id === lamp.id)?.vendor, 'Zeta');
    const restored = await readJson<TemplateDocument>(await save(developer, lamp, 2));
    assert.equal(restored.version, 3, 'an earlier one is restored as a new one');
    const { versions } = await readJson<{ versions: TemplateVersion[] }>(
      await developer.request(`${TEMPLATES}/${lamp.id}/versions`),
    );
    assert.deepEqual(
      versions.map(({ version, origin }) => [version, origin]),
      [
        [3, 'portal'],
        [2, 'portal'],
        [1, 'portal'],
      ],
    );
    const { errors } = await assertApiError(
      await developer.request(`${TEMPLATES}/${lamp.id}/versions`, {
        method: 'POST',
        body: { template: newLamp(), base_version: 3 },
      }),
      'invalid_request',
    );
    assert.equal(errors?.[0]?.field, 'template.id');
    const entries = await platform.server.db.read
      .selectFrom('audit')
      .select(['action', 'actor_id', 'detail'])
      .where('target_id', '=', lamp.id)
      .orderBy('detail')
      .execute();
    assert.deepEqual(
      entries.map(({ action, detail, actor_id }) => [action, detail, actor_id]),
      [
        ['template.create', 'version 1', developer.accountId],
        ['template.save', 'version 2', developer.accountId],
        ['template.save', 'version 3', developer.accountId],
      ],
    );
  });

  it('saves only one of two versions that are saved at the same time', async () => {
    const { developer, platform } = scene();
    const other = await visitPortal(platform, 'owner');
    const lamp = newLamp();
    await create(developer, lamp);
    const answers = await Promise.all([
      save(developer, { ...lamp, name: 'Hers' }, 1),
      save(other, { ...lamp, name: 'His' }, 1),
    ]);
    assert.deepEqual(answers.map(({ status }) => status).toSorted(), [200, 412]);
    const lost = answers.find(({ status }) => status === 412);
    assert.ok(lost);
    assert.match((await assertApiError(lost, 'precondition_failed')).text, /newest version is 2, not 1/);
    assert.equal((await read(developer, lamp.id)).newest_version, 2);
  });

  it('deletes a template only without channels, and continues its version numbers later', async () => {
    const { developer, platform, ana } = scene();
    const lamp = newLamp();
    await create(developer, lamp);
    const { channel } = await platform.server.features.homes.addDevice({
      userId: ana.id,
      templateId: lamp.id,
    });
    const remove = () => developer.request(`${TEMPLATES}/${lamp.id}`, { method: 'DELETE' });
    await assertApiError(await remove(), 'in_use');
    await platform.server.db.write((tx) => platform.server.features.homes.remove(tx, [channel.id]));
    assert.equal((await remove()).status, 200);
    await assertApiError(await remove(), 'not_found');
    await assertApiError(await developer.request(`${TEMPLATES}/${lamp.id}`), 'not_found');
    await assertApiError(await save(developer, lamp, 1), 'not_found');
    assert.ok(!(await list()).some(({ id }) => id === lamp.id));
    const { version } = (await (await create(developer, lamp)).json()) as TemplateDocument;
    assert.equal(version, 2);
  });

  it('excludes the template of phones', async () => {
    const { developer } = scene();
    const { errors } = await assertApiError(
      await create(developer, { ...newLamp(), kind: 'context' }),
      'invalid_request',
    );
    assert.equal(errors?.[0]?.field, 'template.kind');
    await assertApiError(
      await developer.request(`${TEMPLATES}/a7c3f1d2-5b64-5e0f-9c1a-3d8e6b2f4a90`),
      'not_found',
    );
  });

  it('allows viewers to read templates and developers to change them', async () => {
    const { platform } = scene();
    const viewer = await visitPortal(platform, 'viewer');
    const lamp = newLamp();
    const [listed] = await list();
    assert.equal((await viewer.request(`${TEMPLATES}/${listed?.id}`)).status, 200);
    await assertApiError(await create(viewer, lamp), 'insufficient_role');
    await assertApiError(await save(viewer, { ...lamp, id: listed?.id ?? '' }, 1), 'insufficient_role');
    const path = `${TEMPLATES}/${listed?.id}`;
    const move = { method: 'POST', body: { from_version: 1, to_version: 1 } };
    await assertApiError(await viewer.request(`${path}/move`, move), 'insufficient_role');
    await assertApiError(await viewer.request(path, { method: 'DELETE' }), 'insufficient_role');
    const picture = { method: 'POST', headers: { 'content-type': 'image/png' } };
    await assertApiError(await viewer.request(`${TEMPLATES}/pictures`, picture), 'insufficient_role');
    await assertApiError(await platform.request(TEMPLATES), 'session_required');
  });

  it('serves small thumbnails, which are revalidated with an ETag', async () => {
    const { platform } = scene();
    const [first] = await list();
    const { picture_url: picture = '', thumbnail_url: thumbnail = '' } = first ?? {};
    const [whole, small] = await Promise.all([fetch(picture), fetch(thumbnail)]);
    assert.equal(small.headers.get('content-type'), 'image/webp');
    assert.match(small.headers.get('cache-control') ?? '', /max-age=\d{4,}/);
    const [wholeSize, smallSize] = [await whole.arrayBuffer(), await small.arrayBuffer()];
    assert.ok(smallSize.byteLength < 5000 && smallSize.byteLength < wholeSize.byteLength / 3);
    const known = { 'if-none-match': small.headers.get('etag') ?? '' };
    assert.equal((await fetch(thumbnail, { headers: known })).status, 304);
    await assertApiError(await platform.request('/images/thumbnails/nothing.png'), 'not_found');
  });

  it('stores uploaded pictures and shows them in the list', async () => {
    const { developer, platform } = scene();
    const upload = (body: Uint8Array<ArrayBuffer>) =>
      fetch(`${platform.url}${TEMPLATES}/pictures`, {
        method: 'POST',
        headers: {
          cookie: developer.cookie,
          'x-csrf-token': developer.csrfToken,
          'content-type': 'image/png',
        },
        body,
      });
    const answer = await upload(new Uint8Array(await plainPicture(64, 64).png().toBuffer()));
    assert.equal(answer.status, 201);
    const { url } = (await answer.json()) as UploadResult;
    assert.equal((await fetch(url)).headers.get('content-type'), 'image/png');
    const lamp = { ...newLamp(), picture: url };
    assert.equal((await create(developer, lamp)).status, 201);
    assert.equal((await list()).find(({ id }) => id === lamp.id)?.picture_url, url);
    await assertApiError(await upload(new Uint8Array([1, 2, 3])), 'invalid_image');
  });

  it('accepts every schema and picture of the vocabulary', async () => {
    const vocabulary = await readJson<TemplateVocabulary>(
      await scene().developer.request(`${TEMPLATES}/vocabulary`),
    );
    const lamp = newLamp();
    for (const { name } of vocabulary.schemas) {
      const [status, ...others] = lamp.properties;
      assert.ok(status);
      const properties = [{ ...status, schema: name }, ...others];
      assert.deepEqual((await check({ ...lamp, properties, tiles: [] })).errors, [], name);
    }
    for (const { name } of vocabulary.pictures)
      assert.deepEqual((await check({ ...lamp, picture: name })).errors, [], name);
    assert.ok(vocabulary.units.some(({ label }) => label.includes('°C')));
  });
});
