import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  brightnessOf,
  collectChanges,
  connectLive,
  relayTo,
  setUpLiveHome,
  signedIn,
  statusOf,
  untilState,
} from '../support/live-scene.ts';
import { clientToken } from '../support/people.ts';
import { onEachEngineInFull } from '../support/scene.ts';

/** Returns the token with another last character. */
const mistyped = (token: string) => token.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));

onEachEngineInFull("sign-in of the SDK's live connection", setUpLiveHome, (scene) => {
  it('refreshes the sign-in when the broker rejects the token, and then connects', async () => {
    const { platform, application, person } = scene();
    const client = await signedIn(platform, application, person);
    const record = await client.token();
    assert.ok(record);
    await client.signIn.stored({ ...record, access_token: mistyped(record.access_token) });
    await using live = await connectLive(platform, client);
    assert.equal(live.state, 'online');
    assert.notEqual((await client.token())?.refresh_token, record.refresh_token);
  });

  it('refreshes the sign-in before reconnecting when it is due, without losing changes', async () => {
    const { platform, application, person, newLamp, asLamp } = scene();
    const lamp = await newLamp();
    let now = Date.now();
    const client = await signedIn(platform, application, person, { now: () => now });
    const before = await client.token();
    await using relay = await relayTo(platform);
    await using device = await connectLive(platform, await asLamp(lamp));
    await using app = await connectLive(platform, client, { url: `mqtt://127.0.0.1:${relay.port}` });
    const { received, done } = collectChanges(app, lamp.channel, 3);
    await device.report(brightnessOf(lamp), 1);
    now += 31 * 24 * 3600 * 1000;
    platform.clock.advance({ days: 31 });
    await relay.cut();
    await device.report(brightnessOf(lamp), 2);
    await relay.restore();
    await untilState(app, 'online');
    await device.report(brightnessOf(lamp), 3);
    await done;
    assert.deepEqual(
      received.map(({ data }) => data),
      [1, 2, 3],
    );
    assert.notEqual((await client.token())?.access_token, before?.access_token);
  });

  it('ends the connection when the sign-in is revoked, and rejects everything that waits', async () => {
    const { platform, application, person, newLamp } = scene();
    const lamp = await newLamp();
    const client = await signedIn(platform, application, person);
    await using app = await connectLive(platform, client);
    const record = await client.token();
    assert.ok(record);
    const changes = app.changes()[Symbol.asyncIterator]().next();
    const reading = app.read(statusOf(lamp), { timeoutMs: 60_000 });
    const ended = Promise.allSettled([changes, reading]);
    await client.tokens.delete({ token_id: record.id });
    await platform.server.live.endDeadSessions();
    assert.equal((await app.closed)?.name, 'SessionEnded');
    assert.equal(app.state, 'closed');
    for (const result of await ended) {
      assert.equal(result.status, 'rejected');
      assert.equal(result.reason.name, 'SessionEnded');
    }
    await assert.rejects(app.read(statusOf(lamp)), { name: 'Unreachable' });
    await assert.rejects(client.live.connect(), { name: 'NotSignedIn' });
  });

  it('ends the connection when the client signs in as another principal', async () => {
    const { platform, application, person } = scene();
    const client = await signedIn(platform, application, person);
    await using relay = await relayTo(platform);
    await using app = await connectLive(platform, client, { url: `mqtt://127.0.0.1:${relay.port}` });
    const other = await clientToken(platform, application, 'application');
    await client.signIn.stored(other);
    await relay.cut();
    await relay.restore();
    assert.equal((await app.closed)?.name, 'SessionEnded');
  });

  it('rejects a connect without a sign-in, or when the platform is unreachable for the timeout', async () => {
    const { platform, application, person } = scene();
    const client = await signedIn(platform, application, person);
    await using relay = await relayTo(platform);
    await relay.cut();
    const connecting = client.live.connect({ url: `mqtt://127.0.0.1:${relay.port}`, timeoutMs: 1_500 });
    await assert.rejects(connecting, { name: 'Unreachable' });
    await client.signOut();
    await assert.rejects(client.live.connect(), { name: 'NotSignedIn' });
  });
});
