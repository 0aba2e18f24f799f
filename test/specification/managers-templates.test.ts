import assert from 'node:assert/strict';
import { it } from 'node:test';
import { exampleTemplateFile, resources, type TemplateElement } from '@azulejo/contract';
import { setUpPairing } from '../support/pairing-scene.ts';
import { clientToken, newApplication } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { postJson } from '../support/wire.ts';

/** A template of the catalogue, which is assigned to no manager. */
const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

type Answer = {
  elements: { id: string; state: string; version?: number; errors: { field: string; reason: string }[] }[];
};

async function setUp(stage: Stage) {
  const pairing = await setUpPairing({ start: () => stage.start({ environment: { VIRTUAL_DEVICES: '0' } }) });
  const { platform, ana } = pairing;
  const newManager = async (name: string) => {
    const { clientId, secret } = await newApplication(platform, { type: 'manager', name });
    const { access_token: token } = await clientToken(platform, { clientId, secret }, 'manager');
    const send = (templates: readonly unknown[], id = clientId) =>
      postJson(platform, `/v3/managers/${id}/channel-templates`, { templates }, { token });
    const store = async (...templates: unknown[]) => {
      const answer = await readJson<Answer>(await send(templates));
      assertExact(resources.managers.storeTemplates.reply, answer);
      return answer.elements;
    };
    const create = (template: string) =>
      postJson(platform, '/v3/managers/self/channels', { channeltemplate_id: template }, { token });
    return { clientId, send, store, create };
  };
  const offered = async () => {
    const { elements } = await readJson<{ elements: TemplateElement[] }>(
      await platform.request('/v3/users/self/channel-templates', { token: ana.token }),
    );
    return elements.map(({ template }) => template.name);
  };
  return { ...pairing, newManager, offered, acme: await newManager('Acme') };
}

const template = (model: string, more: object = {}) => ({ ...exampleTemplateFile, model, ...more });

onEachEngine('templates that a manager stores', setUp, (scene) => {
  it('stores new templates, assigns them to the manager, and offers them to people', async () => {
    const { acme, offered } = scene();
    const [first] = await acme.store(template('B1', { name: 'Stored plug' }));
    assert.deepEqual([first?.state, first?.version, first?.errors], ['stored', 1, []]);
    assert.ok((await offered()).includes('Stored plug'));
    assert.equal((await acme.create(first?.id ?? '')).status, 201);
  });

  it('stores a changed template as a new version, and an unchanged one not again', async () => {
    const { acme } = scene();
    await acme.store(template('V1'));
    assert.deepEqual(
      (await acme.store(template('V1'), template('V1', { name: 'Better plug' }))).map(
        ({ state, version }) => `${state} ${version}`,
      ),
      ['unchanged 1', 'stored 2'],
    );
  });

  it('refuses an invalid template by itself, with its members', async () => {
    const { acme } = scene();
    const elements = await acme.store(
      template('G1'),
      { name: 'Nothing' },
      template('G2', { kind: 'context' }),
      template('G3', { properties: [{ label: 'On', schema: 'no-such-schema', io: 'r' }] }),
      template('G4'),
      template('G5', { components: null }),
    );
    assert.deepEqual(
      elements.map(({ state }) => state),
      ['stored', 'refused', 'refused', 'refused', 'stored', 'refused'],
    );
    assert.deepEqual(
      elements[2]?.errors.map(({ field }) => field),
      ['kind'],
    );
    assert.equal(elements[3]?.errors[0]?.field, 'properties.0.schema');
    assert.equal(elements[5]?.errors[0]?.field, 'components');
  });

  it('lets a manager change neither the catalogue nor templates of another manager', async () => {
    const { acme, newManager, platform } = scene();
    const zeta = await newManager('Zeta');
    const [own] = await acme.store(template('O1'));
    const { templates } = platform.server.features;
    const catalogue = await templates.find(LAMP);
    const { version: _version, ...lamp } = catalogue;
    const store = async () => zeta.store({ ...lamp, name: 'Mine now' });
    const withoutDevices = await store();
    await templates.adopt(LAMP);
    for (const [foreign] of [
      await zeta.store(template('O1', { id: own?.id, name: 'Mine now' })),
      withoutDevices,
      await store(),
    ]) {
      assert.equal(foreign?.state, 'refused');
      assert.match(foreign?.errors[0]?.reason ?? '', /not assigned to this manager/);
    }
    assert.deepEqual(await templates.getLatest(LAMP), catalogue);
    await assertApiError(await zeta.send([template('O2')], acme.clientId), 'not_found');
  });

  it('keeps what the operator decided: a template assigned elsewhere or deleted stays so', async () => {
    const { acme, newManager, platform } = scene();
    const zeta = await newManager('Zeta');
    const { makers, templateEditor } = platform.server.features;
    const [moved] = await acme.store(template('M1'));
    const id = moved?.id ?? '';
    await assert.rejects(makers.assign(id, zeta.clientId, { replaces: false }), { kind: 'in_use' });
    await makers.release(id);
    assert.equal((await acme.store(template('M1', { name: 'Again' })))[0]?.state, 'refused');
    await makers.assign(id, zeta.clientId, { replaces: false });
    assert.equal((await zeta.store(template('M1', { name: 'Of Zeta' })))[0]?.state, 'stored');
    await templateEditor.remove(id, { actorId: 'operator', address: '' });
    const [deleted] = await zeta.store(template('M1', { name: 'Back' }));
    assert.match(deleted?.errors[0]?.reason ?? '', /operator .* deleted/);
  });

  it('limits the templates of a request, and those of a manager in a minute', async () => {
    const { newManager } = scene();
    const many = await newManager('Many');
    const body = await assertApiError(
      await many.send(Array.from({ length: 21 }, () => ({}))),
      'invalid_request',
    );
    assert.equal(body.errors?.[0]?.field, 'templates');
    await assertApiError(await many.send([]), 'invalid_request');
    const statuses = new Set<number>();
    const full = Array.from({ length: 20 }, () => ({}));
    for (let requested = 0; requested < 31; requested += 1) statuses.add((await many.send(full)).status);
    assert.deepEqual([...statuses], [200, 429]);
  });
});
