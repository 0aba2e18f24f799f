import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Rehearsal, RehearsalProgress } from '@azulejo/contract';
import { type AzulejoError, createClient } from '@azulejo/sdk';
import { ownHome } from '../support/people.ts';
import { assertApiError, assertExact } from '../support/replies.ts';
import { onEachEngine } from '../support/scene.ts';
import { levelOf } from './automations-scene.ts';
import { dimming, eventsIn, HOUR, MINUTE, rise, setUpRehearsals } from './rehearsals-scene.ts';

const STREAM = { accept: 'text/event-stream' };

/** More pages than are read at once, so that there is progress. */
const long = Array.from({ length: 3_000 }, (_, index) => rise((3_000 - index) * 2 * MINUTE)).flat();

onEachEngine('POST /v3/users/{id}/automations/rehearsals', setUpRehearsals, (scene) => {
  it('returns the runs that a definition would have had in the last days', async () => {
    const { ana, newOwnerlessPanel, storePastReports, rehearse } = scene();
    const ownerless = await newOwnerlessPanel();
    await storePastReports(ownerless, [...rise(50 * HOUR), ...rise(26 * HOUR), ...rise(2 * HOUR)]);
    const { count, runs, days } = await rehearse(ana, dimming(ownerless));
    assert.deepEqual([count, days.length], [3, 8]);
    // The newest run is the first one. The later two find the value that the oldest one set.
    assert.deepEqual(
      runs.map(({ steps }) => steps.map(({ step, kind, value }) => [step, kind, value])),
      [[['s1', 'set', undefined]], [['s1', 'set', undefined]], [['s1', 'set', 0.2]]],
    );
    assert.match(runs[0]?.because ?? '', /^because Kept.* rose above 0\.5 at /);
    assert.equal((await rehearse(ana, dimming(ownerless), { days: 1 })).count, 1);
    assert.equal((await rehearse(ana, dimming(ownerless, { enabled: false }))).count, 3);
  });

  it('says in the requested language what kept an automation from running', async () => {
    const { ana, rehearse, newOwnerlessPanel, storePastReports } = scene();
    const ownerless = await newOwnerlessPanel();
    await storePastReports(ownerless, [{ ago: 2 * HOUR, data: 0.1, component: 'right' }, ...rise(HOUR)]);
    const onlyIf = {
      kind: 'property' as const,
      property: levelOf(ownerless, 'right'),
      is: 'above' as const,
      value: 0.6,
    };
    for (const [language, text] of [
      ['en', /^Held back: it runs only if Kept.* is above 0\.6\. The value was 0\.1\.$/],
      ['de', /^Zurückgehalten: Sie läuft nur, wenn Kept/],
    ] as const) {
      const { count, misses } = await rehearse(ana, dimming(ownerless, { onlyIf }), { language });
      assert.deepEqual([count, misses[0]?.reason], [0, 'condition-false']);
      assert.match(misses[0]?.last[0]?.text ?? '', text);
    }
  });

  it('describes steps and conditions in words, with the value of each condition', async () => {
    const { ana, rehearse, newOwnerlessPanel, storePastReports } = scene();
    const ownerless = await newOwnerlessPanel();
    await storePastReports(ownerless, [{ ago: 2 * HOUR, data: 0.7, component: 'right' }, ...rise(HOUR)]);
    const onlyIf = {
      kind: 'property' as const,
      property: levelOf(ownerless, 'right'),
      is: 'above' as const,
      value: 0.6,
    };
    const [run] = (await rehearse(ana, dimming(ownerless, { onlyIf }))).runs;
    assert.match(run?.steps[0]?.text ?? '', /^set Kept.* to 0\.2$/);
    const [condition] = run?.conditions ?? [];
    assert.match(condition?.text ?? '', /^Kept.* is above 0\.6$/);
    assert.deepEqual([condition?.is, condition?.value_text], [true, '0.7']);
  });

  it('says when the sun was up, once the home has a place', async () => {
    const { platform, ana, rehearse, newOwnerlessPanel } = scene();
    const definition = dimming(await newOwnerlessPanel());
    const before = await rehearse(ana, definition);
    assert.ok(before.days.every(({ sun }) => sun === undefined));
    const saved = await platform.request('/v3/legacy/users/me/places/home', {
      method: 'PATCH',
      token: ana.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ latitude: 38.72, longitude: -9.14 }),
    });
    assert.equal(saved.status, 200);
    const { days, timezone } = await rehearse(ana, definition);
    assert.equal(timezone, 'Europe/Lisbon');
    for (const { date, sun } of days) {
      assert.ok(sun);
      assert.ok(sun.up.startsWith(date) && sun.down.startsWith(date), date);
      const hours = (Date.parse(sun.down) - Date.parse(sun.up)) / HOUR;
      assert.ok(hours > 9 && hours < 15, `${hours}`);
    }
  });

  it('streams the progress of a rehearsal before its result', async () => {
    const { ana, newOwnerlessPanel, storePastReports, rehearse, stream } = scene();
    const ownerless = await newOwnerlessPanel();
    await storePastReports(ownerless, long);
    const { headers, events } = await stream(ana, dimming(ownerless));
    assert.deepEqual(
      [headers.get('content-type'), headers.get('cache-control')],
      ['text/event-stream', 'no-store, no-transform'],
    );
    const last = events.pop();
    assert.ok(last && events.length > 4);
    for (const { event, data } of events) {
      assert.equal(event, 'progress');
      assertExact(RehearsalProgress, data);
    }
    assert.equal(last.event, 'result');
    assertExact(Rehearsal, last.data);
    assert.deepEqual(last.data, await rehearse(ana, dimming(ownerless)));
  });

  it('refuses a definition that cannot run, with a path for each error', async () => {
    const { ana, ask, newOwnerlessPanel } = scene();
    const body = { definition: dimming('no-such-channel') };
    for (const headers of [{}, STREAM]) {
      const problem = await assertApiError(await ask(ana, body, headers), 'invalid_automation');
      assert.deepEqual(
        problem.errors?.map(({ field }) => field),
        ['when[0].property', 'then[0].set.property'],
      );
    }
    const ownerless = await newOwnerlessPanel();
    const definition = dimming(ownerless);
    await assertApiError(await ask(ana, { definition, days: 31 }), 'invalid_request');
    await assertApiError(await ask(ana, { definition, automation: 'none' }), 'not_found');
    const large = { definition, more: 'x'.repeat(64 * 1024) };
    await assertApiError(await ask(ana, large), 'body_too_large');
  });

  it('rehearses a saved automation without what is gone, as it runs', async () => {
    const { ana, ask, create, newOwnerlessPanel, platform } = scene();
    const [kept, removed] = [await newOwnerlessPanel(), await newOwnerlessPanel()];
    const { when } = dimming(removed);
    const definition = dimming(kept, { when: [...dimming(kept).when, ...when] });
    const saved = await create(ana, definition);
    const { homes, tiles } = platform.server.features;
    const tile = (await tiles.ofUser(ana.id)).find(({ channelId }) => channelId === removed);
    await homes.removeTile(ownHome(ana), tile?.id ?? '');
    const response = await ask(ana, { definition: saved.definition, automation: saved.id });
    assert.equal(response.status, 200, await response.text());
    const changed = { ...saved.definition, when: saved.definition.when.slice(1) };
    await assertApiError(await ask(ana, { definition: changed, automation: saved.id }), 'invalid_automation');
    await assertApiError(await ask(ana, { definition }), 'invalid_automation');
  });

  it('refuses the devices of others', async () => {
    const { stranger, ask, newOwnerlessPanel } = scene();
    await assertApiError(
      await ask(stranger, { definition: dimming(await newOwnerlessPanel()) }),
      'invalid_automation',
    );
  });

  it('ends the previous rehearsal when the same user asks again', async () => {
    const { ana, ask, endless, rehearse, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const streamed = await ask(ana, endless(ownerless), STREAM);
    assert.equal(streamed.status, 200);
    assert.equal((await rehearse(ana, dimming(ownerless))).count, 0);
    const [first, last] = eventsIn(await streamed.text());
    assert.deepEqual([first?.event, last?.event], ['progress', 'error']);
    assert.equal(last?.data['detail'], 'A newer rehearsal of the same person replaced this one.');
  });

  it('lets a third rehearsal wait until a client disconnects', async () => {
    const { platform, ana, rui, stranger, ask, endless, newOwnerlessPanel } = scene();
    const ownerless = await newOwnerlessPanel();
    const leaving = new AbortController();
    await ask(ana, endless(ownerless), STREAM, leaving.signal);
    const streamed = await ask(rui, endless(await newOwnerlessPanel(rui.id)), STREAM);
    const body = { definition: dimming('none') };
    let isAnswered = false;
    const third = ask(stranger, body).finally(() => {
      isAnswered = true;
    });
    await fetch(new URL('/healthz', platform.url));
    assert.equal(isAnswered, false);
    leaving.abort();
    await assertApiError(await third, 'invalid_automation');
    // The other one, which began later, still runs.
    await ask(rui, body);
    assert.match(await streamed.text(), /A newer rehearsal/);
  });

  it('serves rehearsals to the SDK, and why an automation did not run', async () => {
    const { platform, application, ana, create, endless, newOwnerlessPanel, storePastReports } = scene();
    const ownerless = await newOwnerlessPanel();
    const definition = dimming(ownerless);
    const { id } = await create(ana, definition);
    await storePastReports(ownerless, rise(HOUR));
    const client = createClient({ url: platform.url, clientId: application.clientId });
    await client.signIn.password({ username: ana.email, password: ana.password });
    const { count } = await client.rehearsals.create({ definition, automation: id, days: 1 });
    assert.equal(count, 1);
    await storePastReports(ownerless, long);
    const progress: unknown[] = [];
    const onProgress = (each: unknown) => progress.push(each);
    const streamed = await client.rehearsals.create({ definition, automation: id }, { onProgress });
    assert.ok(streamed.count > 1 && progress.length > 4);
    for (const each of progress) assertExact(RehearsalProgress, each);
    await assert.rejects(
      client.rehearsals.create({ definition, automation: 'none' }, { onProgress }),
      (error: AzulejoError) => error.status === 404,
    );
    let newer: Promise<unknown> | undefined;
    const replaced = client.rehearsals.create(
      { definition: endless(ownerless).definition, days: 30 },
      { onProgress: () => (newer ??= client.rehearsals.create({ definition })) },
    );
    await assert.rejects(replaced, (error: AzulejoError) => error.status === 429);
    await newer;
    const at = String(platform.clock.now() - HOUR);
    const { text } = await client.rehearsals.whyNot({ automation_id: id, at });
    assert.equal(text, 'It did not exist yet.');
  });

  it('limits the rehearsals of a user per minute', async () => {
    const { platform, rui, stranger, ask } = scene();
    platform.clock.advance({ seconds: 61 });
    const body = { definition: dimming('none') };
    for (let requested = 0; requested < 60; requested += 1) assert.equal((await ask(rui, body)).status, 422);
    const refused = await ask(rui, body);
    assert.equal(refused.headers.get('retry-after'), '60');
    await assertApiError(refused, 'too_many_requests');
    assert.equal((await ask(stranger, body)).status, 422);
    platform.clock.advance({ seconds: 61 });
    assert.equal((await ask(rui, body)).status, 422);
  });
});

onEachEngine('GET /v3/users/{id}/automations/{automation_id}/why-not', setUpRehearsals, (scene) => {
  it('says why an automation did not run in a minute', async () => {
    const { ana, create, newOwnerlessPanel, storePastReports, whyNot, platform } = scene();
    const ownerless = await newOwnerlessPanel();
    const onlyIf = {
      kind: 'property' as const,
      property: levelOf(ownerless, 'right'),
      is: 'above' as const,
      value: 0.6,
    };
    const { id } = await create(ana, dimming(ownerless, { onlyIf }));
    platform.clock.advance({ days: 1 });
    await storePastReports(ownerless, [{ ago: 2 * HOUR, data: 0.1, component: 'right' }, ...rise(HOUR)]);
    const now = platform.clock.now();
    const held = await whyNot(ana, id, now - HOUR);
    assert.match(held.text, /^Held back: it runs only if Kept.* is above 0\.6\. The value was 0\.1\.$/);
    assert.deepEqual(
      [held.misses.map(({ reason }) => reason), held.triggers[0]?.is, held.conditions[0]?.is],
      [['condition-false'], true, false],
    );
    assert.match((await whyNot(ana, id, now - HOUR, '&language=de')).text, /^Zurückgehalten: /);
    const nothing = await whyNot(ana, id, now - 10 * MINUTE);
    assert.deepEqual([nothing.text, nothing.misses], ['Nothing happened then that starts it.', []]);
  });

  it('uses the definition of the time that is asked for', async () => {
    const { ana, create, send, newOwnerlessPanel, storePastReports, whyNot, platform } = scene();
    const ownerless = await newOwnerlessPanel();
    const { id } = await create(ana, dimming(ownerless));
    platform.clock.advance({ days: 1 });
    await storePastReports(ownerless, rise(HOUR));
    const then = platform.clock.now() - HOUR;
    const high = [
      { kind: 'property' as const, property: levelOf(ownerless), is: 'rises-above' as const, value: 0.95 },
    ];
    assert.equal((await send(ana, 'PUT', `/${id}`, dimming(ownerless, { when: high }))).status, 200);
    assert.match((await whyNot(ana, id, then)).text, /^It would have run because Kept.* rose above 0\.5 at /);
    assert.equal((await send(ana, 'PATCH', `/${id}`, { enabled: false })).status, 200);
    assert.match((await whyNot(ana, id, then)).text, /^It is switched off now\. It would have run because /);
    assert.equal((await whyNot(ana, id, then - 2 * 24 * HOUR)).text, 'It did not exist yet.');
  });

  it('refuses invalid and future times, and automations of others', async () => {
    const { ana, stranger, create, send, newOwnerlessPanel, platform } = scene();
    const { id } = await create(ana, dimming(await newOwnerlessPanel()));
    const now = platform.clock.now();
    const ahead = await send(ana, 'GET', `/${id}/why-not?at=${now + 10 * MINUTE}`);
    const problem = await assertApiError(ahead, 'invalid_request');
    assert.deepEqual(problem.errors, [{ field: 'at', reason: 'must not be in the future' }]);
    await assertApiError(await send(ana, 'GET', `/${id}/why-not?at=noon`), 'invalid_request');
    await assertApiError(await send(ana, 'GET', `/${id}/why-not`), 'invalid_request');
    await assertApiError(await send(ana, 'GET', `/none/why-not?at=${now}`), 'not_found');
    await assertApiError(await send(stranger, 'GET', `/${id}/why-not?at=${now}`), 'not_found');
  });
});
