import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalAccount, PortalInvitation } from '@azulejo/contract';
import { newMember, openPage, PASSWORD, signIn, tokenIn } from '../../support/portal-page.ts';
import { onEachEngine, onEachEngineInFull } from '../../support/scene.ts';

type Created = { invitation: PortalInvitation; link: string };

onEachEngineInFull(
  'invitations to the portal',
  async ({ start }) => {
    const platform = await start();
    return { platform, owner: (await newMember(platform, { role: 'owner', name: 'Inês Duarte' })).page };
  },
  (scene) => {
    const invite = (body: object) => scene().owner.ask<Created>('POST', '/invitations', body);
    const accept = (link: string, over: object = {}) => {
      const invitee = { token: tokenIn(link), name: 'Ana', email: 'ana@portal.example', password: PASSWORD };
      return openPage(scene().platform).call('POST', '/invitations/accept', { ...invitee, ...over });
    };

    it('creates one account per invitation and signs it in', async () => {
      const { platform } = scene();
      const { link, invitation } = await invite({ role: 'viewer' });
      const { origin, pathname, search } = new URL(link);
      assert.deepEqual([origin, pathname, search], [platform.url, '/portal/invitation', '']);
      const page = openPage(platform);
      const read = await page.ask<PortalInvitation>('POST', '/invitations/read', { token: tokenIn(link) });
      assert.deepEqual(read, invitation);
      assert.equal(read.invited_by, 'Inês Duarte');
      const answer = await accept(link, { email: ' Bia@Portal.Example ' });
      assert.equal(answer.status, 201);
      const { account } = answer.body as unknown as { account: PortalAccount };
      assert.deepEqual([account.role, account.email], ['viewer', 'Bia@Portal.Example']);
      assert.equal((await signIn(platform, 'bia@portal.example')).answer.status, 200);
      const again = await accept(link, { email: 'second@portal.example' });
      assert.deepEqual([again.status, again.body.code], [404, 2100]);
      const log = platform.log();
      assert.ok(!log.includes(tokenIn(link)) && !log.includes(PASSWORD));
    });

    it('creates only one account when an invitation is accepted twice at the same time', async () => {
      const { link } = await invite({ role: 'viewer' });
      const emails = ['one@portal.example', 'other@portal.example'];
      const answers = await Promise.all(emails.map((email) => accept(link, { email })));
      assert.deepEqual(answers.map(({ status }) => status).toSorted(), [201, 404]);
    });

    it('refuses another e-mail than the invited one', async () => {
      const { link } = await invite({ role: 'developer', email: 'carla@portal.example' });
      const wrong = await accept(link);
      assert.deepEqual(wrong.body.errors, [{ field: 'email', reason: 'must be the one that was invited' }]);
      assert.equal((await accept(link, { email: 'CARLA@portal.example' })).status, 201);
      const known = await scene().owner.call('POST', '/invitations', {
        role: 'viewer',
        email: 'carla@portal.example',
      });
      assert.deepEqual([known.status, known.body.errors?.[0]?.field], [409, 'email']);
    });

    it('refuses invalid account data and keeps the invitation usable', async () => {
      const { link } = await invite({ role: 'developer' });
      const bad: [object, string][] = [
        [{ password: 'too short' }, 'password'],
        [{ password: 'duarte@portal.example', email: 'duarte@portal.example' }, 'password'],
        [{ email: 'no e-mail' }, 'email'],
        [{ name: '  ' }, 'name'],
        [{ name: 'x'.repeat(201) }, 'name'],
      ];
      for (const [over, field] of bad) {
        const { status, body } = await accept(link, { email: 'dora@portal.example', ...over });
        assert.deepEqual([status, body.errors?.[0]?.field], [400, field], JSON.stringify(over));
      }
      assert.equal((await accept(link, { email: 'dora@portal.example' })).status, 201);
    });

    it('lists invitations until they are withdrawn or expire after seven days', async () => {
      const { owner, platform } = scene();
      const list = async () =>
        (await owner.ask<{ invitations: PortalInvitation[] }>('GET', '/invitations')).invitations.map(
          ({ id }) => id,
        );
      const [kept, taken] = [await invite({ role: 'viewer' }), await invite({ role: 'viewer' })];
      assert.ok((await list()).includes(taken.invitation.id));
      await owner.ask('DELETE', `/invitations/${taken.invitation.id}`);
      assert.ok(!(await list()).includes(taken.invitation.id));
      assert.equal((await accept(taken.link)).status, 404);
      assert.equal((await owner.call('DELETE', `/invitations/${taken.invitation.id}`)).status, 404);
      assert.ok((await list()).includes(kept.invitation.id));
      platform.clock.advance({ days: 7 });
      assert.equal((await accept(kept.link)).status, 404);
      const { id } = await newMember(platform, { role: 'owner' });
      assert.ok(id);
      await platform.server.features.portalAccounts.prune();
      assert.deepEqual(await platform.server.features.portalAccounts.invitations.list(), []);
    });
  },
);

onEachEngine(
  'accounts of the portal',
  ({ start }) => start(),
  (scene) => {
    it('creates the first owner by a link that each start replaces until it is used', async () => {
      const { invitations } = scene().server.features.portalAccounts;
      const earlier = await invitations.firstOwner();
      const link = await invitations.firstOwner();
      assert.ok(earlier && link && earlier !== link);
      const accept = (token: string) =>
        openPage(scene()).call('POST', '/invitations/accept', {
          token,
          name: 'Inês Duarte',
          email: 'ines@portal.example',
          password: PASSWORD,
        });
      assert.equal((await accept(tokenIn(earlier))).status, 404);
      assert.equal((await accept(tokenIn(link))).status, 201);
      assert.equal(await invitations.firstOwner(), undefined);
    });

    it('refuses to demote, disable or delete the last owner', async () => {
      const { page: owner } = await signIn(scene(), 'ines@portal.example');
      const { accounts } = await owner.ask<{ accounts: PortalAccount[] }>('GET', '/accounts');
      const [self] = accounts.filter(({ role }) => role === 'owner');
      const path = `/accounts/${self?.id}`;
      for (const [method, body] of [
        ['PATCH', { role: 'viewer' }],
        ['PATCH', { state: 'disabled' }],
        ['DELETE', undefined],
      ] as const) {
        const { status, body: answer } = await owner.call(method, path, body);
        assert.deepEqual([status, answer.code], [409, 4092], `${method} ${JSON.stringify(body)}`);
      }
    });

    it('keeps one owner when two demote each other at the same moment', async () => {
      const first = (await signIn(scene(), 'ines@portal.example')).page;
      const { accounts } = await first.ask<{ accounts: PortalAccount[] }>('GET', '/accounts');
      const firstId = accounts.find(({ email }) => email === 'ines@portal.example')?.id;
      const second = await newMember(scene(), { role: 'owner' });
      const answers = await Promise.all([
        first.call('PATCH', `/accounts/${second.id}`, { role: 'developer' }),
        second.page.call('PATCH', `/accounts/${firstId}`, { state: 'disabled' }),
      ]);
      const statuses = answers.map(({ status }) => status);
      assert.equal(statuses.filter((status) => status === 200).length, 1, String(statuses));
      const { portalAccounts } = scene().server.features;
      const left = (await portalAccounts.accounts.list()).filter(
        ({ role, state }) => role === 'owner' && state === 'enabled',
      );
      assert.equal(left.length, 1);
    });
  },
);

onEachEngineInFull(
  'accounts that an owner manages',
  async ({ start }) => {
    const platform = await start();
    return { platform, owner: (await newMember(platform, { role: 'owner' })).page };
  },
  (scene) => {
    it('applies a new role, a disabled state and a removal at the next request', async () => {
      const { platform, owner } = scene();
      const member = await newMember(platform);
      const change = (body: object) => owner.ask<PortalAccount>('PATCH', `/accounts/${member.id}`, body);
      assert.equal((await member.page.call('GET', '/invitations')).body.code, 2004);
      assert.equal((await change({ role: 'owner' })).role, 'owner');
      assert.equal((await member.page.call('GET', '/invitations')).status, 200);
      await change({ role: 'viewer' });
      assert.equal((await member.page.call('GET', '/invitations')).status, 403);
      await change({ state: 'disabled' });
      assert.equal((await member.page.call('GET', '/account')).status, 401);
      assert.equal((await signIn(platform, member.email)).answer.status, 401);
      await change({ state: 'enabled' });
      assert.equal((await member.page.call('GET', '/account')).status, 401, 'its sessions had ended');
      const back = await signIn(platform, member.email);
      assert.equal(back.answer.status, 200);
      await owner.ask('DELETE', `/accounts/${member.id}`);
      assert.equal((await back.page.call('GET', '/account')).status, 401);
      assert.equal((await owner.call('PATCH', `/accounts/${member.id}`, { role: 'viewer' })).status, 404);
    });

    it('revokes open invitations of an owner who is demoted, disabled or removed', async () => {
      const { platform, owner } = scene();
      const read = async (link: string) =>
        (await openPage(platform).call('POST', '/invitations/read', { token: tokenIn(link) })).status;
      const { link: kept } = await owner.ask<Created>('POST', '/invitations', { role: 'owner' });
      for (const [method, body] of [
        ['PATCH', { role: 'developer' }],
        ['PATCH', { state: 'disabled' }],
        ['DELETE', undefined],
      ] as const) {
        const { id, page } = await newMember(platform, { role: 'owner' });
        const { link, invitation } = await page.ask<Created>('POST', '/invitations', { role: 'owner' });
        await owner.ask('PATCH', `/accounts/${id}`, { name: 'Rui Sousa' });
        assert.equal(await read(link), 200, 'a new name changes nothing');
        assert.equal((await owner.call(method, `/accounts/${id}`, body)).status, 200);
        assert.equal(await read(link), 404, `${method} ${JSON.stringify(body)}`);
        const { entries } = await owner.ask<{ entries: object[] }>(
          'GET',
          `/audit-log?action=portal.invitation.revoke&target=${invitation.id}`,
        );
        assert.equal(entries.length, 1);
      }
      assert.equal(await read(kept), 200);
    });

    it('creates a link that sets a new password once, within a day', async () => {
      const { platform, owner } = scene();
      const member = await newMember(platform);
      const make = async () =>
        (await owner.ask<{ link: string }>('POST', `/accounts/${member.id}/reset-link`, {})).link;
      const [earlier, link] = [await make(), await make()];
      assert.equal(new URL(link).pathname, '/portal/new-password');
      const page = openPage(platform);
      const read = (of: string) => page.call('POST', '/password-link/read', { token: tokenIn(of) });
      assert.equal((await read(earlier)).status, 404);
      assert.deepEqual((await read(link)).body, { email: member.email, name: 'Rui Costa' });
      const password = 'a wall of other tiles';
      const use = (value: string) =>
        page.call('POST', '/password-link', { token: tokenIn(link), password: value });
      assert.equal((await use('short')).body.code, 1212);
      assert.equal((await use(password)).status, 200);
      assert.equal((await use(password)).status, 404);
      assert.equal((await member.page.call('GET', '/account')).status, 401);
      assert.equal((await signIn(platform, member.email)).answer.status, 401);
      assert.equal((await signIn(platform, member.email, password)).answer.status, 200);
      const late = await make();
      platform.clock.advance({ days: 1 });
      assert.equal((await read(late)).status, 404);
    });
  },
);

onEachEngine(
  'the first owner of the portal',
  ({ start }) => start(),
  (scene) => {
    it('is the only owner when several set up at the same time, and the link for it ends', async () => {
      const { invitations, accounts, tokens, createFirstOwner } = scene().server.features.portalAccounts;
      const setUp = (email: string) =>
        createFirstOwner({ email, name: 'Ana Reis', choosePassword: async () => PASSWORD });
      const [link, ...done] = await Promise.allSettled([
        invitations.firstOwner(),
        ...['ana@portal.example', 'eve@portal.example', 'Ana@portal.example'].map(setUp),
      ]);
      const owners = (await accounts.list()).filter(({ role }) => role === 'owner');
      assert.equal(owners.length, 1);
      assert.deepEqual(
        done.flatMap((each) =>
          each.status === 'fulfilled' && each.value.isNew ? [each.value.account.id] : [],
        ),
        owners.map(({ id }) => id),
      );
      for (const each of done)
        if (each.status === 'rejected') assert.match(String(each.reason), /another owner/);
      assert.ok(link?.status === 'fulfilled');
      const token = link.value === undefined ? 'azi_gone' : tokenIn(link.value);
      const invitee = { token, name: 'Rui', email: 'rui@portal.example', password: PASSWORD };
      assert.equal((await openPage(scene()).call('POST', '/invitations/accept', invitee)).status, 404);

      const id = owners[0]?.id ?? '';
      const wanted = { name: ' setup ', scopes: ['users:read' as const] };
      assert.equal((await tokens.provide(id, wanted, {}))?.record.name, 'setup');
      assert.equal(await tokens.provide(id, { ...wanted, name: 'setup' }, {}), undefined);
      await assert.rejects(tokens.provide(id, { ...wanted, scopes: [] }, {}), { kind: 'invalid_request' });
    });
  },
);
