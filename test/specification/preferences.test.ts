import assert from 'node:assert/strict';
import { it } from 'node:test';
import { refused } from '../support/auth-calls.ts';
import { setUpPreferences } from '../support/preferences-scene.ts';
import { assertApiError } from '../support/replies.ts';
import { onEachEngineInFull } from '../support/scene.ts';

/** Preferences that the Android app sends after each load of its lists (android-app 2.2). */
const android = {
  units: 'imperial',
  hour_format: '12h',
  timezone: 'America/New_York',
  currency: 'USD',
  language: 'en',
  locale: 'en_US',
};

/** Preferences that the iOS app sends at each start (ios-app 2.2). */
const ios = {
  units: 'metric',
  timezone: 'Europe/Lisbon',
  currency: 'EUR',
  hourFormat: 24,
  language: 'pt',
  locale: 'pt_PT',
};

onEachEngineInFull('preferences', setUpPreferences, (scene) => {
  it('returns no preferences for a new user', async () => {
    const { modern, legacy } = await scene().newUser();
    assert.deepEqual(await modern.get(), {});
    assert.deepEqual(await legacy.preferences(), {});
  });

  it('returns exactly what Android sent, and changes only the members it names', async () => {
    const { modern } = await scene().newUser();
    assert.deepEqual(await modern.patch(android), android);
    assert.deepEqual(await modern.get(), android);
    assert.deepEqual(await modern.patch({ units: 'metric' }), { ...android, units: 'metric' });
    const own = { notifications: 'email,sms', theme: { tiles: { blue: true, sizes: [1, 2.5] } } };
    assert.deepEqual(await modern.patch(own), { ...android, units: 'metric', ...own });
  });

  it('merges preferences at any depth, and removes members with null', async () => {
    const { modern, legacy } = await scene().newUser();
    await modern.patch({ a: { b: { c: 1, d: 2 } }, e: 'text', f: { g: 1 } });
    const after = await modern.patch({
      a: { b: { c: null, x: 3 } },
      e: { now: 'an object' },
      f: null,
      h: null,
    });
    assert.deepEqual(after, { a: { b: { d: 2, x: 3 } }, e: { now: 'an object' } });
    await legacy.patch({ preferences: { notifications: { email: { state: true }, sms: { state: true } } } });
    await legacy.patch({ preferences: { notifications: { sms: { state: false, gone: null } } } });
    assert.deepEqual(await legacy.preferences(), {
      notifications: { email: { state: true }, sms: { state: false } },
    });
  });

  it('shares only units and the clock format between the two addresses', async () => {
    const { modern, legacy } = await scene().newUser();
    await modern.patch(android);
    assert.deepEqual(await legacy.preferences(), { units: 'imperial', hourFormat: 12 });
    await legacy.patch({ preferences: ios });
    assert.deepEqual(await legacy.preferences(), ios);
    assert.deepEqual(await modern.get(), { ...android, units: 'metric', hour_format: '24h' });
    // Each phone sends its own preferences again, which keeps the other's.
    await modern.patch({ ...android, units: 'metric', hour_format: '24h' });
    assert.deepEqual(await legacy.preferences(), ios);
  });

  it('keeps the clock format of one address when the other sends an unknown format', async () => {
    const { modern, legacy } = await scene().newUser();
    await legacy.patch({ preferences: { hourFormat: 12 } });
    await modern.patch({ hour_format: 'HH:mm' });
    assert.deepEqual(
      [await modern.get(), await legacy.preferences()],
      [{ hour_format: 'HH:mm' }, { hourFormat: 12 }],
    );
    await legacy.patch({ preferences: { hourFormat: null, units: null } });
    assert.deepEqual([await modern.get(), await legacy.preferences()], [{}, {}]);
  });

  it('replaces preferences by POST, which also clears shared members at the other address', async () => {
    const { modern, legacy } = await scene().newUser();
    await modern.patch({ ...android, extra: { a: 1 } });
    await legacy.patch({ preferences: { language: 'pt' } });
    assert.deepEqual(await modern.post({ timezone: 'UTC', none: null }), { timezone: 'UTC' });
    assert.deepEqual(await modern.get(), { timezone: 'UTC' });
    assert.deepEqual(await legacy.preferences(), { language: 'pt' });
  });

  it('keeps location sharing off, whatever an app sends or replaces', async () => {
    const { platform, newUser } = scene();
    const { allowsLocation } = platform.server.features.preferences;
    const { id, modern, legacy } = await newUser();
    assert.equal(await allowsLocation(id), true);
    assert.deepEqual(await modern.patch({ location_sharing: false }), { location_sharing: false });
    for (const change of [
      () => modern.patch(android),
      () => modern.post(android),
      () => legacy.patch({ preferences: ios }),
    ]) {
      await change();
      assert.equal(await allowsLocation(id), false);
      assert.equal((await modern.get())['location_sharing'], false);
    }
    await legacy.patch({ preferences: { location_sharing: true } });
    assert.deepEqual([await allowsLocation(id), (await modern.get())['location_sharing']], [true, true]);
    await modern.patch({ location_sharing: false });
    assert.equal('location_sharing' in (await modern.patch({ location_sharing: null })), false);
    assert.equal(await allowsLocation(id), true, 'removing the member is not a refusal');
  });

  it('stores favourites for each person, and keeps them when an app replaces the preferences', async () => {
    const { newUser } = scene();
    const [person, other] = [await newUser(), await newUser()];
    const favourites = ['3f1c', '91ab'];
    assert.deepEqual(await person.modern.patch({ favourites }), { favourites });
    assert.deepEqual(await person.modern.patch({ favourites: ['91ab'] }), { favourites: ['91ab'] });
    assert.deepEqual(await person.modern.post(android), { favourites: ['91ab'], ...android });
    assert.deepEqual((await person.modern.patch(android))['favourites'], ['91ab']);
    assert.equal('favourites' in (await person.legacy.preferences()), false);
    assert.deepEqual(await other.modern.get(), {});
    assert.deepEqual(await person.modern.patch({ favourites: null }), android);
  });

  it('stores groups of lamps for each person, and keeps them when an app replaces the preferences', async () => {
    const { token, modern } = await scene().newUser();
    const lamp_groups = [{ id: 'ceiling', name: 'Ceiling', tiles: ['3f1c', '91ab'] }];
    assert.deepEqual(await modern.patch({ lamp_groups }), { lamp_groups });
    assert.deepEqual(await modern.post(android), { lamp_groups, ...android });
    assert.deepEqual(await modern.patch({ lamp_groups: null }), android);
    for (const [group, field] of [
      [{ id: 'a', name: '', tiles: ['x'] }, 'lamp_groups.0.name'],
      [{ id: 'a', name: 'A', tiles: ['x', 'x'] }, 'lamp_groups.0.tiles'],
      [{ id: 'a', name: 'A', tiles: [] }, 'lamp_groups.0.tiles'],
    ] as const) {
      const problem = await refused(
        scene().send(token, 'PATCH', modern.path, { lamp_groups: [group] }),
        'invalid_request',
      );
      assert.ok(
        problem.errors?.some((each) => each.field === field),
        field,
      );
    }
  });

  it('stores icons of tiles for each person, and keeps them when an app replaces the preferences', async () => {
    const { token, modern } = await scene().newUser();
    const tile_icons = [{ tile: '3f1c', icon: 'television' }];
    assert.deepEqual(await modern.patch({ tile_icons }), { tile_icons });
    assert.deepEqual(await modern.post(android), { tile_icons, ...android });
    assert.deepEqual(await modern.patch({ tile_icons: null }), android);
    const unknown = { tile_icons: [{ tile: '3f1c', icon: 'teapot' }] };
    const problem = await refused(scene().send(token, 'PATCH', modern.path, unknown), 'invalid_request');
    assert.equal(problem.errors?.[0]?.field, 'tile_icons.0.icon');
  });

  it('refuses values that would crash a known app or cannot be returned unchanged', async () => {
    const { send, newUser } = scene();
    const { token, modern, legacy } = await newUser();
    const deep = (levels: number): unknown => (levels === 0 ? 1 : { a: deep(levels - 1) });
    const cases: [body: unknown, field: string][] = [
      [{ notifications: { email: true } }, 'notifications'],
      [{ units: 1 }, 'units'],
      [{ favourites: 'lamp' }, 'favourites'],
      [{ favourites: ['a', 'a'] }, 'favourites'],
      [{ favourites: Array.from({ length: 101 }, (_, index) => `tile-${index}`) }, 'favourites'],
      [
        { lamp_groups: Array.from({ length: 51 }, () => ({ id: 'a', name: 'A', tiles: ['x'] })) },
        'lamp_groups',
      ],
      [{ location_sharing: 'no' }, 'location_sharing'],
      [{ list: [1, null] }, 'body.list'],
      [{ text: 'a\u0000b' }, 'body.text'],
      [{ half: '\ud800' }, 'body.half'],
      [{ ['\ud800']: 1 }, 'body'],
      [{ a: { b: ['\ud800'] } }, 'body.a'],
      [deep(9), 'body.a'],
    ];
    for (const [body, field] of cases) {
      for (const method of ['PATCH', 'POST']) {
        const problem = await refused(send(token, method, modern.path, body), 'invalid_request');
        assert.deepEqual(
          problem.errors?.map((each) => each.field),
          [field],
          JSON.stringify(body),
        );
      }
    }
    await refused(
      send(token, 'PATCH', legacy.path, { preferences: { hourFormat: '24' } }),
      'invalid_request',
      'preferences.hourFormat',
    );
    await refused(
      send(token, 'PATCH', legacy.path, { preferences: { x: [null] } }),
      'invalid_request',
      'preferences.x',
    );
    await refused(send(token, 'PATCH', modern.path, '{"__proto__":{"units":"x"}}'), 'malformed_body');
    await refused(send(token, 'PATCH', modern.path, '[]'), 'malformed_body');
    assert.deepEqual(await modern.patch(deep(8)), deep(8), 'as deep as may be');
  });

  it('limits the total size of preferences, also when they grow step by step', async () => {
    const { send, newUser } = scene();
    const { token, modern } = await newUser();
    await modern.patch({ one: 'x'.repeat(10_000) });
    const { detail } = await assertApiError(
      await send(token, 'PATCH', modern.path, { two: 'x'.repeat(10_000) }),
      'quota_exceeded',
    );
    assert.match(detail ?? '', /at most 16 KB/);
    assert.deepEqual(Object.keys(await modern.get()), ['one']);
    await modern.patch({ one: null, two: 'x'.repeat(10_000) });
    assert.deepEqual(Object.keys(await modern.get()), ['two']);
  });

  it('accepts a preference named like a path parameter', async () => {
    const { modern, id } = await scene().newUser();
    assert.deepEqual(await modern.patch({ user_id: 'mine', constructor: 1 }), {
      user_id: 'mine',
      constructor: 1,
    });
    assert.notEqual((await modern.get())['user_id'], id);
  });

  it('has a revision of preferences for 304 and 412, which only a change raises', async () => {
    const { send, newUser } = scene();
    const { token, modern } = await newUser();
    const etag = async () => (await send(token, 'GET', modern.path)).headers.get('etag') ?? '';
    const initial = await etag();
    const first = await send(token, 'PATCH', modern.path, android, { 'if-match': initial });
    assert.equal(first.status, 200);
    const then = first.headers.get('etag') ?? '';
    assert.equal(then, await etag());
    await assertApiError(
      await send(token, 'PATCH', modern.path, ios, { 'if-match': initial }),
      'precondition_failed',
    );
    await assertApiError(
      await send(token, 'POST', modern.path, ios, { 'if-match': initial }),
      'precondition_failed',
    );
    assert.equal((await send(token, 'GET', modern.path, undefined, { 'if-none-match': then })).status, 304);
    await modern.patch(android);
    assert.equal(await etag(), then, 'a known app says the same at each start');
  });

  it('keeps the changes of parallel requests', async () => {
    const { modern } = await scene().newUser();
    await Promise.all(Array.from({ length: 8 }, (_, n) => modern.patch({ [`phone${n}`]: n })));
    assert.equal(Object.keys(await modern.get()).length, 8);
  });
});
