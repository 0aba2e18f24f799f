import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { TokenRecord } from '@azulejo/contract';
import { forms, ok, refused, send } from '../support/auth-calls.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { onSqlite, type Stage } from '../support/scene.ts';
import { signInScene } from '../support/sign-in-scene.ts';

const PATH = '/v3/auth/authorize';

async function holders(stage: Stage) {
  const { platform, application: mobile } = await signInScene(stage);
  const distributor = await newApplication(platform, { type: 'distributor' });
  const manager = await newApplication(platform, { type: 'manager' });
  const narrow = await newApplication(platform, { scopes: ['user'] });
  const flow = (client: typeof mobile) => ({
    response_type: 'client_credentials',
    client_id: client.clientId,
    client_secret: client.secret,
  });
  const password = async (client: typeof mobile) => {
    const person = await newPerson(platform, client);
    return {
      response_type: 'password',
      client_id: client.clientId,
      username: person.email,
      password: person.password,
    };
  };
  return {
    platform,
    credentials: {
      person: await password(mobile),
      'person of a narrow application': await password(narrow),
      mobile: flow(mobile),
      distributor: flow(distributor),
      manager: flow(manager),
    },
  };
}

type Holder = keyof Awaited<ReturnType<typeof holders>>['credentials'];

/** Each holder with the requested and the granted scopes, which are undefined where the request is refused. */
const cases: readonly (readonly [Holder, string, readonly string[] | undefined])[] = [
  ['person', 'application,user', ['application', 'user']],
  ['person', 'application user', ['application', 'user']],
  ['person', 'user, application', ['application', 'user']],
  ['person', ' user ,, application ', ['application', 'user']],
  ['person', 'application,user,sysadmin', ['application', 'user']],
  ['person', 'user', ['user']],
  ['person', 'user user user', ['user']],
  ['person', 'sysadmin', undefined],
  ['person', 'User', undefined],
  ['person', ',', undefined],
  ['person', 'distributor', undefined],
  ['person', 'manager user', ['user']],
  ['person of a narrow application', 'application,user', ['user']],
  ['mobile', 'application', ['application']],
  ['mobile', 'distributor', undefined],
  ['distributor', 'distributor', ['distributor']],
  ['distributor', 'distributor,application', ['distributor', 'application']],
  ['distributor', 'manager', undefined],
  ['manager', 'manager', ['manager']],
  ['manager', 'manager,application', ['manager']],
  ['manager', 'distributor', undefined],
];

onSqlite('spec 4.2, 4.3: scopes', holders, (scene) => {
  for (const [holder, scope, granted] of cases) {
    it(`grants a ${holder} who asks for "${scope}" ${granted ? granted.join(' and ') : 'nothing'}`, async () => {
      for (const form of forms) {
        const response = send(scene().platform, form, PATH, { ...scene().credentials[holder], scope });
        if (granted) assert.deepEqual((await ok<TokenRecord>(response)).scope, granted);
        else assert.equal((await refused(response, 'invalid_scope')).error, 'invalid_scope');
      }
    });
  }

  it('refuses a request without a scope', async () => {
    const response = send(scene().platform, 'GET', PATH, { ...scene().credentials.mobile, scope: ' ' });
    await refused(response, 'invalid_request', 'scope');
  });
});
