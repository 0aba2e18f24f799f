import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PLUG, setUpPairing, ticketOf } from '../../support/pairing-scene.ts';
import { newPerson, signIn } from '../../support/people.ts';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

const OTHER = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';

const setUp = async (stage: Stage) => ({
  ...(await setUpPairing(stage)),
  db: await stage.openDatabase(),
});

onEachEngineInFull('the authorization page of a template', setUp, (scene) => {
  for (const path of [
    `/v3/channel-templates/${PLUG}/authorize`,
    `/v3/legacy/profiles/${PLUG}/authorization`,
  ]) {
    it(`${path} redirects to the page, with the headers for the web view`, async () => {
      const { platform, ana, base } = scene();
      const headers = { authorization: `OAuth2.0 ${ana.token}`, 'accept-language': 'pt-PT,pt;q=0.9' };
      const response = await platform.request(`${path}?policy=one`, { headers });
      assert.equal(response.status, 303);
      assert.match(
        response.headers.get('location') ?? '',
        new RegExp(`^${base}/v3/channel-templates/${PLUG}/authorization-page\\?ticket=azt_[0-9A-Za-z_]+$`),
      );
      assert.equal(response.headers.get('x-webview-accept-language'), 'pt-PT,pt;q=0.9');
      assert.equal(response.headers.get('cache-control'), 'no-store');
      assert.deepEqual(await response.json(), {});
    });
  }

  it('serves a form, whose submission redirects into the app', async () => {
    const { platform, ana, base, authorize, submit, found } = scene();
    const page = await authorize(ana, PLUG);
    const shown = await platform.request(page);
    assert.equal(shown.status, 200);
    const text = await shown.text();
    assert.ok(text.includes(ana.email) && text.includes('Casa Azul') && text.includes('Innr'));
    assert.ok(!/<script|javascript:|onload/i.test(text));
    assert.match(text, /<form method="post">/);
    assert.equal(shown.headers.get('cache-control'), 'no-store');
    assert.equal(shown.headers.get('referrer-policy'), 'no-referrer');
    const policy = shown.headers.get('content-security-policy') ?? '';
    // Chromium applies `form-action` to the redirect after a form, too.
    assert.match(policy, /default-src 'none'.*form-action 'self' http:\/\/127\.0\.0\.1:\d+ casaazul:;/);

    assert.deepEqual(await found(ana, PLUG), []);
    const passed = await submit(page, ['kitchen', 'hall']);
    assert.equal(passed.status, 303);
    const { host } = new URL(base);
    const end = `casaazul://${host}/v3/channel-templates/${PLUG}/retrieve-devices-list`;
    assert.equal(passed.headers.get('location'), end);
    const devices = await found(ana, PLUG);
    assert.deepEqual(
      devices.map(({ content }) => content.split(' · ')[0]),
      ['Kitchen', 'Hall'],
    );
    for (const { photoUrl } of devices) assert.match(photoUrl, /^http/);
  });

  it('redirects to a final page when the application has no URL scheme', async () => {
    const { platform, eva, base, authorize, submit, pathOf } = scene();
    const passed = await submit(await authorize(eva, PLUG), ['study']);
    const location = passed.headers.get('location') ?? '';
    assert.equal(location, `${base}/v3/channel-templates/${PLUG}/retrieve-devices-list`);
    const end = await platform.request(pathOf(location));
    assert.equal(end.status, 200);
    assert.match(await end.text(), /You can go back to the app/);
  });

  it('redirects a web app to the page, and back to its registered redirect_uri', async () => {
    const { platform, application, base, submit, pathOf } = scene();
    const person = await newPerson(platform, application, 'Inês');
    const path = `/v3/channel-templates/${PLUG}/authorize`;
    const ask = (redirect_uri: string) => postJson(platform, path, { redirect_uri }, { token: person.token });
    for (const own of [`${base}/home/add?template=${PLUG}`, 'https://casa.example/back']) {
      const response = await ask(own);
      assert.equal(response.status, 201);
      const page = pathOf(((await response.json()) as { url: string }).url);
      const shown = await platform.request(page);
      const policy = shown.headers.get('content-security-policy') ?? '';
      assert.match(policy, new RegExp(`form-action [^;]*${new URL(own).origin}`));
      for (const _time of ['once', 'and again']) {
        const passed = await submit(page, ['kitchen']);
        assert.equal(passed.headers.get('location'), own);
      }
      assert.ok((await (await platform.request(page)).text()).includes(`href="${own}"`));
    }
    for (const foreign of ['https://elsewhere.example/', 'javascript:alert(1)', 'casaazul://home', 'back']) {
      const body = await assertApiError(await ask(foreign), 'invalid_request');
      assert.equal(body.errors?.[0]?.field, 'redirect_uri');
    }
  });

  it("uses the app's language, also for device names", async () => {
    const { platform, ana, authorize, found } = scene();
    const page = await authorize(ana, OTHER);
    const headers = { 'accept-language': 'it, pt-PT;q=0.8, en;q=0.7' };
    const text = await (await platform.request(page, { headers })).text();
    assert.match(text, /<html lang="pt">/);
    const body = new URLSearchParams({ ticket: ticketOf(page), room: 'kitchen' });
    await platform.request(page, { method: 'POST', body, headers });
    assert.match((await found(ana, OTHER))[0]?.content ?? '', /^Cozinha · /);
  });

  it('accepts the form once; repeated and parallel submissions change nothing', async () => {
    const { platform, rui, authorize, submit, found } = scene();
    const page = await authorize(rui, PLUG);
    const answers = await Promise.all(['kitchen', 'hall', 'study'].map((room) => submit(page, [room])));
    const ends = new Set(answers.map(({ status, headers }) => `${status} ${headers.get('location')}`));
    assert.equal(ends.size, 1, 'a second tap ends where the first does');
    const devices = await found(rui, PLUG);
    assert.equal(devices.length, 1);
    assert.equal((await submit(page, ['garden', 'bedroom'])).status, 303);
    assert.deepEqual(await found(rui, PLUG), devices);
    const again = await platform.request(page);
    assert.equal(again.status, 200);
    const text = await again.text();
    assert.ok(!text.includes('<form') && text.includes('casaazul://'), 'only the link back is left');
  });

  it('shows the form again when no room is chosen, and ignores unknown rooms', async () => {
    const { ana, authorize, submit, found } = scene();
    const page = await authorize(ana, OTHER);
    const before = await found(ana, OTHER);
    for (const rooms of [[], ['cellar'], ['<b>']]) {
      const response = await submit(page, rooms);
      assert.equal(response.status, 400);
      assert.match(await response.text(), /role="alert">Choose at least one room/);
    }
    assert.deepEqual(await found(ana, OTHER), before);
    assert.equal((await submit(page, ['cellar', 'study'])).status, 303);
    assert.equal((await found(ana, OTHER)).length, 1);
  });

  it('refuses a ticket that was not issued for this page', async () => {
    const { platform, ana, authorize, submit, found } = scene();
    const page = await authorize(ana, OTHER);
    const ticket = ticketOf(page);
    const elsewhere = `/v3/channel-templates/${PLUG}/authorization-page`;
    const before = await found(ana, PLUG);
    for (const wrong of [ticket, '', 'x', `${ticket.slice(0, -1)}_`, ana.token]) {
      for (const response of [
        await platform.request(`${elsewhere}?ticket=${wrong}`),
        await submit(elsewhere, ['hall'], wrong),
      ]) {
        assert.equal(response.status, 410);
        assert.match(await response.text(), /This page has expired/);
      }
    }
    assert.deepEqual(await found(ana, PLUG), before);
  });

  it('finds devices for one person only, and nobody else can add them', async () => {
    const { ana, rui, authorize, submit, found, add } = scene();
    await submit(await authorize(ana, OTHER), ['bedroom']);
    const [device] = await found(ana, OTHER);
    assert.ok(device);
    assert.deepEqual(await found(rui, OTHER), []);
    await assertApiError(await add(rui, OTHER, [device]), 'not_granted');
    assert.deepEqual(await found(ana, OTHER), [device]);
  });

  it('expires a ticket after five minutes, and the found devices after an hour', async () => {
    const { platform, ana, authorize, submit, found } = scene();
    const page = await authorize(ana, PLUG);
    platform.clock.advance({ minutes: 5, seconds: -1 });
    assert.equal((await platform.request(page)).status, 200);
    platform.clock.advance({ seconds: 1 });
    assert.equal((await platform.request(page)).status, 410);
    assert.equal((await submit(page, ['hall'])).status, 410);

    await submit(await authorize(ana, PLUG), ['hall']);
    platform.clock.advance({ minutes: 60, seconds: -1 });
    assert.equal((await found(ana, PLUG)).length, 1);
    platform.clock.advance({ seconds: 1 });
    assert.deepEqual(await found(ana, PLUG), []);
  });

  it('expires a ticket when its sign-in ends or its user is disabled', async () => {
    const { platform, application, rui, authorize } = scene();
    const record = await readJson<{ access_token: string; href: string }>(
      await signIn(platform, 'authorize', {
        response_type: 'password',
        client_id: application.clientId,
        username: rui.email,
        password: rui.password,
        scope: 'sysadmin,application,user',
      }),
    );
    const page = await authorize({ ...rui, token: record.access_token }, PLUG);
    assert.equal((await platform.request(page)).status, 200);
    await platform.request(record.href, { method: 'DELETE', token: record.access_token });
    assert.equal((await platform.request(page)).status, 410);

    const other = await authorize(rui, PLUG);
    const { users } = platform.server.features;
    await users.setState(rui.id, 'inactive');
    assert.equal((await platform.request(other)).status, 410);
    await users.setState(rui.id, 'active');
  });

  it('stores tickets neither in the log nor in the database', async () => {
    const { platform, db, ana, authorize } = scene();
    const page = await authorize(ana, PLUG);
    await platform.request(page);
    const rows = await db.read.selectFrom('pairing_tickets').selectAll().execute();
    assert.ok(rows.length > 0 && !JSON.stringify(rows).includes(ticketOf(page).slice(4, 30)));
    assert.ok(!platform.log().includes(ticketOf(page).slice(4, 30)));
    assert.ok(platform.log().includes('/authorization-page'));
  });

  it('limits the number of pages per minute', async () => {
    const { platform, eva } = scene();
    const ask = () => platform.request(`/v3/channel-templates/${PLUG}/authorize`, { token: eva.token });
    for (let requested = 0; requested < 60; requested += 1) {
      const { status } = await ask();
      if (status === 429) break;
      assert.equal(status, 303);
    }
    await assertApiError(await ask(), 'too_many_requests');
  });
});
