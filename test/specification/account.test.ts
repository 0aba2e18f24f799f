import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import type { AccountResult, UserRecord } from '@azulejo/contract';
import { accountBody, createAccount, PATH } from '../support/accounts.ts';
import { ok, refused } from '../support/auth-calls.ts';
import { type Application, newApplication, signIn } from '../support/people.ts';
import { onEachEngineInFull } from '../support/scene.ts';
import { storedScene } from '../support/sign-in-scene.ts';
import { postJson } from '../support/wire.ts';

type Facts = { body: AccountResult; application: Application; email: string; name: string };

/** Checks of spec 2.1, row by row. */
const fields: readonly (readonly [string, (facts: Facts) => void])[] = [
  ['message', ({ body }) => assert.match(body.message, /\w+/)],
  ['success', ({ body }) => assert.equal(body.success, true)],
  ['user.authToken', ({ body }) => assert.match(body.user.authToken, /^aza_\w{30}_\w{6}$/)],
  ['user.clientId', ({ body, application }) => assert.equal(body.user.clientId, application.clientId)],
  ['user.email', ({ body, email }) => assert.equal(body.user.email, email)],
  ['user.id', ({ body }) => assert.match(body.user.id, /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)],
  ['user.name', ({ body, name }) => assert.equal(body.user.name, name)],
  ['user.newUser', ({ body }) => assert.equal(body.user.newUser, true)],
  ['user.photoUrl', ({ body }) => assert.ok(URL.canParse(body.user.photoUrl))],
  ['user.token', ({ body }) => assert.equal(body.user.token, body.user.authToken)],
];

onEachEngineInFull('spec 4.1: creating an account', storedScene, (scene) => {
  let application: Application;
  let facts: Facts;
  before(async () => {
    application = await newApplication(scene().platform, { namespace: 'casa.azul' });
    const [email, name] = ['Zé.Silva@Example.org', 'Zé da Silva 🏠'];
    const body = await ok<AccountResult>(createAccount(scene().platform, application, { email, name }));
    facts = { body, application, email, name };
  });

  for (const [field, holds] of fields) it(`returns ${field} when an account is created`, () => holds(facts));

  it('returns no other members when an account is created', () => {
    assert.deepEqual(Object.keys(facts.body).sort(), ['message', 'success', 'user']);
    const members = fields.map(([field]) => field).filter((field) => field.startsWith('user.'));
    assert.deepEqual(
      Object.keys(facts.body.user)
        .map((member) => `user.${member}`)
        .sort(),
      members.sort(),
    );
  });

  it('forbids caches to store the answer', async () => {
    const response = await createAccount(scene().platform, application);
    assert.equal(response.headers.get('cache-control'), 'no-store');
    assert.equal(response.headers.get('content-type'), 'application/json; charset=utf-8');
  });

  it('serves the photo as a PNG', async () => {
    const response = await fetch(facts.body.user.photoUrl);
    assert.equal(response.headers.get('content-type'), 'image/png');
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal(bytes.subarray(0, 8).toString('latin1'), '\x89PNG\r\n\x1a\n');
  });

  it('signs the new user in', async () => {
    const { id, token } = facts.body.user;
    const record = await ok<UserRecord>(scene().platform.request('/v3/users/me', { token }));
    assert.equal(record.id, id);
    assert.equal(record.target_id, application.clientId);
  });

  it('accepts the password at the next sign-in (4.2)', async () => {
    const response = await signIn(scene().platform, 'authorize', {
      response_type: 'password',
      scope: 'application,user',
      client_id: application.clientId,
      username: facts.email,
      password: 'correct horse battery staple',
    });
    assert.equal((await ok<{ owner_id: string }>(response)).owner_id, facts.body.user.id);
  });

  it("creates a default area and an area for the user's own context", async () => {
    const groups = await scene()
      .db.read.selectFrom('tile_groups')
      .selectAll()
      .where('user_id', '=', facts.body.user.id)
      .execute();
    assert.deepEqual(
      groups
        .toSorted((a, b) => a.is_context - b.is_context)
        .map(({ parent_id, is_default, is_context }) => ({ parent_id, is_default, is_context })),
      [
        { parent_id: null, is_default: 1, is_context: 0 },
        { parent_id: null, is_default: 0, is_context: 1 },
      ],
    );
  });

  it('stores the password only as an argon2id hash', async () => {
    const row = await scene()
      .db.read.selectFrom('users')
      .select('password_hash')
      .where('id', '=', facts.body.user.id)
      .executeTakeFirstOrThrow();
    assert.match(row.password_hash, /^\$argon2id\$v=19\$/);
  });

  const accepted: readonly (readonly [string, Record<string, unknown>])[] = [
    ['appId as the namespace that the phone apps send', { appId: 'casa.azul' }],
    ['device ios', { device: 'ios' }],
    ['device iphone', { device: 'iphone' }],
    ['no device', { device: undefined }],
    ['no type', { type: undefined }],
    ['members that it does not know', { locale: 'pt', nested: { a: [1] } }],
  ];
  for (const [what, changes] of accepted) {
    it(`accepts a new account with ${what}`, async () => {
      const { user } = await ok<AccountResult>(createAccount(scene().platform, application, changes));
      assert.equal(user.clientId, application.clientId);
    });
  }

  const others: readonly (readonly [string, string, Record<string, unknown>])[] = [
    ['another device', 'device', { device: 'toaster' }],
    ['a device that is no string', 'device', { device: 7 }],
    ['another type', 'type', { type: 'robot' }],
    ['an unknown application', 'appId', { appId: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20' }],
  ];
  for (const [what, field, changes] of others) {
    it(`refuses a new account with ${what} and names ${field}`, async () => {
      await refused(createAccount(scene().platform, application, changes), 'invalid_request', field);
    });
  }

  it('refuses applications that are disabled or have no users of their own', async () => {
    const manager = await newApplication(scene().platform, { type: 'manager' });
    await refused(createAccount(scene().platform, manager), 'invalid_request', 'appId');
    const disabled = await newApplication(scene().platform);
    await scene().platform.server.features.applications.setState(disabled.clientId, 'disabled');
    await refused(createAccount(scene().platform, disabled), 'invalid_request', 'appId');
  });

  it('accepts the path with a trailing slash', async () => {
    await ok(postJson(scene().platform, `${PATH}/`, accountBody(application)));
  });
});
