import assert from 'node:assert/strict';
import { it } from 'node:test';
import { errors } from '@azulejo/contract';
import { clientOf, setUpWriters } from '../support/panel-scene.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';

onEachEngine('decision 0028: writes to a channel with an owner', setUpWriters, (scene) => {
  it('forwards a write with sender and user, and does not change the value', async () => {
    const { newDevice, write, get, ana, application } = scene();
    const device = await newDevice();
    const [requested, ...more] = await write(device.channelId, 'left/level', 40);
    assert.deepEqual(more, []);
    assert.equal(requested?.name, 'commandRequested');
    assert.deepEqual(requested.owner, { kind: 'device', id: device.id });
    const { timestamp: _timestamp, ...message } = requested.message;
    assert.deepEqual(message, { io: 'w', data: 40, sender: application.clientId, onBehalfOf: ana.id });
    assert.equal((await get(ana.token, device.channelId, 'left/level')).status, 404);
  });

  it("forwards an application's own write with its first user, but stores it without one", async () => {
    const { newDevice, ask, command, takeEvents, applicationToken, ana, application } = scene();
    const device = await newDevice();
    const token = await applicationToken();
    takeEvents();
    const { id, on_behalf_of, sender } = await ask(device.channelId, 'left/level', 40, token);
    assert.deepEqual([sender, on_behalf_of], [application.clientId, undefined]);
    const [requested] = takeEvents();
    assert.deepEqual(
      [requested?.message['sender'], requested?.message['onBehalfOf']],
      [application.clientId, ana.id],
    );
    assert.equal((await command(token, id)).on_behalf_of, undefined);
  });

  const answers = [
    { io: 'iw', reported: 40, state: 'done' },
    { io: 'iw', reported: 39, state: 'answered' },
    { io: 'ir', reported: 40, state: 'done' },
  ] as const;
  for (const { io, reported, state } of answers) {
    it(`a write of 40 is ${state} by ${io} of ${reported}`, async () => {
      const { newDevice, ask, sendMessage, takeEvents, command, logOf, ana, rui } = scene();
      const device = await newDevice();
      const requested = await ask(device.channelId, 'left/level', 40);
      takeEvents();
      await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io, data: reported });
      const settled = await command(rui.token, requested.id);
      assert.deepEqual([settled.state, settled.answer, settled.reason], [state, reported, undefined]);
      const [published, ...more] = takeEvents();
      assert.deepEqual(more, []);
      assert.deepEqual(
        [published?.name, published?.message.io, published?.message.data, published?.message['onBehalfOf']],
        ['valueReported', 'iw', reported, ana.id],
      );
      const log = await logOf(rui, device.channelId);
      assert.deepEqual(
        log.map(({ type, io: performative, data, cause, onBehalfOf }) => [
          type,
          performative,
          data,
          cause,
          onBehalfOf,
        ]),
        [['value', 'iw', reported, `command:${requested.id}`, ana.id]],
      );
    });
  }

  it('keeps a write open on an ir of another value, which may be older than the write', async () => {
    const { newDevice, ask, sendMessage, command, ana } = scene();
    const device = await newDevice();
    const { id } = await ask(device.channelId, 'left/level', 40);
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'ir', data: 10 });
    assert.equal((await command(ana.token, id)).state, 'open');
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 40 });
    assert.equal((await command(ana.token, id)).state, 'done');
  });

  it('settles a write with equal data in any order of members', async () => {
    const { newDevice, ask, sendMessage, command, ana } = scene();
    const device = await newDevice();
    const { id } = await ask(device.channelId, 'left/colour', { h: 1, s: 2, v: 3 });
    await sendMessage(clientOf(device.id), device.channelId, 'right/colour', {
      io: 'iw',
      data: { h: 1, s: 2, v: 3 },
    });
    assert.equal(
      (await command(ana.token, id)).state,
      'open',
      'a value of another component does not settle it',
    );
    await sendMessage(clientOf(device.id), device.channelId, 'left/colour', {
      io: 'iw',
      data: { v: 3, s: 2, h: 1 },
    });
    assert.equal((await command(ana.token, id)).state, 'done');
  });

  it('ends a write as unanswered after five seconds, notifies the writer and logs it', async () => {
    const { newDevice, write, sendMessage, takeEvents, pass, get, logOf, ana, rui, anaLive } = scene();
    const device = await newDevice();
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 5 });
    await write(device.channelId, 'left/level', 40);
    await pass(4.9);
    assert.deepEqual(takeEvents(device.channelId), []);
    await pass(0.1);
    const [published, ...more] = takeEvents(device.channelId);
    assert.deepEqual(more, []);
    assert.deepEqual([published?.name, published?.to], ['replySent', anaLive]);
    const { code, text } = errors.unanswered;
    assert.deepEqual([published?.message.io, published?.message['error']], ['e', { code, text }]);
    assert.equal(
      (await readJson<{ data: number }>(await get(ana.token, device.channelId, 'left/level'))).data,
      5,
    );
    const [, event] = await logOf(rui, device.channelId);
    assert.deepEqual([event?.type, event?.state, event?.data], ['command', 'unanswered', 40]);
  });

  it('supersedes a write by a newer one to the same property', async () => {
    const { newDevice, write, command, db, ana, anaLive, sendMessage } = scene();
    const device = await newDevice();
    await write(device.channelId, 'left/level', 40);
    const replies = await write(device.channelId, 'left/level', 50);
    assert.deepEqual(
      replies.map(({ name, to, message }) => [name, to, message['error'] ?? message.data]),
      [
        ['replySent', anaLive, { code: errors.superseded.code, text: errors.superseded.text }],
        ['commandRequested', undefined, 50],
      ],
    );
    await write(device.channelId, 'right/level', 60);
    await sendMessage(clientOf(device.id), device.channelId, 'left/level', { io: 'iw', data: 50 });
    const rows = await db.read
      .selectFrom('commands')
      .select(['id', 'data_json'])
      .where('channel_id', '=', device.channelId)
      .execute();
    const states = await Promise.all(
      rows.map(async ({ id, data_json }) => [Number(data_json), (await command(ana.token, id)).state]),
    );
    assert.deepEqual(
      states.toSorted(([a], [b]) => Number(a) - Number(b)),
      [
        [40, 'superseded'],
        [50, 'done'],
        [60, 'open'],
      ],
    );
  });

  it('leaves one of several parallel writes open', async () => {
    const { newDevice, partiesOf, platform, db, anaLive, takeEvents } = scene();
    const device = await newDevice();
    const channel = await partiesOf(device.channelId);
    const address = { channelId: device.channelId, componentId: 'left', propertyId: 'level' };
    takeEvents();
    const accepted = await Promise.all(
      [1, 2, 3].map((data) =>
        platform.server.features.writePath.receive(anaLive, channel, address, { io: 'w', data }),
      ),
    );
    await Promise.all(accepted.map(({ committed }) => committed));
    assert.deepEqual(
      takeEvents().map(({ name, message }) => [name, message.data]),
      [
        ['commandRequested', 1],
        ['replySent', undefined],
        ['commandRequested', 2],
        ['replySent', undefined],
        ['commandRequested', 3],
      ],
    );
    const open = await db.read
      .selectFrom('commands')
      .select('data_json')
      .where('channel_id', '=', device.channelId)
      .where('state', '=', 'open')
      .execute();
    assert.deepEqual(open, [{ data_json: '3' }]);
  });

  it('refuses all writes of a component when `access` reports why the device cannot', async () => {
    const { newDevice, write, ask, sendMessage, takeEvents, command, logOf, ana, anaLive } = scene();
    const device = await newDevice();
    await write(device.channelId, 'left/level', 40);
    const colour = await ask(device.channelId, 'left/colour', { h: 1, s: 2, v: 3 });
    const right = await ask(device.channelId, 'right/level', 40);
    await sendMessage(clientOf(device.id), device.channelId, 'left/access', { io: 'ir', data: 'connected' });
    assert.equal((await command(ana.token, colour.id)).state, 'open');
    takeEvents();
    await sendMessage(clientOf(device.id), device.channelId, 'left/access', {
      io: 'ir',
      data: 'permission_revoked',
    });
    const settled = await command(ana.token, colour.id);
    assert.deepEqual([settled.state, settled.reason], ['refused', 'permission_revoked']);
    assert.equal((await command(ana.token, right.id)).state, 'open');
    const published = takeEvents().filter(({ name }) => name === 'replySent');
    const { code, text } = errors.refused_by_device;
    assert.deepEqual(
      published.map(({ to, message }) => [to, message['error']]),
      [[anaLive, { code, text: `${text} (permission_revoked)` }]],
    );
    const states = (await logOf(ana, device.channelId)).flatMap(({ state }) => state ?? []);
    assert.deepEqual(states, ['refused', 'refused']);
  });

  it('settles writes that a stopped server left open', async () => {
    const { newDevice, db, pass, command, platform, ana } = scene();
    const { writePath } = platform.server.features;
    const settle = () => writePath.settleLeft();
    const device = await newDevice();
    const now = platform.clock.now();
    const id = crypto.randomUUID();
    await db.write((tx) =>
      tx
        .insertInto('commands')
        .values({
          id,
          channel_id: device.channelId,
          component_id: 'left',
          property_id: 'level',
          data_json: '1',
          state: 'open',
          sender: null,
          on_behalf_of: null,
          created: now,
          deadline: now + 5_000,
          settled: null,
          answer_json: null,
          reason: null,
          part: 0,
        })
        .execute(),
    );
    await pass(5);
    await settle();
    assert.equal((await command(ana.token, id)).state, 'open');
    await pass(6);
    await settle();
    assert.equal((await command(ana.token, id)).state, 'unanswered');
  });
});
