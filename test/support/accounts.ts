import type { Application } from './people.ts';
import type { TestPlatform } from './platform.ts';
import { postJson } from './wire.ts';

export const PATH = '/v3/legacy/account';

let count = 0;

/** Returns the body of spec 4.1 for a new person. `changes` replace members; undefined removes them. */
export function accountBody(
  application: Application,
  changes: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  count += 1;
  return {
    appId: application.clientId,
    device: 'android',
    email: `account-${count}@example.org`,
    name: 'Ana Marques',
    password: 'correct horse battery staple',
    type: 'account',
    ...changes,
  };
}

export function createAccount(
  platform: TestPlatform,
  application: Application,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<Response> {
  return postJson(platform, PATH, accountBody(application, changes));
}
