import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ClientMessage, ErrorName } from '@azulejo/contract';
import { addressOf, clientOf, setUpPanels, userOf, valuePath } from '../support/panel-scene.ts';
import { panelTemplate } from '../support/panel-template.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { templateProperty } from '../support/template-property.ts';

async function setUp(stage: Stage) {
  const scene = await setUpPanels(stage);
  const device = await scene.newDevice();
  const ownerless = await scene.newOwnerlessPanel();
  const ana = userOf(scene.ana, scene.application.clientId);
  const application = clientOf(scene.application.clientId);
  return { ...scene, device, ownerless, senders: { ana, application, device: clientOf(device.id) } };
}

type Row = {
  who: 'ana' | 'application' | 'device';
  on?: 'ownerless';
  at?: string;
  says: ClientMessage;
  is: ErrorName;
};

function nested(levels: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < levels; level += 1) value = { value };
  return value;
}

/** Which performatives each role may send on a channel that it may access. */
const roles: Row[] = [
  { who: 'ana', says: { io: 'iw', data: 1 }, is: 'forbidden' },
  { who: 'ana', says: { io: 'ir', data: 1 }, is: 'forbidden' },
  { who: 'ana', says: { io: 'iw' }, is: 'forbidden' },
  { who: 'ana', on: 'ownerless', says: { io: 'iw', data: 1 }, is: 'forbidden' },
  { who: 'application', says: { io: 'iw', data: 1 }, is: 'forbidden' },
  { who: 'device', says: { io: 'w', data: 1 }, is: 'forbidden' },
  { who: 'device', says: { io: 'r' }, is: 'forbidden' },
];

const addresses: Row[] = [
  { who: 'ana', at: 'middle/level', says: { io: 'r' }, is: 'not_found' },
  { who: 'ana', at: 'left/volume', says: { io: 'r' }, is: 'not_found' },
  { who: 'ana', at: 'left/volume', says: { io: 'w', data: 1 }, is: 'not_found' },
  { who: 'ana', at: 'part/level', says: { io: 'w', data: 1 }, is: 'not_found' },
  { who: 'ana', at: 'body/level', says: { io: 'w', data: 1 }, is: 'not_found' },
  { who: 'ana', at: 'body/constructor', says: { io: 'w', data: 1 }, is: 'not_found' },
  { who: 'device', at: 'left/volume', says: { io: 'iw', data: 1 }, is: 'not_found' },
];

const data: Row[] = [
  { who: 'ana', says: { io: 'w' }, is: 'invalid_value' },
  { who: 'ana', says: { io: 'w', data: null }, is: 'invalid_value' },
  { who: 'ana', says: { io: 'w', data: 101 }, is: 'invalid_value' },
  { who: 'ana', says: { io: 'w', data: '1' }, is: 'invalid_value' },
  { who: 'ana', on: 'ownerless', says: { io: 'w', data: -1 }, is: 'invalid_value' },
  { who: 'ana', at: 'left/colour', says: { io: 'w', data: { h: 1, s: 2 } }, is: 'invalid_value' },
  { who: 'ana', at: 'left/label', says: { io: 'w', data: 'x'.repeat(41) }, is: 'invalid_value' },
  { who: 'device', says: { io: 'iw', data: 101 }, is: 'invalid_value' },
  { who: 'ana', at: 'left/measure', says: { io: 'w', data: 1 }, is: 'not_writable' },
  { who: 'ana', on: 'ownerless', at: 'left/measure', says: { io: 'w', data: 1 }, is: 'not_writable' },
  { who: 'ana', at: 'left/access', says: { io: 'w', data: 'ok' }, is: 'not_writable' },
  { who: 'device', at: 'left/access', says: { io: 'iw', data: true }, is: 'invalid_value' },
];

onEachEngineInFull('refused values', setUp, (scene) => {
  for (const { who, on, at = 'left/level', says, is } of [...roles, ...addresses, ...data]) {
    const text = JSON.stringify(says).slice(0, 50);
    const of = on === 'ownerless' ? ' of an ownerless panel' : '';
    it(`refuses with ${is} when ${who} sends ${text} to ${at}${of}`, async () => {
      const { sendMessage, takeEvents, device, ownerless, senders, platform } = scene();
      const channelId = on === 'ownerless' ? ownerless : device.channelId;
      takeEvents();
      await assert.rejects(sendMessage(senders[who], channelId, at, says), { name: 'ApiError', kind: is });
      assert.deepEqual(takeEvents(), []);
      assert.deepEqual(await platform.server.features.values.ofChannel(channelId), []);
    });
  }

  it('refuses values that are nested too deeply', async () => {
    const { sendMessage, device, senders } = scene();
    const sendNested = (levels: number) =>
      sendMessage(senders.device, device.channelId, 'left/anything', { io: 'iw', data: nested(levels) });
    for (const levels of [65, 100_000])
      await assert.rejects(sendNested(levels), {
        kind: 'invalid_value',
        fields: [{ field: 'data', reason: 'is nested too deeply' }],
      });
    for (let each = 0; each < 2; each += 1) await sendNested(64);
  });

  it('refuses values with too many parts', async () => {
    const { sendMessage, device, senders } = scene();
    const data = { list: Array.from({ length: 10_000 }, () => 0) };
    await assert.rejects(sendMessage(senders.device, device.channelId, 'left/anything', { io: 'iw', data }), {
      kind: 'invalid_value',
      fields: [{ field: 'data', reason: 'has more than 10000 parts' }],
    });
  });

  it('refuses values with a number that is too large for JSON', async () => {
    const { platform, device } = scene();
    for (const [at, body] of [
      ['left/measure', '{"data":1e309}'],
      ['left/measure', '{"data":-1e309}'],
      ['left/anything', '{"data":{"list":[1,{"deep":1e309}]}}'],
    ] as const) {
      const { errors } = await assertApiError(
        await platform.request(valuePath(device.channelId, at), {
          method: 'PUT',
          token: device.token,
          headers: { 'content-type': 'application/json' },
          body,
        }),
        'invalid_value',
      );
      assert.deepEqual(errors, [{ field: 'data', reason: 'holds a number that is too large' }]);
    }
    assert.equal(
      await platform.server.features.values.find(addressOf(device.channelId, 'left/measure')),
      undefined,
    );
  });

  it('refuses values between two steps of 0.1, but accepts multiples of it', async () => {
    const { put, ana, platform } = scene();
    const { features } = platform.server;
    const template = {
      ...panelTemplate,
      id: crypto.randomUUID(),
      properties: [templateProperty('setpoint', { schemaExtension: { multipleOf: 0.1 } })],
    };
    await features.templates.import([template], { areTrusted: false });
    const place = { userId: ana.id, templateId: template.id, name: 'Stepped' };
    const { channel } = await features.homes.addDevice(place);
    for (const value of [0.3, 0.7, 1.1, 19.9, 21.7, 40.1])
      assert.equal((await put(ana.token, channel.id, 'left/setpoint', value)).status, 200, String(value));
    for (const value of [0.05, 21.75])
      await assertApiError(await put(ana.token, channel.id, 'left/setpoint', value), 'invalid_value');
  });

  it('refuses values over HTTP with the field and the reason', async () => {
    const { put, device, ana } = scene();
    for (const [token, value, reason] of [
      [ana.token, 101, 'must be <= 100'],
      [device.token, 'x', 'must be number'],
    ] as const) {
      const { errors } = await assertApiError(
        await put(token, device.channelId, 'left/level', value),
        'invalid_value',
      );
      assert.deepEqual(errors, [{ field: 'data', reason }]);
    }
    const { errors } = await assertApiError(
      await put(ana.token, device.channelId, 'left/colour', { h: 1, s: 2, v: 300 }),
      'invalid_value',
    );
    assert.deepEqual(errors, [{ field: 'data', reason: '/v must be <= 100' }]);
    await assertApiError(await put(ana.token, device.channelId, 'left/measure', 1), 'not_writable');
    await assertApiError(await put(ana.token, device.channelId, 'middle/level', 1), 'not_found');
  });
});
