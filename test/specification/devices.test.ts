import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Features } from '@azulejo/server';
import { listsOf } from '../support/demo-home.ts';
import { clientToken, newApplication, newPerson } from '../support/people.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

type Provided =
  ReturnType<Features['deviceBatches']['provide']> extends AsyncGenerator<infer Some> ? Some : never;

const json = { 'content-type': 'application/json' };

async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const person = await newPerson(platform, application);
  const { devices, templates } = platform.server.features;
  const [template] = await templates.list();
  assert.ok(template);
  const { client, secret, channel } = await devices.create({ userId: person.id, templateId: template.id });
  const { access_token: token } = await clientToken(platform, { clientId: client.id, secret }, 'device');
  const createChannel = (body: object, bearer = token) =>
    platform.request('/v3/devices/self/channels', {
      method: 'POST',
      headers: json,
      body: JSON.stringify(body),
      token: bearer,
    });
  /** Returns the channel id from a 201 response. */
  const idOf = async (reply: Response) => {
    assert.equal(reply.status, 201);
    const { id } = (await reply.json()) as { id: string };
    assert.match(id, /^[0-9a-f-]{36}$/);
    return id;
  };
  return {
    platform,
    db: await openDatabase(),
    application,
    person,
    template,
    client,
    secret,
    channel,
    token,
    createChannel,
    idOf,
    home: listsOf(platform, person.token, person.id),
  };
}

onEachEngineInFull('manager-sdk 2.4: devices with their own credentials', setUp, (scene) => {
  it("creates a device with a channel and tiles in the user's home, and working credentials", async () => {
    const { home, channel, template, client, token, platform } = scene();
    const [shown] = await home.channels();
    assert.deepEqual([shown?.id, shown?.profileId], [channel.id, template.id]);
    assert.ok((await home.tiles()).every((tile) => tile.channel === channel.id));
    assert.deepEqual([client.kind, client.scopes], ['device', ['device']]);
    assert.match(token, /^aza_/);
    const parties = await platform.server.features.channels.findChannelAccess(channel.id);
    assert.deepEqual(parties?.owner, { kind: 'device', id: client.id });
    assert.equal(parties?.users.length, 1);
    assert.deepEqual(parties?.applications, [scene().application.clientId]);
  });

  it('leaves nothing behind when the template is unknown', async () => {
    const { platform, person, db } = scene();
    const count = async () => (await db.read.selectFrom('clients').selectAll().execute()).length;
    const before = await count();
    const device = { userId: person.id, templateId: 'none' };
    await assert.rejects(platform.server.features.devices.create(device), { kind: 'not_found' });
    assert.equal(await count(), before);
  });

  it('grants a device the scope device only', async () => {
    const { platform, client, secret } = scene();
    const device = { clientId: client.id, secret };
    assert.deepEqual((await clientToken(platform, device, 'manager,device,user')).scope, ['device']);
    await assert.rejects(clientToken(platform, device, 'user'), /1002/);
  });

  it('creates a channel without grants and returns 201 with its id', async () => {
    const { createChannel, template, home, idOf } = scene();
    const before = (await home.channels()).length;
    await idOf(await createChannel({ name: 'Second', channeltemplate_id: template.id, unknown: 1 }));
    assert.equal((await home.channels()).length, before);
  });

  it('returns the existing channel for a known remote_key, also to parallel requests', async () => {
    const { createChannel, template, platform, person, idOf } = scene();
    const body = { channeltemplate_id: template.id, remote_key: 'serial-7' };
    const replies = await Promise.all(Array.from({ length: 4 }, () => createChannel(body)));
    const ids = await Promise.all(replies.map(idOf));
    assert.equal(new Set(ids).size, 1);
    const other = await platform.server.features.devices.create({
      userId: person.id,
      templateId: template.id,
    });
    const credentials = { clientId: other.client.id, secret: other.secret };
    const { access_token: token } = await clientToken(platform, credentials, 'device');
    assert.ok(!ids.includes(await idOf(await createChannel(body, token))), 'another has keys of its own');
  });

  it("refuses an unknown template and a user's token", async () => {
    const { createChannel, person, template } = scene();
    assert.equal((await createChannel({ channeltemplate_id: 'none' })).status, 404);
    assert.equal((await createChannel({})).status, 400);
    assert.equal((await createChannel({ channeltemplate_id: template.id }, person.token)).status, 403);
  });

  it("truncates names to 200 characters and uses the template's name for null", async () => {
    const { createChannel, idOf, template, platform } = scene();
    const nameOf = async (name: string | null) => {
      const id = await idOf(await createChannel({ name, channeltemplate_id: template.id }));
      return (await platform.server.features.channels.find(id))?.channel.name;
    };
    assert.equal(await nameOf('💡'.repeat(300)), '💡'.repeat(200));
    assert.equal(await nameOf(null), template.name);
    const refused = await createChannel({ remote_key: 'k'.repeat(300), channeltemplate_id: template.id });
    const { errors } = await assertApiError(refused, 'invalid_request');
    assert.deepEqual(errors, [{ field: 'remote_key', reason: 'must be at most 200 characters long' }]);
  });

  it('provides devices in batches, finds them by namespace, and removes them with the demo', async () => {
    const { platform, template, db } = scene();
    const { demo, users, deviceBatches, removal } = platform.server.features;
    const credentials = await demo.create();
    assert.ok(credentials);
    const [found] = (await users.search({ clientId: credentials.clientId, limit: 1 })).found;
    assert.ok(found);
    const ana = found.user;
    const namespaces = Array.from({ length: 11 }, (_, index) => `sim-${index}`);
    const order = { userId: ana.id, templateId: template.id, namespaces };
    const provide = async () => {
      const devices: Provided = [];
      for await (const some of deviceBatches.provide(order)) devices.push(...some);
      return devices;
    };
    const [first, second] = [await provide(), await provide()];
    assert.deepEqual(
      second.map(({ clientId, channelId }) => [clientId, channelId]),
      first.map(({ clientId, channelId }) => [clientId, channelId]),
    );
    const [old, renewed] = [first[7], second[7]];
    assert.ok(old && renewed);
    await clientToken(platform, renewed, 'device');
    await assert.rejects(clientToken(platform, old, 'device'), /1602/);
    const left = async () =>
      (await db.read.selectFrom('clients').select('id').where('namespace', 'like', 'sim-%').execute()).length;
    assert.equal(await left(), 11);
    await demo.remove();
    await removal.sweep();
    assert.equal(await left(), 0);
  });

  it('revokes tokens and removes channels of a removed device at once', async () => {
    const { platform, person, template, home } = scene();
    const { devices } = platform.server.features;
    const made = await devices.create({ userId: person.id, templateId: template.id, name: 'Short-lived' });
    const device = { clientId: made.client.id, secret: made.secret };
    const { access_token: token } = await clientToken(platform, device, 'device');
    assert.ok((await home.channels()).some(({ id }) => id === made.channel.id));
    await devices.remove(made.client.id);
    assert.ok(!(await home.channels()).some(({ id }) => id === made.channel.id));
    assert.ok(!(await home.tiles()).some((tile) => tile.channel === made.channel.id));
    const reply = await scene().createChannel({ channeltemplate_id: template.id }, token);
    assert.equal(reply.status, 401);
    await assert.rejects(clientToken(platform, device, 'device'), /1602/);
  });
});
