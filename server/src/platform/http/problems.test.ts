import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  StorageBusyError,
  StorageClosedError,
  StorageMisuseError,
  StorageUnavailableError,
  WriteTimeoutError,
} from '@azulejo/storage';
import Fastify from 'fastify';
import { answerProblems } from './problems.ts';

async function answerTo(error: Error) {
  const app = Fastify();
  answerProblems(app, {
    onLimited: () => undefined,
    knownPath: () => undefined,
    nearestPath: () => undefined,
  });
  app.get('/', () => Promise.reject(error));
  const { statusCode, headers } = await app.inject('/');
  return { status: statusCode, retryAfter: headers['retry-after'] };
}

it('returns 503 with Retry-After for transient storage errors, and 500 for misuse of storage', async () => {
  for (const Passing of [StorageBusyError, StorageClosedError, StorageUnavailableError, WriteTimeoutError]) {
    assert.deepEqual(await answerTo(new Passing('x')), { status: 503, retryAfter: '2' }, Passing.name);
  }
  assert.deepEqual(await answerTo(new StorageMisuseError('x')), { status: 500, retryAfter: undefined });
});

it('returns 503 with Retry-After when a file cannot be written, and 500 when it is missing', async () => {
  for (const code of ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS'])
    assert.deepEqual(
      await answerTo(Object.assign(new Error(code), { code })),
      { status: 503, retryAfter: '2' },
      code,
    );
  const missing = Object.assign(new Error('ENOENT'), { code: 'ENOENT' });
  assert.deepEqual(await answerTo(missing), { status: 500, retryAfter: undefined });
});
