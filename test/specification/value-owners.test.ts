import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Command, errors } from '@azulejo/contract';
import { clientOf, setUpWriters } from '../support/panel-scene.ts';
import { clientToken, newApplication, newPerson } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';

onEachEngine('decision 0028: writes by and to the channel’s owner', setUpWriters, (scene) => {
  it("forwards a distributor's write on behalf of the first user of a linked application", async () => {
    const { newDevice, ask, takeEvents, platform, rui, application, db } = scene();
    const { features } = platform.server;
    const distributor = await newApplication(platform, { type: 'distributor' });
    const other = await newApplication(platform);
    const device = await newDevice();
    // An older grant of a user whose application the distributor does not work for.
    const uma = await newPerson(platform, other, 'Uma');
    await db.write((tx) =>
      tx
        .insertInto('grants')
        .values({
          channel_id: device.channelId,
          grantee_id: uma.id,
          role: 'user',
          requesting_client_id: other.clientId,
          expires: null,
          created: 0,
        })
        .execute(),
    );
    await db.write((tx) =>
      tx
        .updateTable('grants')
        .set({ created: 1 })
        .where('channel_id', '=', device.channelId)
        .where('grantee_id', '=', rui.id)
        .execute(),
    );
    await features.applications.link(distributor.clientId, application.clientId);
    const { access_token: token } = await clientToken(platform, distributor, 'distributor');
    takeEvents();
    const { on_behalf_of, sender } = await ask(device.channelId, 'left/level', 40, token);
    assert.deepEqual([sender, on_behalf_of], [distributor.clientId, undefined]);
    const [requested] = takeEvents();
    assert.deepEqual(
      [requested?.message['sender'], requested?.message['onBehalfOf']],
      [distributor.clientId, rui.id],
    );
  });

  it('completes an unanswered write when the value arrives later and no newer write exists', async () => {
    const { newDevice, ask, sendMessage, pass, command, logOf, takeEvents, ana } = scene();
    const device = await newDevice();
    const { id } = await ask(device.channelId, 'left/level', 40);
    await pass(6);
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 39 });
    assert.equal((await command(ana.token, id)).state, 'unanswered');
    takeEvents();
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 40 });
    const { state, answer } = await command(ana.token, id);
    assert.deepEqual([state, answer], ['done', 40]);
    assert.deepEqual(
      takeEvents().map(({ name, message }) => [name, message.io, message['onBehalfOf']]),
      [['valueReported', 'iw', ana.id]],
    );
    const states = (await logOf(ana, device.channelId)).map(({ type, state, cause }) =>
      type === 'command' ? state : `${type} ${cause}`,
    );
    assert.deepEqual(states, ['unanswered', 'value report', `value command:${id}`]);

    const given = await ask(device.channelId, 'left/level', 50);
    await pass(6);
    await ask(device.channelId, 'left/level', 60);
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 60 });
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 50 });
    assert.equal((await command(ana.token, given.id)).state, 'unanswered', 'a newer write was asked for');

    const old = await ask(device.channelId, 'left/level', 70);
    await pass(6);
    await pass(11 * 60);
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 70 });
    assert.equal((await command(ana.token, old.id)).state, 'unanswered', 'ten minutes later it is a report');
  });

  it('gives a manager thirty seconds to answer, as its devices are behind a cloud', async () => {
    const { newManagedPanel, ask, pass, command, ana } = scene();
    const managed = await newManagedPanel();
    const { id, created, deadline } = await ask(managed.channelId, 'left/level', 40);
    assert.equal(Date.parse(deadline ?? '') - Date.parse(created), 30_000);
    await pass(29.9);
    assert.equal((await command(ana.token, id)).state, 'open');
    await pass(0.1);
    assert.equal((await command(ana.token, id)).state, 'unanswered');
  });

  it('ends a write at once when its owner has been disconnected for some seconds', async () => {
    const { newDevice, put, write, platform, takeEvents, command, logOf, ana, anaLive } = scene();
    const { connectedClients } = platform.server.features;
    const device = await newDevice();
    connectedClients.remove(device.id);
    assert.deepEqual(
      (await write(device.channelId, 'left/level', 30)).map(({ name }) => name),
      ['commandRequested'],
      'it may be about to reconnect',
    );
    platform.clock.advance({ seconds: 5 });
    const [superseded, unanswered, ...more] = await write(device.channelId, 'left/level', 40);
    assert.deepEqual(more, []);
    const { code: supersededCode, text: supersededText } = errors.superseded;
    assert.deepEqual(superseded?.message['error'], { code: supersededCode, text: supersededText });
    assert.deepEqual([unanswered?.name, unanswered?.to, unanswered?.message.io], ['replySent', anaLive, 'e']);
    const { code, text } = errors.unanswered;
    assert.deepEqual(unanswered?.message['error'], { code, text: `${text} (not-connected)` });
    const reply = await put(ana.token, device.channelId, 'left/level', 50);
    assert.equal(reply.status, 200);
    const ended = (await reply.json()) as Command;
    assert.deepEqual([ended.state, ended.reason], ['unanswered', 'not-connected']);
    assert.deepEqual(await command(ana.token, ended.id), ended);
    assert.deepEqual(takeEvents(), []);
    const states = (await logOf(ana, device.channelId)).flatMap(({ state }) => state ?? []);
    assert.deepEqual(states, ['superseded', 'unanswered', 'unanswered']);
    connectedClients.add(device.id);
    assert.equal((await put(ana.token, device.channelId, 'left/level', 50)).status, 202);
  });

  it('sets `access` to ok again once the device answers a read or a write', async () => {
    const { newDevice, ask, sendMessage, takeEvents, get, ana } = scene();
    const device = await newDevice();
    const access = async (component = 'left') =>
      (await readJson<{ data: string }>(await get(ana.token, device.channelId, `${component}/access`))).data;
    const report = (at: string, data: unknown, io: 'ir' | 'iw' = 'iw') =>
      sendMessage(clientOf(device.id), device.channelId, at, { io, data });
    for (const component of ['left', 'right']) await report(`${component}/access`, 'api_unreachable', 'ir');
    await report('left/level', 1);
    assert.equal(await access(), 'api_unreachable', 'a report that was not requested is not an answer');
    takeEvents();
    await report('left/level', 2, 'ir');
    assert.equal(await access(), 'ok');
    assert.deepEqual(
      takeEvents().map(({ name, address, message }) => [name, address.propertyId, message.data]),
      [
        ['valueReported', 'level', 2],
        ['valueReported', 'access', 'ok'],
      ],
    );
    assert.equal(await access('right'), 'api_unreachable', 'of the other component nothing is known');

    await report('left/access', 'remote_control_disabled', 'ir');
    await report('left/level', 3, 'ir');
    assert.equal(await access(), 'remote_control_disabled', 'reading was always allowed');
    await ask(device.channelId, 'left/level', 4);
    await report('left/level', 4);
    assert.equal(await access(), 'ok');
  });
});
