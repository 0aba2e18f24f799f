import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { it } from 'node:test';
import type { ChannelList, TemplateElement } from '@azulejo/contract';
import { ACME_PLUG, type MakerScene, setUpMaker } from '../../support/maker-scene.ts';
import { newPerson, type Person } from '../../support/people.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngine } from '../../support/scene.ts';

type Listed = { id: string; content: string; activity: string; photoUrl: string };

async function channelsOf({ platform }: MakerScene, { id, token }: Person): Promise<string[]> {
  const list = await readJson<ChannelList>(
    await platform.request(`/v3/legacy/users/${id}/channels`, { token }),
  );
  return list.channels.filter(({ profileId }) => profileId === ACME_PLUG).map(({ id: channel }) => channel);
}

/** Returns the kinds of device that managers offer to the person, each with its manager. */
async function madeKinds({ platform }: MakerScene, { token }: Person) {
  const path = '/v3/users/me/channel-templates';
  const { elements } = await readJson<{ elements: TemplateElement[] }>(
    await platform.request(path, { token }),
  );
  assert.ok(elements.length > 1);
  return elements.flatMap(({ template: { id, manager_id } }) => (manager_id ? [[id, manager_id]] : []));
}

onEachEngine('adding devices of a maker elsewhere', setUpMaker, (scene) => {
  it('names the manager in the list of kinds, and none for kinds that the platform simulates', async () => {
    const { ana, manager } = scene();
    assert.deepEqual(await madeKinds(scene(), ana), [[ACME_PLUG, manager.clientId]]);
  });

  it('says on the consent page that the person signs in at the maker and then chooses', async () => {
    const { ana, authorize, platform } = scene();
    const page = await (await platform.request(await authorize(ana, ACME_PLUG))).text();
    assert.match(page, /you sign in at Acme, and then choose which/);
    assert.doesNotMatch(page, /ten minutes/);
  });

  it('leads from the consent over the sign-in at the maker to devices in the home', async () => {
    const {
      ana,
      rui,
      sdk,
      cloud,
      consent,
      signInAtMaker,
      returnFromMaker,
      found,
      add,
      application,
      platform,
    } = scene();
    const { url, cookie } = await consent(ana);
    const sent = new URL(url);
    assert.equal(sent.origin, cloud.url);
    assert.equal(sent.searchParams.get('client_id'), 'casa-azul-7');
    assert.equal(sent.searchParams.get('redirect_uri'), `${platform.url}/v3/third-party/credentials/inbox`);
    assert.match(cookie, /^azulejo-pairing=azt_/);
    assert.deepEqual(await found(ana, ACME_PLUG), [], 'no device is found before the sign-in');

    const returned = await returnFromMaker(await signInAtMaker(url), cookie);
    assert.equal(returned.status, 303, await returned.text());
    const host = new URL(platform.url).host;
    const end = `casaazul://${host}/v3/channel-templates/${ACME_PLUG}/retrieve-devices-list`;
    assert.equal(returned.headers.get('location'), end);
    assert.deepEqual(Object.keys(sdk.tokens.get(`${application.clientId} ${ana.id}`) as object), [
      'access_token',
      'refresh_token',
      'token_type',
      'expires_in',
    ]);

    const devices = (await found(ana, ACME_PLUG)) as Listed[];
    assert.deepEqual(
      devices.map(({ content, activity }) => [content, activity]),
      [
        ['Kitchen plug', ''],
        [devices[1]?.content, ''],
      ],
    );
    assert.notEqual(devices[1]?.content, '', 'a device without a name has that of the template');
    assert.equal(devices[0]?.photoUrl, 'https://acme.example/plug.png');
    assert.ok(URL.canParse(devices[1]?.photoUrl ?? ''));

    sdk.platformCalls.length = 0;
    const added = await readJson<(Listed & { found_id: string })[]>(await add(ana, ACME_PLUG, devices));
    assert.deepEqual(
      added.map(({ found_id }) => found_id),
      devices.map(({ id }) => id),
    );
    assert.deepEqual(added.map(({ id }) => id).sort(), (await channelsOf(scene(), ana)).sort());
    assert.equal(added.length, 2);
    assert.ok(
      sdk.platformCalls.some(([path, status]) => path.endsWith('/swap-credentials') && status === 200),
    );
    assert.deepEqual(await channelsOf(scene(), rui), []);
    const [tile] = (
      await readJson<{ tiles: { channel: string }[] }>(
        await platform.request(`/v3/legacy/users/${ana.id}/tiles`, { token: ana.token }),
      )
    ).tiles.filter(({ channel }) => channel === added[0]?.id);
    assert.ok(tile);
  });

  it('sends the webhooks as the SDK reads them, with signatures in addition to the hash', async () => {
    const { sdk, ana, application, platform } = scene();
    const { keyring, managerWebhooks } = platform.server.features;
    const [key] = await keyring.derive(`webhook-signature:${sdk.id}`);
    const hash = (await managerWebhooks.get(sdk.id)).client.confirmationHash;
    const first = (path: string) => sdk.calls.find((call) => call.path === path);
    for (const [path, method] of [
      ['/v3/authorize', 'GET'],
      ['/v3/receive-token', 'POST'],
      ['/v3/devices-list', 'POST'],
      ['/v3/select-device', 'POST'],
    ] as const) {
      const call = first(path);
      assert.ok(call && key, path);
      assert.equal(call.method, method);
      const { headers, body } = call;
      assert.equal(headers.authorization, `Bearer ${hash}`);
      assert.deepEqual(
        [headers['x-client-id'], headers['x-owner-id'], headers['x-channeltemplate-id']],
        [application.clientId, ana.id, ACME_PLUG],
      );
      assert.equal(headers['content-type'], method === 'GET' ? undefined : 'application/json');
      const sign = (text: string) => `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
      const { 'webhook-id': id, 'webhook-timestamp': time } = headers;
      assert.equal(headers['webhook-signature'], sign(`${id}.${time}.${body}`));
      const lines = [id, time, application.clientId, ana.id, ACME_PLUG, body];
      assert.equal(headers['webhook-subject-signature'], sign(lines.join('\n')));
    }
    assert.equal(first('/v3/authorize')?.body, '');
    assert.equal(first('/v3/devices-list')?.body, '{}');
    const selected = JSON.parse(first('/v3/select-device')?.body ?? '') as Record<string, unknown>;
    assert.equal(selected['channeltemplate_id'], ACME_PLUG);
    assert.equal(selected['profile'], ACME_PLUG);
    const [kitchen] = selected['channels'] as object[];
    assert.deepEqual(kitchen, {
      id: 'plug-1',
      content: 'Kitchen plug',
      photoUrl: 'https://acme.example/plug.png',
    });
    const log = platform.log();
    for (const secret of [hash ?? '', 'geheim', 'mA1', 'mR1', 'code+'])
      assert.ok(!log.includes(secret), secret);
  });

  it('gives two users of one device the same channel', async () => {
    const { ana, rui, signIn, found, add } = scene();
    assert.equal((await signIn(rui)).status, 303);
    const [device] = await found(rui, ACME_PLUG);
    assert.ok(device);
    const [added] = await readJson<Listed[]>(await add(rui, ACME_PLUG, [device]));
    assert.ok((await channelsOf(scene(), ana)).includes(added?.id ?? ''));
  });

  it('asks the manager again for a device that is there only after a new sign-in', async () => {
    const { rui, sdk, signIn, found, add, platform } = scene();
    const selections = () => sdk.calls.filter(({ path }) => path === '/v3/select-device').length;
    const [device] = await found(rui, ACME_PLUG);
    assert.ok(device);
    const before = selections();
    await assertApiError(await add(rui, ACME_PLUG, [device]), 'already_there');
    assert.equal(selections(), before);
    platform.clock.advance({ minutes: 1 });
    assert.equal((await signIn(rui)).status, 303);
    const [again] = await found(rui, ACME_PLUG);
    assert.equal(again?.id, device.id, 'a listed device keeps its id');
    assert.equal((await add(rui, ACME_PLUG, [device])).status, 200);
    assert.equal(selections(), before + 1);
  });

  it('refuses grants when no selection is open, whatever the person consented to', async () => {
    const { rui, eva, sdk, signIn, platform, manager } = scene();
    assert.equal((await signIn(rui)).status, 303);
    const { channels } = platform.server.features;
    const [, second] = sdk.devices;
    assert.ok(second && channels);
    const id = await ownChannel(scene(), 'plug-2');
    const response = await grant(scene(), id, rui.id);
    await assertApiError(response, 'not_granted');
    await assertApiError(await grant(scene(), id, eva.id), 'not_granted');
    assert.ok(manager);
  });

  it('returns the first answer to a second tap on the button', async () => {
    const { rui, sdk, signIn, found, add, platform } = scene();
    platform.clock.advance({ minutes: 1 });
    assert.equal((await signIn(rui)).status, 303);
    const devices = await found(rui, ACME_PLUG);
    const requested = Promise.withResolvers<void>();
    const release = Promise.withResolvers<void>();
    let selections = 0;
    sdk.answer = async (path) => {
      if (path !== '/v3/select-device') return false;
      selections += 1;
      requested.resolve();
      await release.promise;
      return false;
    };
    const first = add(rui, ACME_PLUG, devices);
    await requested.promise;
    const second = add(rui, ACME_PLUG, devices);
    // Once this later and longer request is answered, the second tap waits.
    await found(rui, ACME_PLUG);
    release.resolve();
    const answers = await Promise.all([readJson<Listed[]>(await first), readJson<Listed[]>(await second)]);
    sdk.answer = undefined;
    assert.equal(answers[0].length, 2);
    assert.deepEqual(answers[1], answers[0]);
    assert.equal(selections, 1);
    await assertApiError(await add(rui, ACME_PLUG, devices), 'already_there');
  });

  it('returns what the manager granted before it failed', async () => {
    const { sdk, signIn, found, add, platform, application } = scene();
    const leo = await newPerson(platform, application, 'Leo');
    assert.equal((await signIn(leo)).status, 303);
    const devices = await found(leo, ACME_PLUG);
    const channel = await ownChannel(scene(), 'plug-1');
    sdk.answer = async (path, response) => {
      if (path !== '/v3/select-device') return false;
      assert.equal((await grant(scene(), channel, leo.id)).status, 200);
      response.writeHead(500).end();
      return true;
    };
    const added = await readJson<Listed[]>(await add(leo, ACME_PLUG, devices));
    sdk.answer = undefined;
    assert.deepEqual(
      added.map(({ id }) => id),
      [channel],
    );
  });

  it('ignores an id in the answer of the manager that no channel can have', async () => {
    const { sdk, signIn, found, add, platform, application } = scene();
    const bia = await newPerson(platform, application, 'Bia');
    assert.equal((await signIn(bia)).status, 303);
    sdk.answer = (path, response) => {
      if (path !== '/v3/select-device') return false;
      response.writeHead(200).end(JSON.stringify([{ id: 'a\u0000' }]));
      return true;
    };
    await assertApiError(await add(bia, ACME_PLUG, await found(bia, ACME_PLUG)), 'not_granted');
    sdk.answer = undefined;
  });

  it('does not offer the sign-in of a disabled manager, and passes no sign-in on to it', async () => {
    const { ana, sdk, platform, manager, authorize, consent, signInAtMaker, returnFromMaker } = scene();
    const { applications } = platform.server.features;
    const page = await authorize(ana, ACME_PLUG);
    const { url, cookie } = await consent(ana);
    const returned = await signInAtMaker(url);
    sdk.calls.length = 0;
    await applications.setState(manager.clientId, 'disabled');
    assert.equal((await returnFromMaker(returned, cookie)).status, 410);
    assert.equal((await platform.request(page)).status, 410);
    const path = `/v3/channel-templates/${ACME_PLUG}/authorize?policy=one`;
    await assertApiError(await platform.request(path, { token: ana.token }), 'not_found');
    assert.deepEqual(await madeKinds(scene(), ana), []);
    assert.deepEqual(sdk.calls, []);
    await applications.setState(manager.clientId, 'enabled');
    assert.deepEqual(await madeKinds(scene(), ana), [[ACME_PLUG, manager.clientId]]);
  });
});

/** Returns the channel that the manager made for the device. */
async function ownChannel({ platform, manager }: MakerScene, remoteKey: string): Promise<string> {
  const row = await platform.server.db.read
    .selectFrom('channels')
    .select('id')
    .where('creator_id', '=', manager.clientId)
    .where('remote_key', '=', remoteKey)
    .executeTakeFirstOrThrow();
  return row.id;
}

async function grant({ platform, manager, application }: MakerScene, channel: string, userId: string) {
  const { access_token: token } = await readJson<{ access_token: string }>(
    await platform.request(
      `/v3/auth/authorize?${new URLSearchParams({
        response_type: 'client_credentials',
        client_id: manager.clientId,
        client_secret: manager.secret,
        scope: 'manager',
      })}`,
    ),
  );
  return platform.request(`/v3/channels/${channel}/grant-access`, {
    method: 'POST',
    token,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_id: userId, requesting_client_id: application.clientId, role: 'user' }),
  });
}
