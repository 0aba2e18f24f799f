import type { AccountResult, TokenRecord } from '@azulejo/contract';
import type { TestPlatform } from './platform.ts';

export type Application = { clientId: string; secret: string };
export type Person = { id: string; email: string; password: string; token: string };

/** Returns a person's own home, with the person as who acts in it. */
export const ownHome = ({ id }: Pick<Person, 'id'>) =>
  ({ id, actor: { kind: 'user', id, clientId: 'the test' } }) as const;

type NewClient = Parameters<TestPlatform['server']['features']['applications']['create']>[0];

let count = 0;

/** Registers an application, as the command line does. */
export async function newApplication(
  platform: TestPlatform,
  input: Partial<NewClient> = {},
): Promise<Application> {
  count += 1;
  const { client, secret } = await platform.server.features.applications.create({
    type: 'mobile',
    name: `Application ${count}`,
    ...input,
  });
  return { clientId: client.id, secret };
}

/** Creates a user over HTTP (spec 4.1). */
export async function newPerson(
  platform: TestPlatform,
  application: Application,
  name = 'Ana Marques',
): Promise<Person> {
  count += 1;
  const email = `person-${count}@example.org`;
  const password = 'correct horse battery staple';
  const response = await platform.request('/v3/legacy/account', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      appId: application.clientId,
      device: 'android',
      email,
      name,
      password,
      type: 'account',
    }),
  });
  if (response.status !== 200) throw new Error(`The account was not created: ${await response.text()}`);
  const { user } = (await response.json()) as AccountResult;
  return { id: user.id, email, password, token: user.token };
}

/** Calls `/v3/auth/authorize` or `/exchange` with a query, as the phone apps do. */
export function signIn(
  platform: TestPlatform,
  path: 'authorize' | 'exchange',
  parameters: Record<string, string>,
): Promise<Response> {
  return platform.request(`/v3/auth/${path}?${new URLSearchParams(parameters)}`);
}

/** Returns a token record by client credentials (spec 4.3). */
export async function clientToken(
  platform: TestPlatform,
  application: Application,
  scope: string,
): Promise<TokenRecord> {
  const response = await signIn(platform, 'authorize', {
    response_type: 'client_credentials',
    client_id: application.clientId,
    client_secret: application.secret,
    scope,
  });
  if (response.status !== 200) throw new Error(`The client did not sign in: ${await response.text()}`);
  return (await response.json()) as TokenRecord;
}

/** Returns a token record by password (spec 4.2). */
export async function personToken(
  platform: TestPlatform,
  application: Application,
  person: Person,
): Promise<TokenRecord> {
  const response = await signIn(platform, 'authorize', {
    response_type: 'password',
    scope: 'application,user',
    client_id: application.clientId,
    username: person.email,
    password: person.password,
  });
  if (response.status !== 200) throw new Error(`The person did not sign in: ${await response.text()}`);
  return (await response.json()) as TokenRecord;
}
