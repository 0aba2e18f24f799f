import assert from 'node:assert/strict';
import { once } from 'node:events';
import { Agent, get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { advanceUntil, manualClock } from '../testing/manual-clock.ts';
import { drainOnClose } from './drain.ts';

/** Much longer than the timeout of the tests. */
const KEEP_ALIVE_MS = 60_000;

async function listen(app: FastifyInstance): Promise<number> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  const address = app.server.address();
  assert.ok(address !== null && typeof address === 'object');
  return address.port;
}

async function opened(app: FastifyInstance, port: number): Promise<Socket> {
  const accepted = once(app.server, 'connection');
  const socket = connect(port, '127.0.0.1');
  await accepted;
  return socket;
}

it('closes the server when a pending response is sent, despite its keep-alive connection', {
  timeout: 10_000,
}, async () => {
  const app = Fastify({ keepAliveTimeout: KEEP_ALIVE_MS, forceCloseConnections: 'idle' });
  drainOnClose(app);
  const arrived = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<string>();
  app.get('/slow', () => {
    arrived.resolve();
    return answer.promise;
  });
  const agent = new Agent({ keepAlive: true });
  const request = get({ host: '127.0.0.1', port: await listen(app), path: '/slow', agent });
  await arrived.promise;
  const closed = app.close();
  answer.resolve('done');
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  assert.equal(await response.setEncoding('utf8').reduce((text, part) => text + part, ''), 'done');
  await closed;
  agent.destroy();
});

it('destroys a silent connection when the drain limit has passed', { timeout: 10_000 }, async () => {
  const app = Fastify({ keepAliveTimeout: KEEP_ALIVE_MS, forceCloseConnections: 'idle' });
  const timers = manualClock();
  drainOnClose(app, { timers });
  const port = await listen(app);
  const silent = await opened(app, port);
  const ended = once(silent, 'close');
  silent.resume();
  await advanceUntil(timers, app.close(), { seconds: 1 });
  await ended;
});

it('closes an unused connection while draining, and responds to a late request on another', {
  timeout: 5_000,
}, async () => {
  const app = Fastify({
    keepAliveTimeout: KEEP_ALIVE_MS,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  });
  const timers = manualClock();
  drainOnClose(app, { limitMs: KEEP_ALIVE_MS, timers });
  app.get('/', async () => 'late');
  const port = await listen(app);
  const [unused, late] = [await opened(app, port), await opened(app, port)];
  const ended = once(unused, 'close');
  unused.resume();
  const closed = app.close();
  late.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  assert.match(String(await once(late, 'data')), /^HTTP\/1\.1 200 OK\r\n/);
  await advanceUntil(timers, ended, { ms: 50 });
  await advanceUntil(timers, closed, { ms: 50 });
});
