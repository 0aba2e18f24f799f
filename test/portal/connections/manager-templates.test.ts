import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalApplicationDetail } from '@azulejo/contract';
import { LAMP } from '../../support/live-scene.ts';
import { clientToken, newApplication } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

async function setUp({ start }: Stage) {
  const platform = await start();
  const developer = await visitPortal(platform, 'developer');
  return { platform, developer, call: callerOf(developer) };
}

onEachEngineInFull('a manager’s templates in the portal', setUp, (scene) => {
  it('assigns a template to one manager, which can then create its channels, and releases it', async () => {
    const { call, platform, developer } = scene();
    const requestFor = (name: string, input: object) =>
      requestTo(developer, `applications.${name}`, { ...input });
    const [acme, other] = [
      await newApplication(platform, { name: 'Acme', type: 'manager' }),
      await newApplication(platform, { type: 'manager' }),
    ];
    const { access_token: token } = await clientToken(platform, acme, 'manager');
    const create = async () =>
      (await postJson(platform, '/v3/managers/self/channels', { channeltemplate_id: LAMP }, { token }))
        .status;
    const ofAcme = { application_id: acme.clientId, template_id: LAMP };
    const ofOther = { ...ofAcme, application_id: other.clientId };
    assert.equal(await create(), 412);
    for (let time = 0; time < 2; time += 1) {
      const assigned = await call<PortalApplicationDetail>('applications.assignTemplate', ofAcme);
      assert.deepEqual(
        assigned.templates.map(({ id }) => id),
        [LAMP],
      );
    }
    assert.equal(await create(), 201);
    await assertApiError(await requestFor('assignTemplate', ofOther), 'in_use');
    await assertApiError(await requestFor('releaseTemplate', ofOther), 'not_found');
    const released = await call<PortalApplicationDetail>('applications.releaseTemplate', ofAcme);
    assert.deepEqual(released.templates, []);
    assert.equal(await create(), 412);
    const mobile = await newApplication(platform);
    const noManager = { ...ofAcme, application_id: mobile.clientId };
    const { errors } = await assertApiError(await requestFor('assignTemplate', noManager), 'invalid_request');
    assert.equal(errors?.[0]?.field, 'manager');
    const unknown = { ...ofAcme, template_id: 'none' };
    await assertApiError(await requestFor('assignTemplate', unknown), 'not_found');
    const entries = await platform.server.db.read
      .selectFrom('audit')
      .select(['action', 'actor_id', 'address', 'detail'])
      .where('target_id', '=', LAMP)
      .execute();
    const expected = ['template.assign', 'template.assign', 'template.release'];
    assert.deepEqual(entries.map(({ action }) => action).toSorted(), expected);
    for (const { detail, address, actor_id: actor } of entries)
      assert.ok(detail === 'Acme' && address !== null && actor !== acme.clientId);
  });
});
