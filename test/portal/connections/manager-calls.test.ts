import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalMakerAccount, PortalWebhookCall } from '@azulejo/contract';
import { ACME_PLUG, setUpMaker } from '../../support/maker-scene.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const maker = await setUpMaker(stage);
  const developer = await visitPortal(maker.platform, 'developer');
  return { ...maker, developer, call: callerOf(developer) };
}

onEachEngineInFull('a manager’s webhooks in the portal', setUp, (scene) => {
  it('lists the last calls, without anything that was sent', async () => {
    const { call, manager, sdk, cloud, ana, signIn } = scene();
    assert.equal((await signIn(ana)).status, 303);
    const { calls } = await call<{ calls: PortalWebhookCall[] }>('managers.calls', {
      manager_id: manager.clientId,
    });
    assert.deepEqual(
      calls.map(({ purpose, origin, status, failure }) => [purpose, origin, status, failure]),
      [
        ['receive_token', sdk.url, 200, null],
        ['token', cloud.url, 200, null],
        ['authorize', sdk.url, 200, null],
      ],
    );
  });

  it('lists accounts without their secrets', async () => {
    const { call, manager, application, cloud } = scene();
    const { accounts } = await call<{ accounts: PortalMakerAccount[] }>('managers.accounts', {
      manager_id: manager.clientId,
    });
    assert.equal(accounts.length, 1);
    const [{ updated, ...account } = { updated: '' }] = accounts;
    assert.ok(updated);
    assert.deepEqual(account, {
      application: { id: application.clientId, name: 'Casa Azul' },
      client_id: 'casa-azul-7',
      has_secret: true,
      origins: [cloud.url],
    });
  });

  it('calls a webhook again and says how it went', async () => {
    const { call, manager, application, plain, sdk, developer } = scene();
    const input = {
      manager_id: manager.clientId,
      application_id: application.clientId,
      template_id: ACME_PLUG,
    };
    const fine = await call<PortalWebhookCall>('managers.callAgain', input);
    assert.deepEqual([fine.purpose, fine.status, fine.failure], ['authorize', 200, null]);
    sdk.answer = (_path, response) => {
      response.destroy();
      return true;
    };
    const gone = await call<PortalWebhookCall>('managers.callAgain', input);
    assert.deepEqual([gone.status, gone.failure], [null, 'unreachable']);
    sdk.answer = undefined;
    for (const wrong of [{ template_id: 'none' }, { application_id: 'none' }, { manager_id: plain.clientId }])
      await assertApiError(
        await requestTo(developer, 'managers.callAgain', { ...input, ...wrong }),
        'not_found',
      );
  });
  it('lists the devices of a user again, and changes nothing', async () => {
    const { call, manager, application, platform, sdk, ana, rui, signIn, found } = scene();
    platform.clock.advance({ minutes: 1 });
    assert.equal((await signIn(ana)).status, 303);
    const before = await found(ana, ACME_PLUG);
    const input = {
      manager_id: manager.clientId,
      application_id: application.clientId,
      template_id: ACME_PLUG,
      webhook: 'devices_list',
    };
    sdk.calls.length = 0;
    const listed = await call<PortalWebhookCall>('managers.callAgain', { ...input, user_id: ana.id });
    assert.deepEqual([listed.purpose, listed.status, listed.failure], ['devices_list', 200, null]);
    const [requested] = sdk.calls;
    assert.deepEqual(
      [requested?.method, requested?.body, requested?.headers['x-owner-id']],
      ['POST', '{}', ana.id],
    );
    for (const nobody of [{ user_id: rui.id }, {}])
      assert.equal(
        (await call<PortalWebhookCall>('managers.callAgain', { ...input, ...nobody })).status,
        404,
      );
    assert.deepEqual(await found(ana, ACME_PLUG), before);
  });

  it('refuses to repeat calls that change something, and says why', async () => {
    const { developer, manager, application, sdk, ana, eva } = scene();
    sdk.calls.length = 0;
    const input = {
      manager_id: manager.clientId,
      application_id: application.clientId,
      template_id: ACME_PLUG,
      user_id: ana.id,
    };
    for (const [webhook, reason] of [
      ['receive_token', /older ones/],
      ['select_device', /puts devices into a home/],
      ['token', /once/],
      ['activation', /must be/],
    ] as const) {
      const refused = await assertApiError(
        await requestTo(developer, 'managers.callAgain', { ...input, webhook }),
        'invalid_request',
      );
      assert.equal(refused.errors?.[0]?.field, 'webhook');
      assert.match(refused.errors?.[0]?.reason ?? '', reason);
    }
    for (const user_id of [eva.id, 'nobody'])
      await assertApiError(
        await requestTo(developer, 'managers.callAgain', { ...input, user_id }),
        'not_found',
      );
    assert.deepEqual(sdk.calls, []);
  });
});
