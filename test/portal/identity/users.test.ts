import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalUser, PortalUserDetails, PortalUserHome, PortalUserSession } from '@azulejo/contract';
import { setUpDemoHome } from '../../support/demo-home.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { newApplication, newPerson, personToken, signIn } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

type List = { users: PortalUser[]; next: string | null };
type Sessions = { sessions: PortalUserSession[]; total: number };

async function setUp(stage: Stage) {
  const home = await setUpDemoHome(stage);
  const { platform } = home;
  const application = await newApplication(platform, { name: 'Casa Azul' });
  const other = await newApplication(platform, { name: 'Casa Verde' });
  const visitor = await visitPortal(platform, 'developer');
  const audit = async (action: string, targetId: string) =>
    (await home.platform.server.db.read
      .selectFrom('audit')
      .selectAll()
      .where('action', '=', action)
      .where('target_id', '=', targetId)
      .execute()) as { actor_id: string; address: string }[];
  return { ...home, application, other, visitor, call: callerOf(visitor), audit };
}

type Scene = Awaited<ReturnType<typeof setUp>>;

const everyPage = async ({ call }: Scene, query: Record<string, unknown>): Promise<PortalUser[]> => {
  const found: PortalUser[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const page: List = await call('users.list', { ...query, ...(after === '' ? {} : { after }) });
    found.push(...page.users);
    after = page.next;
  }
  return found;
};

onEachEngineInFull('the portal’s user API', setUp, (scene) => {
  it('finds users by the beginning of an e-mail or a name, in any case and without accents', async () => {
    const { platform, application, call } = scene();
    const { accounts } = platform.server.features;
    const password = 'correct horse battery staple';
    for (const [email, name] of [
      ['zulmira@search.example', 'Çelia Ávila'],
      ['avila@search.example', 'Bruno Reis'],
      ['CARLA@search.example', 'Carla 100%_'],
    ] as const)
      await accounts.create({ appId: application.clientId, email, name, password });
    const emails = async (search: string) =>
      (await call<List>('users.list', { search })).users.map(({ email }) => email);
    assert.deepEqual(await emails('CELIA á'), ['zulmira@search.example']);
    assert.deepEqual(await emails('  Carla@SEARCH.example '), ['CARLA@search.example']);
    assert.deepEqual(await emails('carla 100%'), ['CARLA@search.example']);
    assert.deepEqual(await emails('%'), []);
    assert.deepEqual(await emails('_arla'), []);
    // Matches by e-mail come before matches by name.
    await accounts.create({
      appId: application.clientId,
      email: 'mail@search.example',
      name: 'Avila Sousa',
      password,
    });
    assert.deepEqual(await emails('avila'), ['avila@search.example', 'mail@search.example']);
  });

  it('lists each user once in pages, by application and state', async () => {
    const { platform, other, call } = scene();
    const people = [];
    for (let n = 0; n < 7; n += 1) people.push(await newPerson(platform, other, `Paged ${n}`));
    const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).sort();
    const ofOther = { application_id: other.clientId };
    for (const limit of [1, 3, 7, 8])
      assert.deepEqual(ids(await everyPage(scene(), { ...ofOther, limit })), ids(people), `${limit} a page`);
    // The pages continue from e-mails to names.
    const both = await everyPage(scene(), { ...ofOther, search: 'p', limit: 2 });
    assert.deepEqual(ids(both), ids(people));
    const [first] = people;
    assert.ok(first);
    await platform.server.features.users.setState(first.id, 'inactive');
    const inactive = await call<List>('users.list', { ...ofOther, state: 'inactive' });
    assert.deepEqual(ids(inactive.users), [first.id]);
    const all = await everyPage(scene(), { limit: 200 });
    assert.ok(all.length > people.length);
    assert.equal(new Set(ids(all)).size, all.length);
  });

  it('refuses an invalid cursor, state or page size and names the field', async () => {
    const { visitor } = scene();
    for (const [field, value] of [
      ['after', 'nonsense'],
      ['after', Buffer.from('["email",1]').toString('base64url')],
      ['state', 'asleep'],
      ['limit', 1000],
    ] as const) {
      const reply = await requestTo(visitor, 'users.list', { [field]: value });
      const { errors } = await assertApiError(reply, 'invalid_request');
      assert.deepEqual(
        errors?.map((each) => each.field),
        [field],
      );
    }
  });

  it('returns a user with counts of channels and tiles and the time of the last request', async () => {
    const { platform, application, call } = scene();
    const person = await newPerson(platform, application);
    const get = () => call<PortalUserDetails>('users.get', { user_id: person.id });
    const before = await get();
    assert.equal(before.email, person.email);
    assert.equal(before.application.name, 'Casa Azul');
    assert.deepEqual(before.counts, { channels: 0, tiles: 0, groups: 1, places: 0, services: 0 });
    platform.clock.advance({ minutes: 20 });
    await platform.request('/v3/users/me', { token: person.token });
    const { last_seen: seen } = await get();
    assert.ok(seen && before.last_seen && seen > before.last_seen);
  });

  it("ends a user's sessions one by one or all at once, with their MQTT connections", async () => {
    const { platform, application, call, audit, visitor } = scene();
    const person = await newPerson(platform, application);
    const record = await personToken(platform, application, person);
    const { sessions, total } = await call<Sessions>('users.sessions', { user_id: person.id });
    assert.equal(total, 2);
    assert.deepEqual(
      sessions.map(({ address }) => address),
      ['127.0.0.1', '127.0.0.1'],
    );
    assert.ok(!JSON.stringify(sessions).includes(record.refresh_token.split('_')[1] ?? ''));
    await using live = await connectMqtt(platform, {
      clientId: application.clientId,
      token: record.access_token,
    });
    const works = async (token: string) => (await platform.request('/v3/users/me', { token })).status === 200;
    for (const { id } of sessions) {
      if (!(await works(record.access_token))) break;
      await call('users.endSession', { user_id: person.id, session_id: id });
    }
    assert.equal(await works(record.access_token), false);
    await platform.server.live.endDeadSessions();
    await live.closed;
    await personToken(platform, application, person);
    await call('users.endSessions', { user_id: person.id });
    assert.deepEqual((await call<Sessions>('users.sessions', { user_id: person.id })).sessions, []);
    const [entry] = await audit('user.sign-out', person.id);
    assert.equal(entry?.actor_id, visitor.accountId);
    await assertApiError(
      await requestTo(visitor, 'users.endSession', { user_id: person.id, session_id: sessions[0]?.id }),
      'not_found',
    );
  });

  it('disables and enables a user, and names the portal account in the audit log', async () => {
    const { platform, application, call, audit, visitor } = scene();
    const person = await newPerson(platform, application);
    const setState = (state: string) =>
      call<PortalUserDetails>('users.setState', { user_id: person.id, state });
    assert.equal((await setState('inactive')).state, 'inactive');
    await assertApiError(await platform.request('/v3/users/me', { token: person.token }), 'revoked_token');
    await assertApiError(
      await requestTo(visitor, 'users.resetLink', { user_id: person.id }),
      'invalid_request',
    );
    await setState('active');
    await setState('active');
    const enabled = await audit('user.active', person.id);
    assert.deepEqual(
      enabled.map(({ actor_id, address }) => [actor_id, address]),
      [[visitor.accountId, '127.0.0.1']],
    );
    assert.ok((await personToken(platform, application, person)).access_token);
  });

  it('creates a link by which a user sets a new password', async () => {
    const { platform, application, call } = scene();
    const person = await newPerson(platform, application);
    const { link } = await call<{ link: string }>('users.resetLink', { user_id: person.id });
    const { pathname, searchParams } = new URL(link);
    const password = 'a wholly new pass phrase';
    const token = searchParams.get('token') ?? '';
    const body = new URLSearchParams({ token, password, repeated: password });
    const done = await platform.request(pathname, { method: 'POST', body });
    assert.ok(done.status < 400, await done.text());
    const changed = { ...person, password };
    assert.ok((await personToken(platform, application, changed)).access_token);
    assert.equal(
      (
        await signIn(platform, 'authorize', {
          response_type: 'password',
          scope: 'user',
          client_id: application.clientId,
          username: person.email,
          password: person.password,
        })
      ).status,
      401,
    );
  });

  it('returns a home as its user sees it, which is audited', async () => {
    const { userId, tiles, call, audit, visitor } = scene();
    const home = await call<PortalUserHome>('users.home', { user_id: userId });
    assert.deepEqual(
      home.tiles.map(({ id }) => id),
      (await tiles()).map(({ id }) => id),
    );
    const channels = new Set(home.channels.map(({ id }) => id));
    assert.ok(home.tiles.length > 0 && home.tiles.every(({ channel }) => channels.has(channel)));
    assert.ok(home.values.some(({ channel }) => channels.has(channel)));
    const [entry] = await audit('user.home', userId);
    assert.equal(entry?.actor_id, visitor.accountId);
  });

  it('allows viewers to read users except home and export, and to change nothing', async () => {
    const { platform, application } = scene();
    const viewer = await visitPortal(platform, 'viewer');
    const person = await newPerson(platform, application);
    const user = { user_id: person.id };
    for (const name of ['list', 'get', 'sessions', 'removal'])
      assert.equal((await requestTo(viewer, `users.${name}`, name === 'list' ? {} : user)).status, 200, name);
    for (const [name, input] of [
      ['setState', { state: 'inactive' }],
      ['resetLink', {}],
      ['endSession', { session_id: 'x' }],
      ['endSessions', {}],
      ['home', {}],
      ['export', {}],
      ['remove', { email: person.email }],
    ] as const)
      await assertApiError(
        await requestTo(viewer, `users.${name}`, { ...user, ...input }),
        'insufficient_role',
      );
    assert.equal((await platform.request('/v3/users/me', { token: person.token })).status, 200);
  });

  it('returns 404 for an unknown user', async () => {
    const { visitor } = scene();
    const user = { user_id: 'nobody' };
    for (const [name, input] of [
      ['get', {}],
      ['sessions', {}],
      ['removal', {}],
      ['home', {}],
      ['export', {}],
      ['setState', { state: 'active' }],
      ['endSessions', {}],
      ['remove', { email: 'nobody@example.org' }],
    ] as const)
      await assertApiError(await requestTo(visitor, `users.${name}`, { ...user, ...input }), 'not_found');
  });
});
