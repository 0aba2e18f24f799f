import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type Database, migrations } from '@azulejo/server/testing';
import { Secret, TOTP } from 'otpauth';
import { newApplication, newPerson, personToken, signIn } from '../support/people.ts';
import { startPlatform } from '../support/platform.ts';
import { answerOf, azulejo, forEachEngineInFull, refusalOf } from './azulejo.ts';

type User = { id: string; email: string; state: string; password?: string };

forEachEngineInFull((_engine, open, newPlace) => {
  it('creates, resets, disables and enables a user while the server runs', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const application = await newApplication(platform);
    const who = ['--application', application.clientId, '--email', 'rui@example.org', '--name', 'Rui Costa'];
    const created = await answerOf<User>(place, ['user', 'create', ...who]);
    const { password = '' } = created;
    assert.ok(password.length >= 20, 'a password is generated where none can be entered');
    const { read } = await open<Database>({ place, migrations });
    for (const table of ['sign_ins', 'known_addresses'] as const)
      assert.deepEqual(await read.selectFrom(table).selectAll().execute(), [], 'nobody signed in');
    const person = { ...created, password, token: '' };
    const { access_token: token } = await personToken(platform, application, person);

    const reset = ['user', 'reset-password', 'rui@example.org', '--password-stdin'];
    const input = 'a long enough sentence\n';
    assert.equal((await answerOf<User>(place, reset, { input })).password, undefined);
    const me = async (by: string) => (await platform.request('/v3/users/me', { token: by })).status;
    assert.equal(await me(token), 401, 'sessions of the earlier password are signed out');
    const again = await personToken(platform, application, { ...person, password: input.trim() });
    assert.equal(await me(again.access_token), 200);

    const disabled = await answerOf<User>(place, ['user', 'disable', created.id]);
    assert.deepEqual([disabled.state, await me(again.access_token)], ['inactive', 401]);
    const attempt = async () =>
      (
        await signIn(platform, 'authorize', {
          response_type: 'password',
          scope: 'application,user',
          client_id: application.clientId,
          username: created.email,
          password: input.trim(),
        })
      ).status;
    assert.notEqual(await attempt(), 200);
    const enabled = await azulejo(place, ['user', 'enable', created.id]);
    assert.equal(enabled.stdout, 'Rui Costa (rui@example.org) may sign in.\n');
    assert.equal(await attempt(), 200);
  });
});

forEachEngineInFull((engine, _open, newPlace) => {
  if (engine !== 'sqlite') return;
  it('turns off the second factor of someone who lost it', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const application = await newApplication(platform);
    const person = await newPerson(platform, application);
    const { secondFactor } = platform.server.features;
    const { secret } = await secondFactor.begin(person.id, person.email, 'Casa Azul');
    const timestamp = platform.clock.now();
    const code = TOTP.generate({ secret: Secret.fromBase32(secret), timestamp });
    assert.equal((await secondFactor.confirm(person.id, code, {}, async () => undefined))?.length, 10);
    const enter = async () => {
      const { email: username, password } = person;
      const { clientId: client_id } = application;
      const grant = { response_type: 'password', scope: 'application,user', client_id, username, password };
      return (await signIn(platform, 'authorize', grant)).status;
    };
    assert.equal(await enter(), 403);
    const reset = ['user', 'reset-second-factor', person.email];
    const { stdout } = await azulejo(place, reset);
    assert.equal(stdout, 'Ana Marques can sign in without a code.\n');
    assert.equal(await enter(), 200);
    assert.equal((await refusalOf(place, reset)).kind, 'not_found');
  });

  it('finds users by e-mail, and asks for the application when several have it', async () => {
    const place = await newPlace();
    await using platform = await startPlatform({ place });
    const { accounts } = platform.server.features;
    for (const namespace of ['one', 'two']) {
      await newApplication(platform, { namespace });
      const rui = { email: 'rui@example.org', name: 'Rui', password: 'a long enough sentence' };
      await accounts.create({ ...rui, appId: namespace });
    }
    assert.equal((await answerOf<User[]>(place, ['user', 'list', '--application', 'two'])).length, 1);
    const { stdout } = await azulejo(place, ['user', 'list']);
    assert.match(stdout, /^E-MAIL +NAME +STATE +APPLICATION +ID\n/);
    assert.ok(!/azu_|argon2/.test(stdout), 'no secret is listed');
    const first = await azulejo(place, ['user', 'list', '--search', 'rui', '--limit', '1']);
    assert.match(first.stdout, /There are more than 1\./);
    assert.equal((await answerOf<User[]>(place, ['user', 'list', '--search', 'ana'])).length, 0);
    const refused = await refusalOf(place, ['user', 'disable', 'rui@example.org']);
    assert.match(refused.message, /several applications .* --application/);
    await answerOf(place, ['user', 'disable', 'RUI@example.org', '--application', 'two']);
    const states = await answerOf<User[]>(place, ['user', 'list']);
    assert.deepEqual(states.map(({ state }) => state).sort(), ['active', 'inactive']);
  });

  it('refuses a weak password and warns about one in the arguments', async () => {
    const place = await newPlace();
    const app = ['application', 'create', '--type', 'mobile', '--name', 'X', '--namespace', 'one'];
    await answerOf(place, app);
    const who = ['user', 'create', '--application', 'one', '--email', 'rui@example.org', '--name', 'Rui'];
    const weak = await azulejo(place, [...who, '--password-stdin'], { input: 'short\n' });
    assert.deepEqual([weak.code, weak.stderr], [1, 'error: the password must have at least 8 characters\n']);
    assert.equal((await azulejo(place, [...who, '--password-stdin'])).code, 1, 'nothing on stdin');
    const warned = await azulejo(place, [...who, '--password', 'a long enough sentence']);
    assert.deepEqual([warned.code, warned.stderr.startsWith('warning:')], [0, true]);
    assert.ok(!warned.stdout.includes('a long enough sentence'), 'only a generated password is shown');
  });
});
