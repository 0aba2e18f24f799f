import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forms, type Parameters, refused, send } from '../support/auth-calls.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { signInScene } from '../support/sign-in-scene.ts';

const PATH = '/v3/auth/authorize';

/** Returns every way in which a sign-in by password can be wrong. */
async function wrongAttempts(stage: Stage) {
  const { platform, application } = await signInScene(stage);
  const { applications, users } = platform.server.features;
  const person = await newPerson(platform, application);
  const disabled = await newPerson(platform, application);
  await users.setState(disabled.id, 'inactive');
  const closed = await newApplication(platform);
  const orphan = await newPerson(platform, closed);
  await applications.setState(closed.clientId, 'disabled');
  const other = await newApplication(platform);
  const manager = await newApplication(platform, { type: 'manager' });
  const right: Parameters = {
    response_type: 'password',
    scope: 'application,user',
    client_id: application.clientId,
    username: person.email,
    password: person.password,
  };
  const attempts: Record<string, Parameters> = {
    'a wrong password': { ...right, password: 'not the password' },
    'an unknown user': { ...right, username: 'nobody@example.org' },
    'a user name that is no e-mail': { ...right, username: 'nobody at all' },
    'an unknown application': { ...right, client_id: '7d5c2c5e-6b0f-4b7e-9c43-1d8a5a3f1d20' },
    'an application that is no uuid': { ...right, client_id: 'no-such-application' },
    'a disabled user': { ...right, username: disabled.email },
    'a disabled user with a wrong password': { ...right, username: disabled.email, password: 'wrong one' },
    'a user of a disabled application': { ...right, client_id: closed.clientId, username: orphan.email },
    "another application's user": { ...right, client_id: other.clientId },
    'a manager instead of an application': { ...right, client_id: manager.clientId },
    'a wrong password and no scope that exists': { ...right, password: 'wrong one', scope: 'sysadmin' },
  };
  const first = await send(platform, 'GET', PATH, attempts['a wrong password'] ?? {});
  return { platform, attempts, usual: comparable(first.headers) };
}

onEachEngineInFull('decision 0021: equal responses to refused sign-ins', wrongAttempts, (scene) => {
  const names = [
    'a wrong password',
    'an unknown user',
    'a user name that is no e-mail',
    'an unknown application',
    'an application that is no uuid',
    'a disabled user',
    'a disabled user with a wrong password',
    'a user of a disabled application',
    "another application's user",
    'a manager instead of an application',
    'a wrong password and no scope that exists',
  ];

  it('covers every kind of wrong sign-in', () => {
    assert.deepEqual(Object.keys(scene().attempts), names);
  });

  for (const name of names) {
    it(`returns the usual answer for ${name}, with one hash operation`, async () => {
      const { platform, attempts } = scene();
      const { passwords } = platform.server.features;
      for (const form of forms) {
        const before = passwords.operations();
        const response = await send(platform, form, PATH, attempts[name] ?? {});
        const headers = comparable(response.headers);
        const body = await refused(response, 'bad_credentials');
        assert.equal(passwords.operations() - before, 1);
        assert.deepEqual(headers, scene().usual);
        assert.deepEqual(
          { ...body, request_id: '' },
          {
            code: 1601,
            text: 'The credentials are not valid.',
            type: 'urn:azulejo:error:bad_credentials',
            title: 'The credentials are not valid.',
            status: 401,
            request_id: '',
            error: 'invalid_grant',
            error_description: 'The credentials are not valid.',
          },
        );
      }
    });
  }
});

/** Returns the headers without those that differ in every answer. */
const comparable = (headers: Headers) =>
  Object.fromEntries([...headers].filter(([name]) => !/^(date|x-request-id)$/.test(name)));
