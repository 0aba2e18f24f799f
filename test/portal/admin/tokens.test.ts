import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalCaller, PortalToken } from '@azulejo/contract';
import type { TestPlatform } from '../../support/platform.ts';
import { newMember, PASSWORD } from '../../support/portal-page.ts';
import { onEachEngine, onEachEngineInFull, type Stage } from '../../support/scene.ts';

type Created = { record: PortalToken; token: string };

/** Sends a request with an access token; `path` is below `/portal/api`. */
async function asProgram(
  { url }: Pick<TestPlatform, 'url'>,
  token: string,
  path: string,
  init: { method?: string; body?: unknown } = {},
) {
  const { method = 'GET', body } = init;
  const response = await fetch(`${url}/portal/api${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const reply = (await response.json()) as Record<string, unknown> & { code?: number; text?: string };
  return { status: response.status, code: reply.code, body: reply };
}

async function setUp(stage: Stage) {
  const platform = await stage.start();
  return { platform, member: await newMember(platform), db: await stage.openDatabase() };
}

onEachEngineInFull('access tokens of the portal', setUp, (scene) => {
  const create = (input: object = {}) =>
    scene().member.page.ask<Created>('POST', '/account/tokens', {
      name: 'Deploy script',
      scopes: ['applications:read'],
      ...input,
    });
  const list = async () =>
    (await scene().member.page.ask<{ tokens: PortalToken[] }>('GET', '/account/tokens')).tokens;

  it('shows an access token once, lists it without the secret, and stores it as a hash', async () => {
    const { platform, db } = scene();
    const { token, record } = await create({ name: ' Laptop ' });
    assert.match(token, /^azk_\w+$/);
    assert.deepEqual([record.name, record.scopes, record.last_used], ['Laptop', ['applications:read'], null]);
    assert.equal(record.hint, token.slice(0, 8));
    const days = (Date.parse(record.expires) - Date.parse(record.created)) / 86_400_000;
    assert.equal(days, 90);
    assert.ok((await list()).some(({ id }) => id === record.id));
    const kept = JSON.stringify([
      await list(),
      await db.read.selectFrom('portal_tokens').selectAll().execute(),
      await db.read.selectFrom('audit').selectAll().execute(),
      platform.log(),
    ]);
    assert.ok(!kept.includes(token));
  });

  it('accepts an access token for its account, and says whose it is', async () => {
    const { platform, member } = scene();
    const { token } = await create({ name: 'Who' });
    assert.equal((await asProgram(platform, token, '/applications')).status, 200);
    const { status, body } = await asProgram(platform, token, '/caller');
    assert.equal(status, 200);
    const caller = body as unknown as PortalCaller;
    assert.deepEqual([caller.account.email, caller.token?.name], [member.email, 'Who']);
    assert.equal((await member.page.ask<PortalCaller>('GET', '/caller')).token, null);
  });

  it('stores the last use of an access token to about a quarter of an hour', async () => {
    const { platform } = scene();
    const { token, record } = await create();
    const lastUsed = async () => {
      await platform.server.features.portalAccounts.flush();
      return (await list()).find(({ id }) => id === record.id)?.last_used;
    };
    await asProgram(platform, token, '/caller');
    const first = await lastUsed();
    assert.ok(first);
    platform.clock.advance({ minutes: 10 });
    await asProgram(platform, token, '/caller');
    assert.equal(await lastUsed(), first);
    platform.clock.advance({ minutes: 10 });
    await asProgram(platform, token, '/caller');
    assert.notEqual(await lastUsed(), first);
  });

  it('names the scope that an access token lacks, and counts the refusal', async () => {
    const { platform, db } = scene();
    const { token } = await create();
    const refused = await asProgram(platform, token, '/applications', {
      method: 'POST',
      body: { name: 'X', type: 'mobile' },
    });
    assert.deepEqual(
      [refused.status, refused.code, refused.body.text],
      [403, 2002, 'The access token lacks the scope applications:write.'],
    );
    const closed = await asProgram(platform, token, '/account/tokens', {
      method: 'POST',
      body: { name: 'More', scopes: ['users:write'] },
    });
    assert.deepEqual(
      [closed.status, closed.body.text],
      [403, 'Access tokens cannot do this: sign in to the portal.'],
    );
    await platform.server.features.audit.flush();
    const { action } = await db.read
      .selectFrom('audit')
      .select('action')
      .where('action', '=', 'refused.portal.portal.tokens.create')
      .executeTakeFirstOrThrow();
    assert.ok(action);
  });

  it('refuses access tokens after they were revoked, expired, or belong to a disabled account', async () => {
    const { platform, member } = scene();
    const { token, record } = await create();
    await member.page.ask('DELETE', `/account/tokens/${record.id}`);
    const revoked = await asProgram(platform, token, '/caller');
    assert.deepEqual([revoked.status, revoked.code], [401, 1603]);
    assert.equal((await member.page.call('DELETE', `/account/tokens/${record.id}`)).status, 404);
    const stranger = await newMember(platform);
    const kept = await create();
    assert.equal((await stranger.page.call('DELETE', `/account/tokens/${kept.record.id}`)).status, 404);

    const short = await newMember(platform);
    const made = await short.page.ask<Created>('POST', '/account/tokens', {
      name: 'Short',
      scopes: ['users:read'],
      days: 1,
    });
    platform.clock.advance({ minutes: 23 * 60 });
    assert.equal((await asProgram(platform, made.token, '/caller')).status, 200);
    platform.clock.advance({ minutes: 60 });
    const expired = await asProgram(platform, made.token, '/caller');
    assert.deepEqual([expired.status, expired.code], [401, 1604]);
    platform.clock.advance({ days: 31 });
    await platform.server.features.portalAccounts.prune();
    assert.equal((await asProgram(platform, made.token, '/caller')).code, 1603);
  });

  it('ends access tokens with a new password, a lower role, a disabled account and its removal', async () => {
    const { platform } = scene();
    const owner = await newMember(platform, { role: 'owner' });
    const works = async ({ token }: Created) => (await asProgram(platform, token, '/caller')).status === 200;
    const newToken = async (role: 'viewer' | 'developer' | 'owner') => {
      const { id, page } = await newMember(platform, { role });
      const made = await page.ask<Created>('POST', '/account/tokens', {
        name: 'One',
        scopes: ['users:read'],
      });
      assert.ok(await works(made));
      return { id, page, made };
    };
    const own = await newToken('developer');
    await own.page.ask('PUT', '/account/password', {
      current_password: PASSWORD,
      password: 'a wall of other tiles',
    });
    assert.equal(await works(own.made), false);
    for (const change of [{ role: 'viewer' }, { state: 'disabled' }, undefined]) {
      const { id, made } = await newToken('developer');
      await owner.page.ask(change ? 'PATCH' : 'DELETE', `/accounts/${id}`, change);
      assert.equal(await works(made), false, JSON.stringify(change));
    }
    const risen = await newToken('viewer');
    await owner.page.ask('PATCH', `/accounts/${risen.id}`, { role: 'developer', name: 'Rui' });
    assert.ok(await works(risen.made));
  });

  it('refuses a missing scope, an unknown one, a longer life and an empty name', async () => {
    const { page } = await newMember(scene().platform);
    for (const [over, field] of [
      [{ scopes: [] }, 'scopes'],
      [{ scopes: ['accounts:write'] }, 'scopes.0'],
      [{ days: 366 }, 'days'],
      [{ days: 0 }, 'days'],
      [{ name: ' ' }, 'name'],
    ] as const) {
      const input = { name: 'X', scopes: ['users:read'], ...over };
      const { status, body } = await page.call('POST', '/account/tokens', input);
      assert.deepEqual([status, body.errors?.[0]?.field], [400, field], JSON.stringify(over));
    }
  });

  it('limits access tokens to 20 per account, also when they are created at the same time', async () => {
    const { page } = await newMember(scene().platform);
    const input = { name: 'One of many', scopes: ['users:read'] };
    const answers = await Promise.all(
      Array.from({ length: 24 }, () => page.call('POST', '/account/tokens', input)),
    );
    const statuses = answers.map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 201).length, 20);
    assert.equal(statuses.filter((status) => status === 413).length, 4);
  });
});

onEachEngine(
  'wrong access tokens of the portal',
  ({ start }) => start({ environment: { RATE_LIMIT_INVALID_TOKENS_PER_ADDRESS: '3' } }),
  (scene) => {
    it('counts wrong access tokens towards the limit of invalid tokens, while a valid one still works', async () => {
      const platform = scene();
      const { page } = await newMember(platform);
      const { token } = await page.ask<Created>('POST', '/account/tokens', {
        name: 'Good',
        scopes: ['users:read'],
      });
      const statuses: number[] = [];
      for (let index = 0; index < 4; index += 1)
        statuses.push((await asProgram(platform, `azk_wrong${index}`, '/caller')).status);
      assert.deepEqual(statuses, [401, 401, 401, 429]);
      assert.equal((await asProgram(platform, token, '/caller')).status, 200);
      assert.ok(!platform.log().includes('azk_wrong'));
    });
  },
);
