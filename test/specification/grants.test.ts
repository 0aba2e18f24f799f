import assert from 'node:assert/strict';
import { it } from 'node:test';
import { askDevice } from '../support/ask-device.ts';
import { listsOf } from '../support/demo-home.ts';
import { clientToken, newApplication, newPerson } from '../support/people.ts';
import { assertApiError, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

type Grant = { client_id: string; role: string; requesting_client_id?: string; id?: string };

async function setUp({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const owner = await newPerson(platform, application);
  const { devices, templates } = platform.server.features;
  const [template] = await templates.list();
  assert.ok(template);
  const templateId = template.id;
  const newDevice = async () => {
    const made = await devices.create({ userId: owner.id, templateId });
    const credentials = { clientId: made.client.id, secret: made.secret };
    return { ...made, token: (await clientToken(platform, credentials, 'device')).access_token };
  };
  const device = await newDevice();
  /** Creates a channel without grants. The owner asks the device, so that the application may have it. */
  const newChannel = async () => {
    await askDevice(platform, application, owner, device.client.id);
    return devices.createChannel(device.client.id, { templateId, name: undefined, remoteKey: undefined });
  };
  const grant = (channelId: string, body: object, token = device.token) =>
    platform.request(`/v3/channels/${channelId}/grant-access`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      token,
    });
  const homeOf = async (app = application) => {
    const person = await newPerson(platform, app);
    const ask = () => askDevice(platform, app, person, device.client.id);
    return { ...person, ask, ...listsOf(platform, person.token, person.id) };
  };
  return { platform, application, owner, templateId, device, newDevice, newChannel, grant, homeOf };
}

onEachEngineInFull('manager-sdk 2.1: granting access to a channel', setUp, (scene) => {
  const toApplication = (extra: Partial<Grant> = {}): Grant => ({
    client_id: scene().application.clientId,
    role: 'application',
    ...extra,
  });
  const toUser = (userId: string, extra: Partial<Grant> = {}): Grant => ({
    client_id: userId,
    requesting_client_id: scene().application.clientId,
    role: 'user',
    ...extra,
  });

  it('adds channel and tiles to a home once application and user have a grant', async () => {
    const { newChannel, grant, homeOf, application } = scene();
    const [channelId, home] = [await newChannel(), await homeOf()];
    const first = await grant(channelId, toApplication({ id: channelId }));
    assert.equal(first.status, 200);
    assert.deepEqual(await readJson(first), {
      channel: channelId,
      client_id: application.clientId,
      role: 'application',
    });
    assert.deepEqual(await home.channels(), []);
    await home.ask();
    const second = await grant(channelId, toUser(home.id, { id: channelId }));
    assert.equal(second.status, 200);
    assert.deepEqual(
      (await home.channels()).map(({ id }) => id),
      [channelId],
    );
    assert.ok((await home.tiles()).length > 0);
  });

  it('grants idempotently, also in parallel requests', async () => {
    const { newChannel, grant, homeOf } = scene();
    const [channelId, home] = [await newChannel(), await homeOf()];
    await grant(channelId, toApplication());
    await home.ask();
    const replies = await Promise.all(Array.from({ length: 4 }, () => grant(channelId, toUser(home.id))));
    assert.deepEqual(
      replies.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const etag = (await home.get('tiles')).headers.get('etag');
    const tiles = await home.tiles();
    assert.equal((await grant(channelId, toApplication())).status, 200);
    assert.equal((await grant(channelId, toUser(home.id))).status, 200);
    assert.equal((await home.get('tiles')).headers.get('etag'), etag);
    assert.equal(new Set(tiles.map(({ id }) => id)).size, tiles.length);
  });

  it('gives two users of one device separate tiles', async () => {
    const { newChannel, grant, homeOf } = scene();
    const channelId = await newChannel();
    const [one, two] = [await homeOf(), await homeOf()];
    await grant(channelId, toApplication());
    for (const home of [one, two]) {
      await home.ask();
      assert.equal((await grant(channelId, toUser(home.id))).status, 200);
    }
    const tiles = [...(await one.tiles()), ...(await two.tiles())].map(({ id }) => id);
    assert.equal(new Set(tiles).size, tiles.length);
    assert.deepEqual(
      (await two.channels()).map(({ id }) => id),
      [channelId],
    );
  });

  it('returns 412 with code 2000 for users and applications that cannot be granted access', async () => {
    const { newChannel, grant, homeOf, platform, device } = scene();
    const [channelId, home] = [await newChannel(), await homeOf()];
    const other = await newApplication(platform);
    const stranger = await homeOf(other);
    for (const each of [home, stranger]) await each.ask();
    const before = await grant(channelId, toUser(home.id));
    await grant(channelId, toApplication());
    const refused = [
      before,
      await grant(channelId, toApplication({ client_id: 'nobody' })),
      await grant(channelId, toApplication({ client_id: device.client.id })),
      await grant(channelId, toUser('nobody')),
      await grant(channelId, toUser(stranger.id)),
      await grant(channelId, toUser(stranger.id, { requesting_client_id: other.clientId })),
      await grant(channelId, toUser(home.id, { requesting_client_id: other.clientId })),
    ];
    for (const reply of refused) assert.equal((await assertApiError(reply, 'not_granted')).code, 2000);
    assert.deepEqual(await home.channels(), []);
    assert.deepEqual(await stranger.channels(), []);
  });

  it('refuses an application without a request to the device in the last two minutes', async () => {
    const { newDevice, grant, homeOf, platform, application, templateId } = scene();
    const { devices } = platform.server.features;
    const { client, token } = await newDevice();
    const id = await devices.createChannel(client.id, {
      templateId,
      name: undefined,
      remoteKey: undefined,
    });
    await assertApiError(await grant(id, toApplication(), token), 'not_granted');
    const home = await homeOf();
    await askDevice(platform, application, home, client.id);
    const other = await newApplication(platform);
    await assertApiError(await grant(id, toApplication({ client_id: other.clientId }), token), 'not_granted');
    platform.clock.advance({ minutes: 3 });
    await assertApiError(await grant(id, toApplication(), token), 'not_granted');
    await askDevice(platform, application, home, client.id);
    assert.equal((await grant(id, toApplication(), token)).status, 200);
    platform.clock.advance({ minutes: 3 });
    assert.equal((await grant(id, toApplication(), token)).status, 200, 'it has the grant');
  });

  it("refuses a grant by anyone but the channel's owner", async () => {
    const { newChannel, newDevice, grant, owner } = scene();
    const channelId = await newChannel();
    const other = await newDevice();
    assert.equal((await grant(channelId, toApplication(), other.token)).status, 404);
    assert.equal((await grant(channelId, toApplication(), owner.token)).status, 403);
    assert.equal((await grant('None', toApplication())).status, 404);
    assert.equal((await grant(channelId, { ...toApplication(), role: 'guest' })).status, 400);
  });

  it('emits an event after the commit, for the first grant and for repeated ones', async () => {
    const { newChannel, grant, homeOf, platform, device, application } = scene();
    const [channelId, home] = [await newChannel(), await homeOf()];
    const published: object[] = [];
    await home.ask();
    using _listening = platform.server.features.bus.on('grantCreated', (event) => published.push(event));
    await grant(channelId, toApplication());
    await grant(channelId, toUser(home.id));
    await grant(channelId, toUser(home.id));
    const common = { by: device.client.id, channelId, requestingClientId: application.clientId };
    const user = { ...common, role: 'user', granteeId: home.id };
    assert.deepEqual(published, [
      { ...common, role: 'application', granteeId: application.clientId, requesters: [] },
      { ...user, requesters: [{ kind: 'user', id: home.id }] },
      { ...user, requesters: [] },
    ]);
  });
});
