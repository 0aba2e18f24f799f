import assert from 'node:assert/strict';
import { chmod } from 'node:fs/promises';
import { it } from 'node:test';
import type { PortalCheck, PortalSeries, PortalSignInFailure } from '@azulejo/contract';
import { liveScene, newLamp, newMember, propertyOf, sendMessage } from '../../connections/mqtt/live-scene.ts';
import { connectMqtt } from '../../support/mqtt.ts';
import { newPerson, signIn } from '../../support/people.ts';
import { visitPortal } from '../../support/portal.ts';
import { callerOf, requestTo } from '../../support/portal-calls.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

async function setUp(stage: Stage) {
  const scene = await liveScene(stage);
  const { platform, application } = scene;
  const { series } = platform.server.features.monitoring;
  const visitor = await visitPortal(platform, 'viewer');
  const call = callerOf(visitor);
  /** Advances the clock and takes a sample. */
  async function tick(seconds = 5): Promise<void> {
    platform.clock.advance({ seconds });
    await series.sample();
  }
  const fail = (username: string) =>
    signIn(platform, 'authorize', {
      response_type: 'password',
      scope: 'user',
      client_id: application.clientId,
      username,
      password: 'wrong',
    });
  const check = async (name: string): Promise<PortalCheck | undefined> => {
    const { checks } = await call<{ checks: PortalCheck[] }>('monitoring.health');
    return checks.find((one) => one.check === name);
  };
  return { ...scene, visitor, call, tick, fail, check };
}

onEachEngineInFull('monitoring', setUp, (scene) => {
  it('reports HTTP and MQTT rates per second from the start on', async () => {
    const { platform, call, tick, fail } = scene();
    await tick();
    const ana = await newMember(scene());
    const lamp = await newLamp(platform, ana.id);
    await using _session = await connectMqtt(platform, ana);
    await using device = await connectMqtt(platform, lamp);
    await tick();
    for (let n = 0; n < 3; n += 1) await platform.request('/v3/users/me', { token: ana.token });
    await fail(ana.person.email);
    await sendMessage(device, propertyOf(lamp.channelId, 'brightness'), { io: 'ir', data: 40 });
    await tick();
    const { times, started, ...read } = await call<PortalSeries>('monitoring.series', { range: '1h' });
    assert.deepEqual(times.slice(-2), [platform.clock.now() - 5_000, platform.clock.now()]);
    assert.ok(times.every((at) => at > started));
    const last = {
      requests: read.requests,
      refusals: read.refusals,
      errors: read.errors,
      values: read.values,
    };
    assert.deepEqual(
      Object.entries(last).map(([name, values]) => [name, values.at(-1)]),
      [
        ['requests', 4 / 5],
        ['refusals', 1 / 5],
        ['errors', 0],
        ['values', 1 / 5],
      ],
    );
    assert.equal(read.sign_in_failures.at(-1), 12);
    assert.equal(read.connections.at(-1), 2);
    assert.ok((read.received.at(-1) ?? 0) > 0);
    assert.ok((read.memory.at(-1) ?? 0) > 10e6);
  });

  it('keeps an hour in steps of 5 s and a day in minutes, and returns samples after a time', async () => {
    const { platform, call, tick } = scene();
    for (let n = 0; n < 750; n += 1) await tick();
    const hour = await call<PortalSeries>('monitoring.series');
    assert.equal(hour.times.length, 720);
    assert.equal(hour.times.at(-1), platform.clock.now());
    assert.ok(Object.values(hour).every((column) => !Array.isArray(column) || column.length === 720));
    const day = await call<PortalSeries>('monitoring.series', { range: '24h' });
    const [first = 0, second = 0] = day.times;
    assert.equal(second - first, 60_000);
    assert.ok(day.times.length > 60 && first < (hour.times[0] ?? 0));
    const after = hour.times.at(-3) ?? 0;
    const rest = await call<PortalSeries>('monitoring.series', { after });
    assert.deepEqual(rest.times, hour.times.slice(-2));
  });

  it('continues the day in minutes after the clock was set back', async () => {
    const { platform, call, tick } = scene();
    platform.clock.jump({ minutes: -10 });
    for (let n = 0; n < 30; n += 1) await tick();
    const { times } = await call<PortalSeries>('monitoring.series', { range: '24h' });
    const ago = platform.clock.now() - (times.at(-1) ?? 0);
    assert.ok(ago >= 0 && ago <= 60_000, `the last minute is ${ago} ms ago`);
  });

  it('counts failed sign-ins by user and address', async () => {
    const { platform, application, call, fail } = scene();
    const person = await newPerson(platform, application);
    for (let n = 0; n < 3; n += 1) await fail(person.email);
    await fail('nobody@example.org');
    await platform.server.features.audit.flush();
    const { failures } = await call<{ failures: PortalSignInFailure[] }>('monitoring.signInFailures');
    const of = (id: string | undefined) => failures.find(({ user }) => user?.id === id);
    assert.equal(of(person.id)?.count, 3);
    assert.equal(of(person.id)?.user?.email, person.email);
    assert.equal(of(person.id)?.address, '127.0.0.1');
    assert.equal(of(undefined)?.count, 1);
    // A session ends after a day without use.
    for (const hours of [13, 12]) {
      assert.notDeepEqual(await call('monitoring.signInFailures'), { failures: [] });
      // The use of the session is stored in the background.
      await platform.server.features.portalAccounts.flush();
      platform.clock.advance({ minutes: 60 * hours });
    }
    assert.deepEqual(await call('monitoring.signInFailures'), { failures: [] });
  });

  it('reports failed checks and says what to do', async () => {
    const { platform, check } = scene();
    let database = await check('Database');
    // On a busy machine the database check may be slow now and then.
    for (let tries = 1; database?.state !== 'good' && tries < 50; tries += 1)
      database = await check('Database');
    assert.equal(database?.state, 'good', database?.says);
    for (const name of ['Disk', 'Data directory', 'MQTT', 'Commands', 'Cleanup'])
      assert.equal((await check(name))?.state, 'good', name);
    // Without a mail server, the advice contains a command that can be pasted as it is.
    assert.match((await check('Mail'))?.todo ?? '', /: npm run azulejo -- outbox show$/);
    await chmod(platform.config.dataDir, 0o755);
    assert.equal((await check('Data directory'))?.state, 'attention');
    const { jobs } = platform.server.features.monitoring;
    const failing = jobs.watch('a broken job', () => Promise.reject(new Error('no')));
    await assert.rejects(failing());
    assert.equal((await check('Cleanup of a broken job'))?.state, 'bad');
  });

  it('requires a session and refuses an unknown range', async () => {
    const { platform, visitor } = scene();
    for (const path of ['series', 'sign-in-failures', 'health'])
      await assertApiError(await platform.request(`/portal/api/monitoring/${path}`), 'session_required');
    const reply = await requestTo(visitor, 'monitoring.series', { range: '1y' });
    assert.deepEqual((await assertApiError(reply, 'invalid_request')).errors?.[0]?.field, 'range');
  });
});
