import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { OwnSession, PortalUserSession } from '@azulejo/contract';
import { ok, send } from '../support/auth-calls.ts';
import { newApplication, newPerson, personToken } from '../support/people.ts';
import { visitPortal } from '../support/portal.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';

async function setUp(stage: Stage) {
  const platform = await stage.start({ environment: { TRUSTED_PROXIES: '127.0.0.1' } });
  const application = await newApplication(platform);
  return { platform, application, db: await stage.openDatabase() };
}

onEachEngine('decision 0005: a successor fetched from two networks', setUp, (scene) => {
  it('records a successor fetched by two networks in the audit log, and shows it to the portal and the person', async () => {
    const { platform, application, db } = scene();
    const person = await newPerson(platform, application);
    const { refresh_token, client_id } = await personToken(platform, application, person);
    const refreshFrom = (address: string) =>
      ok(
        send(
          platform,
          'POST JSON',
          '/v3/auth/exchange',
          { client_id, refresh_token },
          { 'x-forwarded-for': address },
        ),
      );
    const facts = () =>
      db.read
        .selectFrom('audit')
        .select(['address', 'detail', 'is_refusal'])
        .where('action', '=', 'token.shared')
        .where('actor_id', '=', person.id)
        .execute();
    await refreshFrom('198.51.100.66');
    await refreshFrom('198.51.100.67');
    assert.deepEqual(await facts(), [], 'one network has several addresses');
    await refreshFrom('203.0.113.5');
    await refreshFrom('203.0.113.5');
    assert.deepEqual(await facts(), [
      { address: '203.0.113.5', detail: 'first fetched from 198.51.100.66', is_refusal: 0 },
    ]);
    const viewer = await visitPortal(platform, 'developer');
    const response = await viewer.request(`/portal/api/users/${person.id}/sessions`);
    const { sessions } = (await response.json()) as { sessions: PortalUserSession[] };
    assert.ok(sessions.some(({ shared }) => shared?.address === '203.0.113.5'));
    const own = await readJson<{ sessions: OwnSession[] }>(
      await platform.request('/v3/account/sessions', { token: person.token }),
    );
    assert.deepEqual(
      own.sessions.flatMap(({ shared }) => (shared ? [shared.address] : [])),
      ['203.0.113.5'],
    );
  });

  it('forbids caches to store a successor', async () => {
    const { platform, application } = scene();
    const { client_id, refresh_token } = await personToken(
      platform,
      application,
      await newPerson(platform, application),
    );
    const { headers } = await send(platform, 'GET', '/v3/auth/exchange', { client_id, refresh_token });
    assert.deepEqual([headers.get('cache-control'), headers.get('pragma')], ['no-store', 'no-cache']);
  });
});
