import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { type Client, type ClientOptions, createClient } from '../client.ts';
import { AzulejoError } from '../errors.ts';

export const credentials = { username: 'ana@example.org', password: 'correct horse' };

export const clientOf = ({ url }: { url: string }, more: Partial<ClientOptions> = {}): Client =>
  createClient({ url, clientId: 'app-1', ...more });

/** Returns the error with which the work rejects. Anything but an AzulejoError fails the test. */
export async function failure(work: Promise<unknown>): Promise<AzulejoError> {
  const error = await work.then(
    () => assert.fail('it did not fail'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof AzulejoError, inspect(error));
  return error;
}
