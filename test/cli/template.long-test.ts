import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { type ChannelTemplate, exampleTemplateFile, type TileList } from '@azulejo/contract';
import { newApplication, newPerson } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { readJson } from '../support/replies.ts';
import { answerOf, forEachEngineInFull, refusalOf } from './azulejo.ts';

forEachEngineInFull((_engine, _open, newPlace) => {
  it('imports a plug in ten lines, whose device has a tile with a switch', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const file = join(place.dataDir, 'plug.json');
    await writeFile(file, JSON.stringify(exampleTemplateFile));
    const [checked] = await answerOf<ChannelTemplate[]>(place, ['template', 'check', file]);
    const [stored] = await answerOf<{ id: string; version: number }[]>(place, ['template', 'import', file]);
    assert.deepEqual([stored?.id, stored?.version], [checked?.id, 1]);
    const person = await newPerson(platform, await newApplication(platform));
    const device = ['device', 'create', '--user', person.id, '--template', stored?.id ?? ''];
    const { channel } = await answerOf<{ channel: string }>(place, device);
    const { tiles } = await readJson<TileList>(
      await platform.request('/v3/legacy/users/me/tiles?include=specs', { token: person.token }),
    );
    const [tile] = tiles;
    assert.equal(tile?.channel, channel);
    assert.deepEqual(
      tile?.actions.map(({ property, type }) => [property, type]),
      [['on-off', 'tri-state']],
    );
    const exported = await answerOf<ChannelTemplate>(place, ['template', 'export', stored?.id ?? '']);
    assert.deepEqual(exported, checked);
    await writeFile(file, JSON.stringify(exported));
    assert.deepEqual(await answerOf(place, ['template', 'import', file]), [], 'nothing changed');
    const shown = await answerOf<{ version: number }>(place, ['template', 'show', stored?.id ?? '']);
    assert.equal(shown.version, 1);
  });

  it('says what is wrong with a file, and stores nothing', async () => {
    const place = await newPlace();
    const file = join(place.dataDir, 'plug.json');
    await writeFile(file, JSON.stringify({ ...exampleTemplateFile, properties: [{ label: 'On/off' }] }));
    for (const command of ['check', 'import'])
      assert.match(
        JSON.stringify(await refusalOf(place, ['template', command, file])),
        /properties\.0\.schema is required/,
      );
  });

  it('assigns a template to the manager that --manager names, and refuses a second name', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const acme = await newApplication(platform, { type: 'manager', name: 'Acme', namespace: 'acme' });
    const zeta = await newApplication(platform, { type: 'manager', name: 'Zeta', namespace: 'zeta' });
    const { makers } = platform.server.features;
    const [template] = await answerOf<{ id: string }[]>(place, ['template', 'list']);
    const id = template?.id ?? '';
    const assign = ['template', 'assign', id];
    for (const args of [assign, [...assign, 'acme', '--manager', 'zeta']])
      assert.match((await refusalOf(place, args)).message, /^name one manager: /);
    assert.equal((await refusalOf(place, [...assign, '--manager', 'nobody'])).kind, 'not_found');
    assert.equal(await makers.of(id), undefined, 'a refused import stores nothing');
    // The application is given by client_id or by namespace; the second call has no effect.
    for (const manager of [acme.clientId, 'acme'])
      assert.deepEqual(await answerOf(place, [...assign, '--manager', manager]), {
        template: id,
        manager: acme.clientId,
      });
    assert.equal(await makers.of(id), acme.clientId);
    assert.match(
      (await refusalOf(place, [...assign, '--manager', zeta.clientId])).message,
      / is assigned to another manager\.$/,
    );
    assert.equal(await makers.of(id), acme.clientId);
  });

  it('creates a device with a claim code, for users of one application if it is named', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { clientId } = await newApplication(platform);
    const [template] = await answerOf<{ id: string }[]>(place, ['template', 'list']);
    const create = ['device', 'create', '--claim', '--template', template?.id ?? ''];
    const made = await answerOf<{ claim_code: string; client_id: string }>(place, [
      ...create,
      '--application',
      clientId,
      '--claim-days',
      '30',
      '--single-connection',
    ]);
    assert.match(made.claim_code, /^([0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
    const { record, application } = await platform.server.features.deviceRecords.get(made.client_id);
    assert.deepEqual([record.claim, record.single_connection, application?.id], ['open', true, clientId]);
    await refusalOf(place, [...create, '--claim-days', '0']);
    await refusalOf(
      place,
      create.filter((each) => each !== '--claim'),
    );
  });
});
