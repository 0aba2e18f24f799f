import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalUser } from '@azulejo/contract';
import { connectMqtt } from '../../support/mqtt.ts';
import { newApplication, newPerson, personToken } from '../../support/people.ts';
import type { TestPlatform } from '../../support/platform.ts';
import { newMember, openPage, PASSWORD, signIn, tokenIn } from '../../support/portal-page.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

/** The id of the application of operators. */
const RESERVED = 'portal';

async function setUp(platform: TestPlatform) {
  const application = await newApplication(platform);
  const person = await newPerson(platform, application);
  const owner = await newMember(platform, { role: 'owner', name: 'Ines Prado' });
  return { platform, application, person, owner };
}

onEachEngineInFull(
  'operators and people',
  async ({ start }) => setUp(await start()),
  (scene) => {
    it('lists, counts and shows no operator among people', async () => {
      const { owner, person } = scene();
      for (const query of ['', '?search=member', '?search=ines', `?application_id=${RESERVED}`]) {
        const { users } = await owner.page.ask<{ users: PortalUser[] }>('GET', `/users${query}`);
        assert.ok(!users.some(({ id }) => id === owner.id), query);
        assert.equal(users.length, query === '' ? 1 : 0, query);
      }
      const overview = await owner.page.ask<{ users: number }>('GET', '/overview');
      assert.equal(overview.users, 1);
      const { applications } = await owner.page.ask<{ applications: { id: string }[] }>(
        'GET',
        '/applications',
      );
      assert.ok(!applications.some(({ id }) => id === RESERVED));
      assert.equal((await owner.page.call('GET', `/users/${person.id}`)).status, 200);
    });

    it('changes no operator as a user, and no application of operators', async () => {
      const { platform, owner } = scene();
      const member = await newMember(platform, { role: 'owner' });
      const developer = await newMember(platform, { role: 'developer' });
      const path = `/users/${member.id}`;
      const calls: [method: string, path: string, body?: object][] = [
        ['GET', path],
        ['PUT', `${path}/state`, { state: 'inactive' }],
        ['POST', `${path}/reset-link`, {}],
        ['GET', `${path}/sessions`],
        ['DELETE', `${path}/sessions`],
        ['POST', `${path}/home`, {}],
        ['GET', `${path}/removal`],
        ['POST', `${path}/remove`, { email: member.email }],
        ['GET', `/applications/${RESERVED}`],
        ['PATCH', `/applications/${RESERVED}`, { name: 'Mine' }],
        ['PUT', `/applications/${RESERVED}/state`, { state: 'disabled' }],
        ['POST', `/applications/${RESERVED}/secret`, {}],
        ['DELETE', `/applications/${RESERVED}?confirm=${RESERVED}`],
      ];
      for (const { page } of [owner, developer])
        for (const [method, at, body] of calls) {
          const { status } = await page.call(method, at, body);
          assert.ok(
            status === 404 || status === 403 || (status === 400 && method === 'DELETE'),
            `${method} ${at}: ${status}`,
          );
        }
      assert.equal((await member.page.call('GET', '/account')).status, 200, 'the session goes on');
      assert.equal((await signIn(platform, member.email)).answer.status, 200);
    });

    it('accepts nothing of an operator at the API or over MQTT', async () => {
      const { platform, owner, application } = scene();
      const cookie = owner.page.cookie.split('=')[1] ?? '';
      const { token } = await platform.server.features.portalAccounts.tokens.create(
        owner.id,
        { name: 'ci', scopes: ['users:write'] },
        {},
      );
      for (const each of [cookie, token]) {
        const answer = await platform.request('/v3/users/me', {
          headers: { authorization: `Bearer ${each}` },
        });
        assert.equal(answer.status, 401);
        for (const clientId of [RESERVED, owner.id])
          await assert.rejects(connectMqtt(platform, { clientId, token: each }), /refused/);
        const refreshed = await postJson(platform, '/v3/auth/exchange', {
          client_id: RESERVED,
          refresh_token: each,
        });
        assert.ok(refreshed.status >= 400);
      }
      for (const clientId of [RESERVED, application.clientId]) {
        const entered = await postJson(platform, '/v3/auth/authorize', {
          response_type: 'password',
          client_id: clientId,
          username: owner.email,
          password: PASSWORD,
          scope: 'application,user,portal',
        });
        assert.equal(entered.status, 401, clientId);
      }
      const account = { appId: RESERVED, name: 'Eve', email: 'eve@example.org', password: PASSWORD };
      assert.equal((await postJson(platform, '/v3/legacy/account', account)).status, 400);
    });

    it('accepts nothing of a person at the portal', async () => {
      const { platform, application, person } = scene();
      const record = await personToken(platform, application, person);
      const bearer = { authorization: `Bearer ${record.access_token}` };
      for (const headers of [bearer, { cookie: `azulejo-portal=${record.access_token}` }])
        assert.equal((await platform.request('/portal/api/account', { headers })).status, 401);
      const { answer } = await signIn(platform, person.email, person.password);
      assert.deepEqual([answer.status, answer.body.code], [401, 1601]);
    });

    it('sets no password of an operator by a link for people, and the other way round', async () => {
      const { platform, owner, person } = scene();
      const member = await newMember(platform);
      const ofMember = await owner.page.ask<{ link: string }>(
        'POST',
        `/accounts/${member.id}/reset-link`,
        {},
      );
      const { link } = await owner.page.ask<{ link: string }>('POST', `/users/${person.id}/reset-link`, {});
      const url = new URL('/reset-password', platform.url);
      url.searchParams.set('token', tokenIn(ofMember.link));
      assert.equal((await fetch(url)).status, 410);
      const token = new URL(link).searchParams.get('token') ?? '';
      const use = await openPage(platform).call('POST', '/password-link', { token, password: PASSWORD });
      assert.equal(use.status, 404);
      assert.match(JSON.stringify(use.body), /This link was used, replaced, or has expired/);
    });
  },
);
