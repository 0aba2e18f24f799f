import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalAuditEntry } from '@azulejo/contract';
import { newApplication, newPerson } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { newMember, signIn } from '../../support/portal-page.ts';
import { onEachEngine } from '../../support/scene.ts';

type Page = { entries: PortalAuditEntry[]; next: string | null };

onEachEngine(
  'the audit log in the portal',
  async ({ start }) => {
    const platform = await start();
    const owner = await newMember(platform, { role: 'owner', name: 'Inês Duarte' });
    const viewer = await visitPortal(platform, 'viewer');
    const list = async (filter: Record<string, string> = {}): Promise<Page> => {
      const response = await viewer.request(`/portal/api/audit-log?${new URLSearchParams(filter)}`);
      assert.equal(response.status, 200, await response.clone().text());
      return (await response.json()) as Page;
    };
    return { platform, owner, viewer, list };
  },
  (scene) => {
    it('names the actor, the target, the action and the address of an entry', async () => {
      const { platform, owner, list } = scene();
      const member = await newMember(platform);
      platform.clock.advance({ seconds: 1 });
      await owner.page.ask('PATCH', `/accounts/${member.id}`, { role: 'viewer' });
      const [entry] = (await list({ action: 'portal.account.role' })).entries;
      assert.ok(entry);
      const { id, at, ...rest } = entry;
      assert.deepEqual(rest, {
        action: 'portal.account.role',
        actor: { id: owner.id, kind: 'account', name: 'Inês Duarte' },
        target: { id: member.id, kind: 'account', name: 'Rui Costa' },
        address: '127.0.0.1',
        detail: 'developer to viewer',
        count: 1,
      });
      assert.match(at, /\+0000$/);
      assert.ok(id);
    });

    it('shows the name of an account that was removed', async () => {
      const { platform, owner, list } = scene();
      const member = await newMember(platform, { role: 'viewer', name: 'Somebody Gone' });
      await owner.page.ask('DELETE', `/accounts/${member.id}`);
      const { entries } = await list({ target: member.id });
      assert.deepEqual(
        new Set(entries.map(({ target }) => `${target?.kind} ${target?.name}`)),
        new Set(['account Somebody Gone']),
      );
    });

    it('counts refusals by the minute', async () => {
      const { platform, owner, list } = scene();
      for (let guess = 0; guess < 3; guess += 1) await signIn(platform, owner.email, 'a guess at the door');
      await platform.server.features.audit.flush();
      const { entries } = await list({ action: 'portal.sign-in.refused', target: owner.id });
      assert.equal(
        entries.reduce((sum, { count }) => sum + count, 0),
        3,
      );
      assert.ok(entries.every(({ actor }) => actor === null));
    });

    it('filters audit entries by an action or by the prefix of several', async () => {
      const { list } = scene();
      const actions = async (action: string) =>
        new Set((await list({ action, limit: '500' })).entries.map((entry) => entry.action));
      const signIns = await actions('portal.sign-in');
      assert.ok(signIns.has('portal.sign-in') && signIns.has('portal.sign-in.refused'));
      assert.ok(!signIns.has('portal.account.create'));
      const portal = await actions('portal');
      assert.ok(portal.has('portal.account.create') && portal.has('portal.sign-in'));
      assert.ok([...portal].every((action) => action.startsWith('portal.')));
      assert.deepEqual(await actions('port'), new Set());
    });

    it('filters audit entries by actor and by target, given as id or e-mail', async () => {
      const { platform, owner, list } = scene();
      const person = await newPerson(platform, await newApplication(platform));
      const byEmail = await list({ actor: person.email });
      assert.deepEqual(byEmail, await list({ actor: person.id }));
      assert.ok(byEmail.entries.length > 0);
      for (const { actor } of byEmail.entries)
        assert.deepEqual(actor, { id: person.id, kind: 'user', name: person.email });
      const mine = await list({ actor: owner.email.toUpperCase() });
      assert.ok(mine.entries.length > 0 && mine.entries.every(({ actor }) => actor?.id === owner.id));
      assert.deepEqual((await list({ actor: 'nobody@portal.example' })).entries, []);
      assert.deepEqual((await list({ target: 'nothing' })).entries, []);
    });

    it('filters audit entries by time', async () => {
      const { platform, list } = scene();
      platform.clock.advance({ minutes: 10 });
      const from = new Date(platform.clock.now()).toISOString();
      const { id } = await newMember(platform);
      platform.clock.advance({ minutes: 10 });
      const until = new Date(platform.clock.now()).toISOString();
      await newMember(platform);
      const { entries } = await list({ from, until, action: 'portal.account.create' });
      assert.deepEqual(
        entries.map(({ target }) => target?.id),
        [id],
      );
    });

    it('returns each entry once in pages, newest first, also when several have the same time', async () => {
      const { platform, list } = scene();
      for (let count = 0; count < 5; count += 1) await newMember(platform);
      const whole = (await list({ limit: '500' })).entries;
      const paged: PortalAuditEntry[] = [];
      for (let after: string | null = ''; after !== null; ) {
        const page: Page = await list({ limit: '3', ...(after === '' ? {} : { after }) });
        assert.ok(page.entries.length <= 3);
        paged.push(...page.entries);
        after = page.next;
      }
      assert.deepEqual(paged, whole);
      const times = whole.map(({ at }) => at);
      assert.deepEqual(times, times.toSorted().toReversed());
      assert.ok(new Set(times).size < times.length, 'some entries have the same time');
    });

    it('refuses invalid parameters and names the field', async () => {
      const { viewer } = scene();
      const bad = { from: 'yesterday', until: 'x', after: 'x', limit: '501', action: '' };
      for (const [field, value] of Object.entries(bad)) {
        const query = new URLSearchParams({ [field]: value });
        const response = await viewer.request(`/portal/api/audit-log?${query}`);
        const { errors } = (await response.json()) as { errors: { field: string }[] };
        assert.deepEqual([response.status, errors[0]?.field], [400, field]);
      }
    });
  },
);
