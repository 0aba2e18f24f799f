import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { DeviceSecrets } from '@azulejo/contract';
import { connackOf, connectMqtt } from '../../support/mqtt.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { setUpDevices } from './scene.ts';

const ACCEPTED = 0;
const BAD_CREDENTIALS = 4;

onEachEngineInFull('an application that manages devices', setUpDevices, (scene) => {
  it('creates a device for one of its users, which connects with the secret', async () => {
    const { maker, ana, platform, channelsAt } = scene();
    const { device, client_secret: token = '', claim_code } = await maker.create({ user_id: ana.id });
    assert.equal(claim_code, undefined);
    assert.deepEqual([device.claim, device.user?.id, device.template?.model], ['none', ana.id, 'P1']);
    assert.ok((await channelsAt(ana)).includes(device.channels[0]?.id ?? ''));
    const credentials = { clientId: device.client_id, token };
    await using session = await connectMqtt(platform, credentials);
    assert.equal((await maker.get(device.client_id)).is_connected, false);
    await session.subscribe(`/v3/devices/${device.client_id}/channels/#`);
    assert.equal((await maker.get(device.client_id)).is_connected, true);
  });

  it('creates no device for a user of another application, nor from an unknown template', async () => {
    const { maker, stranger, ana } = scene();
    for (const input of [
      { user_id: stranger.id },
      { user_id: 'nobody' },
      { user_id: ana.id, channeltemplate_id: 'none' },
      { channeltemplate_id: 'none' },
    ])
      await assertApiError(
        await maker.send('POST', '', {
          channeltemplate_id: '7c1b7a4e-2f6d-4a57-9a53-4b0f6a0d9c01',
          ...input,
        }),
        'not_found',
      );
  });

  it('cannot see or change the devices of another application', async () => {
    const { maker, managerOf, other } = scene();
    const stranger = await managerOf(other);
    const { device } = await maker.create();
    const at = `/${device.client_id}`;
    const calls: [string, string, unknown?][] = [
      ['GET', at],
      ['PATCH', at, { name: 'Mine' }],
      ['POST', `${at}/rotate-secret`, {}],
      ['POST', `${at}/claim-code`, {}],
      ['DELETE', at],
    ];
    for (const call of calls) await assertApiError(await stranger.send(...call), 'not_found');
    assert.ok(!(await stranger.list()).devices.some(({ client_id: id }) => id === device.client_id));
    assert.equal((await maker.get(device.client_id)).name, device.name);
  });

  it('lists its devices in pages, newest first, and finds them by name, person and open claim code', async () => {
    const { platform, managerOf, claim } = scene();
    const application = await newApplication(platform);
    const maker = await managerOf(application);
    const person = await newPerson(platform, application, 'Zita Lemos');
    const made: DeviceSecrets[] = [];
    for (const name of ['Plug 100%', 'Plug 1000', 'Lamp']) {
      made.push(await maker.create({ name }));
      platform.clock.advance({ seconds: 1 });
    }
    const names = async (query: string) => (await maker.list(query)).devices.map(({ name }) => name);
    const first = await maker.list('?limit=2');
    assert.deepEqual(
      first.devices.map(({ name }) => name),
      ['Lamp', 'Plug 1000'],
    );
    assert.deepEqual(await names(`?limit=2&after=${first.next}`), ['Plug 100%']);
    assert.deepEqual(await names('?search=100%25'), ['Plug 100%']);
    assert.deepEqual(await names(`?search=${made[2]?.device.client_id}`), ['Lamp']);
    await readJson(await claim(person, made[2]?.claim_code));
    assert.deepEqual(await names('?search=zita'), ['Lamp']);
    assert.deepEqual(await names(`?user_id=${person.id}`), ['Lamp']);
    assert.deepEqual(await names('?claim=open'), ['Plug 1000', 'Plug 100%']);
  });

  it('renames, disables and enables a device, and limits it to one connection', async () => {
    const { maker, platform } = scene();
    const { device, client_secret: token = '' } = await maker.create();
    const credentials = { clientId: device.client_id, token };
    const change = async (changes: object) =>
      readJson<typeof device>(await maker.send('PATCH', `/${device.client_id}`, changes));
    const changed = await change({ name: 'Attic', state: 'disabled', single_connection: true });
    assert.deepEqual([changed.name, changed.state, changed.single_connection], ['Attic', 'disabled', true]);
    assert.equal(await connackOf(platform, credentials), BAD_CREDENTIALS);
    assert.equal((await change({ state: 'enabled' })).name, 'Attic');
    assert.equal(await connackOf(platform, credentials), ACCEPTED);
    await assertApiError(
      await maker.send('PATCH', `/${device.client_id}`, { name: '  ' }),
      'invalid_request',
    );
  });

  it('rotates a secret, with a day for the previous one or none', async () => {
    const { maker, platform } = scene();
    const { device, client_secret: token = '' } = await maker.create();
    const clientId = device.client_id;
    const rotate = async (body: object) =>
      readJson<DeviceSecrets>(await maker.send('POST', `/${clientId}/rotate-secret`, body));
    const second = await rotate({});
    assert.ok(second.device.previous_secret_expires);
    assert.equal(await connackOf(platform, { clientId, token }), ACCEPTED);
    const third = await rotate({ immediately: true });
    assert.equal(third.device.previous_secret_expires, null);
    for (const previous of [token, second.client_secret ?? ''])
      assert.equal(await connackOf(platform, { clientId, token: previous }), BAD_CREDENTIALS);
    assert.equal(await connackOf(platform, { clientId, token: third.client_secret ?? '' }), ACCEPTED);
  });

  it('deletes a device, which its user no longer has', async () => {
    const { maker, ana, channelsAt, platform } = scene();
    const { device, client_secret: token = '' } = await maker.create({ user_id: ana.id });
    await readJson(await maker.send('DELETE', `/${device.client_id}`));
    assert.ok(!(await channelsAt(ana)).includes(device.channels[0]?.id ?? ''));
    await assertApiError(await maker.send('GET', `/${device.client_id}`), 'not_found');
    assert.equal(await connackOf(platform, { clientId: device.client_id, token }), BAD_CREDENTIALS);
  });

  it('sees a device that operators created for its user, but not users of other applications who share it', async () => {
    const { platform, ana, maker } = scene();
    const { client } = await platform.server.features.devices.create({
      userId: ana.id,
      templateId: '7c1b7a4e-2f6d-4a57-9a53-4b0f6a0d9c01',
    });
    assert.equal((await maker.get(client.id)).user?.email, ana.email);
    await platform.server.db.write((tx) =>
      tx
        .updateTable('devices')
        .set({ application_id: scene().other.clientId })
        .where('client_id', '=', client.id)
        .execute(),
    );
    const other = await scene().managerOf(scene().other);
    assert.equal((await other.get(client.id)).user, null);
  });
});
