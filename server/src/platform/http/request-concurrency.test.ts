import assert from 'node:assert/strict';
import { test } from 'node:test';
import Fastify from 'fastify';
import { limitConcurrentRequests } from './request-concurrency.ts';

test('limitConcurrentRequests reads all requests of a tick before it handles them in order', async () => {
  const app = Fastify();
  const seen: string[] = [];
  app.addHook('onRequest', async (request) => {
    seen.push(`read ${request.url}`);
  });
  limitConcurrentRequests(app, { maxWaiting: 10 });
  app.get('/:name', async (request) => {
    seen.push(`handled ${request.url}`);
    return {};
  });
  await app.ready();
  await Promise.all(['/a', '/b'].map((url) => app.inject(url)));
  assert.deepEqual(seen, ['read /a', 'read /b', 'handled /a', 'handled /b']);
});

test('limitConcurrentRequests handles the other requests of a tick when one fails', async () => {
  const app = Fastify();
  limitConcurrentRequests(app, { maxWaiting: 10 });
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.url === '/bad') throw new Error('a hook that throws');
    done();
  });
  app.get('/:name', async () => ({}));
  await app.ready();
  const answers = await Promise.all(['/bad', '/good'].map((url) => app.inject(url)));
  assert.deepEqual(
    answers.map(({ statusCode }) => statusCode),
    [500, 200],
  );
});
