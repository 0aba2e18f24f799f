import assert from 'node:assert/strict';
import { it } from 'node:test';
import type {
  PortalMakerAccount,
  PortalManager,
  PortalManagerChannel,
  PortalManagerDetail,
  PortalManagerUser,
} from '@azulejo/contract';
import { ACME_PLUG, setUpMaker } from '../../support/maker-scene.ts';
import { clientToken, newApplication } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

async function setUp(stage: Stage) {
  const maker = await setUpMaker(stage);
  const developer = await visitPortal(maker.platform, 'developer');
  const viewer = await visitPortal(maker.platform, 'viewer');
  return { ...maker, developer, viewer, call: callerOf(developer) };
}

onEachEngineInFull('managers in the portal', setUp, (scene) => {
  const get = () =>
    scene().call<PortalManagerDetail>('managers.get', { manager_id: scene().manager.clientId });
  const webhook = async (name: string) => (await get()).webhooks.find((each) => each.name === name);
  const accountOf = (over: object) => ({
    manager_id: scene().manager.clientId,
    application_id: scene().application.clientId,
    client_id: 'casa-azul-7',
    origins: [scene().cloud.url],
    ...over,
  });
  const setAccount = (over: object) =>
    scene().call<{ accounts: PortalMakerAccount[] }>('managers.setAccount', accountOf(over));

  it('lists managers in pages, with their kind', async () => {
    const { call, manager, platform } = scene();
    platform.clock.advance({ seconds: 1 });
    const bridge = await newApplication(platform, { type: 'manager', name: 'Attic bridge' });
    const first = await call<{ managers: PortalManager[]; total: number; next: string | null }>(
      'managers.list',
      { limit: 1 },
    );
    assert.equal(first.managers[0]?.client_id, bridge.clientId);
    assert.deepEqual(
      [first.managers[0]?.kind, first.managers[0]?.health, first.managers[0]?.last_seen],
      ['independent', 'unknown', null],
    );
    assert.ok(first.total >= 2 && first.next !== null);
    const { managers } = await call<{ managers: PortalManager[] }>('managers.list', { search: ' ACME ' });
    const [acme] = managers;
    assert.equal(acme?.client_id, manager.clientId);
    assert.deepEqual([acme?.kind, acme?.template_count], ['webhooks', 1]);
    assert.ok(acme?.last_seen !== null, 'the manager set its webhooks');
    const { developer } = scene();
    await assertApiError(await requestTo(developer, 'managers.list', { after: 'none' }), 'invalid_request');
  });

  it('shows what a bridge connects and its state', async () => {
    const { call, platform } = scene();
    const { bridges } = platform.server.features;
    const mqttUrl = 'mqtt://broker.example:1883';
    const secrets = { username: undefined, password: undefined };
    const connection = { type: 'zigbee2mqtt', mqttUrl, baseTopic: 'z', ...secrets } as const;
    const { id } = await bridges.create({ connection, name: 'Attic Zigbee' });
    const problem = 'The MQTT server cannot be reached.';
    await bridges.setStatus(id, { state: 'failing', problem, version: '', restarts: 0 });
    const { managers } = await call<{ managers: PortalManager[] }>('managers.list', { search: 'attic z' });
    assert.deepEqual([managers[0]?.kind, managers[0]?.health], ['bridge', 'failing']);
    const { bridge } = await call<PortalManagerDetail>('managers.get', { manager_id: id });
    const shown = {
      type: 'zigbee2mqtt',
      mqtt_url: mqttUrl,
      state: 'failing',
      problem,
      version: '',
    };
    assert.deepEqual(bridge, shown);
  });

  it('shows since when a webhook fails, until it works again', async () => {
    const { ana, signIn, sdk, platform } = scene();
    sdk.answer = (_path, response) => {
      response.statusCode = 500;
      response.end();
      return true;
    };
    const { call, manager, application } = scene();
    const ask = {
      manager_id: manager.clientId,
      application_id: application.clientId,
      template_id: ACME_PLUG,
    };
    await call('managers.callAgain', ask);
    const first = (await webhook('authorize'))?.failing_since;
    assert.ok(first);
    platform.clock.advance({ minutes: 1 });
    await call('managers.callAgain', ask);
    const failing = await webhook('authorize');
    assert.deepEqual([failing?.failing_since, failing?.last_call?.status], [first, 500]);
    assert.equal((await get()).health, 'failing');
    sdk.answer = undefined;
    assert.equal((await signIn(ana)).status, 303);
    assert.equal((await webhook('authorize'))?.failing_since, null);
    assert.equal((await get()).health, 'working');
  });

  it('says until when a manager that cannot be reached is not called', async () => {
    const { call, manager, application, sdk } = scene();
    sdk.answer = (_path, response) => {
      response.destroy();
      return true;
    };
    for (let count = 0; count < 5; count += 1)
      await call('managers.callAgain', {
        manager_id: manager.clientId,
        application_id: application.clientId,
        template_id: ACME_PLUG,
      });
    assert.ok((await webhook('devices_list'))?.paused_until, 'all webhooks have the same host');
    assert.equal((await get()).health, 'paused');
    sdk.answer = undefined;
    scene().platform.clock.advance({ minutes: 1 });
    assert.equal((await webhook('devices_list'))?.paused_until, null);
    assert.equal((await get()).health, 'failing');
  });

  it('lists the channels of a manager and the users who have them, in pages', async () => {
    const { call, platform, manager, application, ana } = scene();
    const { access_token: token } = await clientToken(platform, manager, 'manager');
    const before = await get();
    const made: string[] = [];
    for (const remote_key of ['plug-7', 'plug-8']) {
      const reply = await postJson(
        platform,
        '/v3/managers/self/channels',
        { channeltemplate_id: ACME_PLUG, remote_key, name: `Plug ${remote_key}` },
        { token },
      );
      made.push(((await reply.json()) as { id: string }).id);
    }
    const { channels: store } = platform.server.features;
    const grantee = { id: ana.id, role: 'user', through: application.clientId } as const;
    await platform.server.db.write((tx) => store.grant(tx, made[0] ?? '', grantee));
    const input = { manager_id: manager.clientId, limit: 1 };
    const found: PortalManagerChannel[] = [];
    let after: string | null = '';
    while (after !== null) {
      const page: { channels: PortalManagerChannel[]; next: string | null } = await call(
        'managers.channels',
        after === '' ? input : { ...input, after },
      );
      found.push(...page.channels);
      after = page.next;
    }
    const plug = found.find(({ id }) => id === made[0]);
    assert.deepEqual([plug?.name, plug?.remote_key, plug?.users], ['Plug plug-7', 'plug-7', 1]);
    assert.equal(found.find(({ id }) => id === made[1])?.users, 0);
    const { users } = await call<{ users: PortalManagerUser[] }>('managers.users', {
      manager_id: manager.clientId,
    });
    assert.ok(users.some(({ id, channels }) => id === ana.id && channels >= 1));
    const now = await get();
    assert.equal(now.channels, before.channels + 2);
    assert.equal(now.users, users.length);
    assert.equal(now.is_counted, true);
  });

  it('shows why a template of the manager was refused, until it stores a valid one', async () => {
    const { platform, manager } = scene();
    const { access_token: token } = await clientToken(platform, manager, 'manager');
    const path = `/v3/managers/${manager.clientId}/channel-templates`;
    await postJson(platform, path, { templates: [{ id: 'bad', name: 7 }] }, { token });
    const { refused_templates: refused } = await get();
    assert.equal(refused[0]?.id, 'bad');
    assert.ok((refused[0]?.errors.length ?? 0) > 0);
    await postJson(platform, path, { templates: [{ id: 'bad', name: 8 }] }, { token });
    assert.equal((await get()).refused_templates.length, 1);
  });

  it('keeps the secret of an account that is changed, and asks for it when an origin is added', async () => {
    const { developer, application, manager, platform } = scene();
    const { accounts } = await setAccount({ client_id: 'casa-azul-8' });
    assert.deepEqual(
      accounts.map(({ client_id, has_secret }) => [client_id, has_secret]),
      [['casa-azul-8', true]],
    );
    const added = accountOf({ origins: [scene().cloud.url, 'https://elsewhere.example'] });
    const refused = await requestTo(developer, 'managers.setAccount', added);
    const { errors } = await assertApiError(refused, 'invalid_request');
    assert.equal(errors?.[0]?.field, 'client_secret');
    const { accounts: changed } = await setAccount({ ...added, client_secret: 'another' });
    assert.deepEqual(changed[0]?.origins, [scene().cloud.url, 'https://elsewhere.example']);
    const open = () => platform.server.features.makerAccounts.open(manager.clientId, application.clientId);
    assert.equal((await open())?.clientSecret, 'another');
    await setAccount({ client_secret: null });
    assert.equal((await open())?.clientSecret, undefined);
    const path = await requestTo(
      developer,
      'managers.setAccount',
      accountOf({ origins: ['https://a.example/x'] }),
    );
    assert.equal((await assertApiError(path, 'invalid_request')).errors?.[0]?.field, 'origins');
  });

  it('removes an account once', async () => {
    const { call, developer, manager, application, account, platform } = scene();
    const input = { manager_id: manager.clientId, application_id: application.clientId };
    assert.deepEqual(await call('managers.removeAccount', input), { accounts: [] });
    await assertApiError(await requestTo(developer, 'managers.removeAccount', input), 'not_found');
    await platform.server.features.makerAccounts.set(manager.clientId, account);
  });

  it('shows the signing key to developers, and records who saw it', async () => {
    const { call, viewer, manager, developer, platform } = scene();
    const input = { manager_id: manager.clientId };
    const { signing_key: key } = await call<{ signing_key: string }>('managers.signingKey', input);
    assert.equal(key, await platform.server.features.webhookKeyOf(manager.clientId));
    assert.match(key, /^whsec_[\w+/]+=*$/);
    await assertApiError(await requestTo(viewer, 'managers.signingKey', input), 'insufficient_role');
    const entries = await platform.server.db.read
      .selectFrom('audit')
      .select(['actor_id', 'detail'])
      .where('action', '=', 'manager.signing-key')
      .execute();
    assert.deepEqual(entries, [{ actor_id: developer.accountId, detail: null }]);
  });

  it('renews the confirmation hash, which the manager reads', async () => {
    const { call, manager, platform } = scene();
    const { managerWebhooks } = platform.server.features;
    const hashOf = async () => (await managerWebhooks.get(manager.clientId)).client.confirmationHash;
    const before = await hashOf();
    assert.deepEqual(await call('managers.renewHash', { manager_id: manager.clientId }), {});
    assert.notEqual(await hashOf(), before);
  });

  it('returns 404 for an application that is not a manager', async () => {
    const { developer, application } = scene();
    for (const name of ['get', 'channels', 'users', 'signingKey', 'renewHash'] as const)
      await assertApiError(
        await requestTo(developer, `managers.${name}`, { manager_id: application.clientId }),
        'not_found',
      );
  });
});
