import assert from 'node:assert/strict';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { it } from 'node:test';
import { verifyVapid } from '../../support/push-service.ts';
import { readJson } from '../../support/replies.ts';
import { onEachEngineInFull } from '../../support/scene.ts';
import { SMOKE, setUpNotifications } from './scene.ts';

onEachEngineInFull('delivery of notifications', setUpNotifications, (scene) => {
  it('encrypts a notification for the browser, signs it with the key of the platform, and keeps it small', async () => {
    const { newHome, call, get, next, platform } = scene();
    const { person, browser, browserId } = await newHome();
    assert.deepEqual(await readJson(await call(person, 'POST', '/test')), { queued: 1 });
    const pushed = await next(browser);
    assert.equal(pushed.payload.title, 'Test notification');
    assert.ok(pushed.raw.length < 1_000);
    assert.equal(pushed.headers['content-encoding'], 'aes128gcm');
    const { key, claims } = verifyVapid(pushed);
    const { public_key, browsers } = await get(person);
    assert.equal(key, public_key);
    assert.equal(claims.sub, 'mailto:casa@example.org');
    assert.equal(claims.aud, new URL(browser.subscription.endpoint).origin);
    assert.equal(browsers.find(({ id }) => id === browserId)?.failing_since, null);
    const path = join(platform().config.dataDir, 'keys', 'push.key');
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    const secrets = [
      (await readFile(path, 'utf8')).trim(),
      new URL(browser.subscription.endpoint).pathname,
      browser.subscription.keys.auth,
    ];
    for (const secret of secrets) assert.equal(platform().log().includes(secret), false);
  });

  it('retries after an error of the push service, and removes a subscription that is gone', async () => {
    const { newHome, addDevice, get, next, runJobs, clock } = scene();
    const { person, browser } = await newHome();
    browser.answer((response) => void response.writeHead(503).end());
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await smoke.report(true);
    const first = await next(browser);
    await runJobs();
    assert.equal(browser.pushed.length, 1, 'it waits before it tries again');
    assert.notEqual((await get(person)).browsers[0]?.failing_since, null);
    browser.answer((response) => void response.writeHead(201).end());
    clock.advance({ seconds: 11 });
    assert.equal((await next(browser)).payload.tag, first.payload.tag);
    await runJobs();
    assert.equal((await get(person)).browsers[0]?.failing_since, null);
    for (const status of [404, 410]) {
      const { person: other, browser: gone } = await newHome();
      gone.answer((response) => void response.writeHead(status).end());
      const alarm = await addDevice(other, SMOKE, 'Smoke');
      await alarm.report(true);
      await next(gone);
      await runJobs();
      assert.deepEqual((await get(other)).browsers, []);
    }
  });

  it('survives an endless answer and a redirect, which are not followed', async () => {
    const { newHome, call, next, runJobs, get, pushService } = scene();
    const target = pushService.newBrowser();
    for (const how of ['endless', 'redirect'] as const) {
      const { person, browser } = await newHome();
      browser.answer((response) => {
        if (how === 'redirect') {
          response.writeHead(307, { location: target.subscription.endpoint }).end();
          return;
        }
        const write = () => {
          while (response.write('x'.repeat(65_536)));
        };
        response.on('drain', write).on('error', () => undefined);
        write();
      });
      await call(person, 'POST', '/test');
      await next(browser);
      await runJobs();
      assert.notEqual((await get(person)).browsers[0]?.failing_since, null, how);
    }
    assert.equal(target.pushed.length, 0);
  });

  it('never sends notifications to addresses that are not public, or to the platform itself', async () => {
    const { newPerson, call, pushService, platform } = scene();
    const person = await newPerson();
    const { keys } = pushService.newBrowser().subscription;
    const own = platform().url;
    const refused = [
      'http://169.254.169.254/latest/meta-data',
      'https://169.254.169.254/',
      'https://10.0.0.1/send',
      'https://[::1]/send',
      'https://0x0a000001/send',
      'http://push.example.org/send#fragment',
      'https://user:secret@push.example.org/send',
      'ftp://push.example.org/send',
      'not a url',
      `${own}/v3/notifications`,
      `http://127.0.0.1:${platform().config.mqtt.port}/`,
    ];
    for (const endpoint of refused) {
      const response = await call(person, 'POST', '/browsers', { endpoint, keys, name: 'x' });
      assert.equal(response.status, 400, endpoint);
      const { errors } = (await response.json()) as { errors: { field: string }[] };
      assert.equal(errors[0]?.field, 'endpoint', endpoint);
    }
    for (const [field, wrong] of [
      ['keys.auth', { ...keys, auth: 'short' }],
      ['keys.p256dh', { ...keys, p256dh: `BA${'A'.repeat(85)}` }],
    ] as const) {
      const endpoint = 'https://push.example.org/send';
      const response = await call(person, 'POST', '/browsers', { endpoint, keys: wrong, name: 'x' });
      assert.equal(response.status, 400);
      assert.equal(((await response.json()) as { errors: { field: string }[] }).errors[0]?.field, field);
    }
  });

  it('delivers to the person who signed in last in a browser, and ends when the browser is removed', async () => {
    const { newHome, newPerson, addBrowser, call, get, addDevice, runJobs } = scene();
    const { person, browser } = await newHome();
    const other = await newPerson('Rui');
    const { id } = await addBrowser(other, browser);
    assert.deepEqual((await get(person)).browsers, []);
    const smoke = await addDevice(person, SMOKE, 'Smoke');
    await smoke.report(true);
    await runJobs();
    assert.equal(browser.pushed.length, 0);
    assert.equal((await call(person, 'DELETE', `/browsers/${id}`)).status, 404);
    assert.equal((await call(other, 'DELETE', `/browsers/${id}`)).status, 200);
    assert.deepEqual((await get(other)).browsers, []);
  });
});
