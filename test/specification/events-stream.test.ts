import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { advanceUntil } from '@azulejo/server/testing';
import { type FeedScene, followEvents, setUpFeeds, textOf } from '../support/feed-scene.ts';
import { personToken } from '../support/people.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

const STREAM = { accept: 'text/event-stream' };

onEachEngineInFull('events as Server-Sent Events', setUpFeeds, (scene) => {
  const follow = (
    { platform }: FeedScene,
    token: string,
    options: { query?: string; lastEventId?: string } = {},
  ) => followEvents({ url: () => platform.url, token, ...options });

  it('sends events as they happen, with the cursor as id and the type as event', async () => {
    const { newDevice, put, pass, page, ana } = scene();
    const device = await newDevice();
    const { cursor } = await page(ana.token);
    await using following = await follow(scene(), ana.token);
    await put(device.token, device.channelId, 'left/measure', 1);
    await put(device.token, device.channelId, 'left/colour', { h: 1, s: 1, v: 1 });
    await following.until(2);
    await put(ana.token, device.channelId, 'left/level', 0.5);
    await pass(10);
    await following.until(3);
    assert.deepEqual(following.events, (await page(ana.token, `?after=${cursor}`)).elements);
    assert.deepEqual(
      following.events.map(({ type }) => type),
      ['value', 'value', 'command'],
    );
  });

  it('continues after `after`, or after Last-Event-ID when both are given', async () => {
    const { page, addEvents, ana } = scene();
    const { cursor: start } = await page(ana.token);
    await addEvents(ana.id, 350);
    const all = (await page(ana.token, `?after=${start}&page_size=1000`)).elements;
    await using first = await follow(scene(), ana.token, { query: `?after=${start}` });
    await first.until(350);
    assert.deepEqual(first.events, all);
    const lastEventId = all[99]?.cursor ?? '';
    await using second = await follow(scene(), ana.token, { query: `?after=${start}`, lastEventId });
    await second.until(250);
    assert.deepEqual(second.events, all.slice(100));
  });

  it('sends the current cursor first, so that a client can resume without an event', async () => {
    const { list, page, ana } = scene();
    const { cursor } = await page(ana.token);
    const leaving = new AbortController();
    const response = await list(ana.token, '', { headers: STREAM, signal: leaving.signal });
    const { value } = await textOf(response).next();
    assert.equal(value, `retry: 2000\nid: ${cursor}\n\n`);
    leaving.abort();
  });

  it('returns the headers of a stream and the common response headers', async () => {
    const { list, platform, application, ana } = scene();
    const { applications } = platform.server.features;
    const origin = 'https://home.example';
    await applications.create({ type: 'mobile', name: 'Page', origins: [origin] });
    assert.ok(application);
    const leaving = new AbortController();
    const { status, headers } = await list(ana.token, '', {
      headers: { ...STREAM, origin },
      signal: leaving.signal,
    });
    leaving.abort();
    assert.equal(status, 200);
    assert.equal(headers.get('content-type'), 'text/event-stream');
    assert.equal(headers.get('cache-control'), 'no-store, no-transform');
    assert.equal(headers.get('x-accel-buffering'), 'no');
    assert.equal(headers.get('access-control-allow-origin'), origin);
    assert.equal(headers.get('x-content-type-options'), 'nosniff');
    assert.ok(headers.get('x-request-id'));
  });

  it('refuses an unknown cursor, a foreign user and too many streams with JSON errors', async () => {
    const { list, page, ana, rui, stranger, platform } = scene();
    const { cursor } = await page(ana.token);
    const headers = { ...STREAM, 'last-event-id': (await page(rui.token)).cursor };
    const body = await assertApiError(await list(ana.token, `?after=${cursor}`, { headers }), 'resync');
    assert.equal(body.cursor, cursor);
    const path = `/v3/users/${ana.id}/events`;
    await assertApiError(
      await platform.request(path, { token: stranger.token, headers: STREAM }),
      'forbidden',
    );
    const leaving = new AbortController();
    const open = await Promise.all(
      Array.from({ length: 30 }, () => list(rui.token, '', { headers: STREAM, signal: leaving.signal })),
    );
    assert.deepEqual(new Set(open.map(({ status }) => status)), new Set([200]));
    await assertApiError(await list(rui.token, '', { headers: STREAM }), 'too_many_requests');
    leaving.abort();
  });

  it('returns no body for HEAD', async () => {
    const { list, ana } = scene();
    const response = await list(ana.token, '', { method: 'HEAD', headers: STREAM });
    assert.equal(response.status, 200);
    assert.equal(await response.text(), '');
  });

  it('ends the stream when the token is revoked, and refuses to reconnect', async () => {
    const { platform, application, ana } = scene();
    const record = await personToken(platform, application, ana);
    await using following = await follow(scene(), record.access_token);
    await platform.request(record.href, { method: 'DELETE', token: record.access_token });
    assert.equal(await advanceUntil(platform.clock, following.refused(), { seconds: 1 }), 401);
  });

  it('ends the stream when the access token expires', async () => {
    const { platform, ana } = scene();
    await using following = await follow(scene(), ana.token);
    platform.clock.advance({ days: 31 });
    assert.equal(await advanceUntil(platform.clock, following.refused(), { seconds: 1 }), 401);
  });
});

onEachEngineInFull('a Server-Sent Events client', setUpFeeds, (scene) => {
  it('holds back a stream whose client reads nothing, and loses no event', async () => {
    const { platform, addEvents, page, db, ana } = scene();
    const { cursor } = await page(ana.token);
    const count = 3_000;
    await addEvents(ana.id, count);
    // The events are about 30 MB, far more than socket buffers hold.
    const size = 10_000;
    const large = JSON.stringify('x'.repeat(size));
    await db.write((tx) =>
      tx.updateTable('user_events').set({ data_json: large }).where('user_id', '=', ana.id).execute(),
    );
    const { hostname, port } = new URL(platform.url);
    const path = `/v3/users/me/events?after=${cursor}`;
    const headers = { ...STREAM, authorization: `Bearer ${ana.token}` };
    const sockets: Socket[] = [];
    platform.server.app.server.on('connection', (socket) => sockets.push(socket));
    const [stream] = (await once(get({ hostname, port, path, headers }), 'response')) as [IncomingMessage];
    const sender = sockets.find(({ remotePort }) => remotePort === stream.socket.localPort);
    assert.ok(sender);
    // Waits until the buffers between server and client are full.
    for (let sent = -1; sent < sender.bytesWritten; ) {
      sent = sender.bytesWritten;
      await setTimeout(300);
    }
    assert.ok(sender.bytesWritten < (count * size) / 2, `${sender.bytesWritten} bytes were sent`);
    const ids: number[] = [];
    for await (const line of createInterface({ input: stream })) {
      const [, n] = /^id: [\w-]+\.(\d+)$/.exec(line) ?? [];
      if (n !== undefined && ids.push(Number(n)) > count) break;
    }
    // The first id is the start of the stream.
    assert.equal(ids.shift(), Number(cursor.split('.')[1]));
    const first = ids[0] ?? 0;
    assert.deepEqual(
      ids,
      Array.from({ length: count }, (_, index) => first + index),
    );
  });

  it('ends streams and waiting requests when the server stops', async () => {
    const { platform, ana, page, addEvents } = scene();
    const { cursor } = await page(ana.token);
    await using following = await followEvents({ url: () => platform.url, token: ana.token });
    await addEvents(ana.id, 2);
    await following.until(2);
    const { cursor: last } = await page(ana.token);
    const arrived = once(platform.server.app.server, 'request');
    const waiting = page(ana.token, `?after=${last}&wait=60`);
    await arrived;
    const ended = once(following.source, 'error');
    await platform[Symbol.asyncDispose]();
    await ended;
    assert.deepEqual(await waiting, { elements: [], cursor: last });
    assert.notEqual(last, cursor);
  });
});
