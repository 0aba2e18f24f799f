import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Place, PlaceList, TagList } from '@azulejo/contract';
import { refused } from '../support/auth-calls.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { assertApiError, assertExact, readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';

const blank = { address: '', latitude: 0, longitude: 0, wifi: [] };
const four = [
  { id: 'home', name: 'Home', ...blank },
  { id: 'work', name: 'Work', ...blank },
  { id: 'gym', name: 'Gym', ...blank },
  { id: 'school', name: 'School', ...blank },
];
const beach = {
  name: 'Beach',
  address: 'Praia da Rocha',
  latitude: 37.1177,
  longitude: -8.5364,
  wifi: [{ ssid: 'bar', bssid: '02:00:5e:10:00:01' }],
};

async function setUp({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const newHome = async () => {
    const { id, token } = await newPerson(platform, application);
    const path = `/v3/legacy/users/${id}/places`;
    const send = (method: string, below = '', body?: unknown) =>
      platform.request(path + below, {
        method,
        token,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
    const list = async () => {
      const found = await readJson<PlaceList>(await send('GET'));
      assertExact(PlaceList, found);
      return found.places;
    };
    const add = async (body: unknown): Promise<Place> => {
      const response = await send('POST', '', body);
      assert.equal(response.status, 201);
      const place = (await response.json()) as Place;
      assertExact(Place, place);
      return place;
    };
    return { id, token, send, list, add };
  };
  return { platform, application, newHome };
}

onEachEngineInFull('places', setUp, (scene) => {
  it('returns the four places that apps know, with empty details, to a new user', async () => {
    const { list } = await scene().newHome();
    assert.deepEqual(await list(), four);
  });

  it('adds places, changes them partly or fully, and removes them', async () => {
    const { platform, newHome } = scene();
    const { send, list, add } = await newHome();
    const added = await add(beach);
    assert.deepEqual(added, { id: added.id, ...beach });
    platform.clock.advance({ seconds: 1 });
    const second = await add({ name: ' Aunt ' });
    assert.deepEqual(second, { id: second.id, name: 'Aunt', ...blank });
    assert.deepEqual(await list(), [...four, added, second]);
    // Both apps send the whole place with its id (android-app 2.2, ios-app 2.2).
    const moved = { ...added, id: 'another', latitude: 1, wifi: [] };
    const changed = await readJson<Place>(await send('PATCH', `/${added.id}`, moved));
    assert.deepEqual(changed, { ...added, latitude: 1, wifi: [] });
    const part = await readJson<Place>(await send('PATCH', `/${added.id}`, { address: null }));
    assert.deepEqual(part, { ...changed, address: '' });
    assert.deepEqual(await readJson(await send('DELETE', `/${second.id}`)), {});
    assert.deepEqual(await list(), [...four, part]);
  });

  it('keeps the four default places and their names, and clears only details on delete', async () => {
    const { send, list } = await scene().newHome();
    const { name: _name, ...details } = beach;
    const home = await readJson<Place>(await send('PATCH', '/home', { id: 'home', ...beach }));
    assert.deepEqual(home, { id: 'home', name: 'Home', ...details });
    assert.deepEqual(await list(), [home, ...four.slice(1)]);
    assert.deepEqual(await readJson(await send('DELETE', '/home')), {});
    assert.deepEqual(await readJson(await send('DELETE', '/home')), {}, 'a repeated removal is not an error');
    assert.deepEqual(await list(), four);
  });

  it('keeps the radius of a place when an app that does not know it replaces the rest', async () => {
    const { send, add } = await scene().newHome();
    const { id, radius } = await add({ ...beach, radius: 300 });
    assert.equal(radius, 300);
    const replaced = await readJson<Place>(await send('PATCH', `/${id}`, { id, ...beach, name: 'Sea' }));
    assert.deepEqual(replaced, { id, ...beach, name: 'Sea', radius: 300 });
    const cleared = await readJson<Place>(await send('PATCH', `/${id}`, { radius: null }));
    assert.deepEqual(cleared, { id, ...beach, name: 'Sea' });
  });

  it('refuses places that apps cannot read', async () => {
    const { send } = await scene().newHome();
    const cases: [object, string][] = [
      [{ ...beach, name: undefined }, 'name'],
      [{ ...beach, name: ' ' }, 'name'],
      [{ ...beach, latitude: 90.1 }, 'latitude'],
      [{ ...beach, longitude: '8' }, 'longitude'],
      [{ ...beach, wifi: [{ ssid: 'x' }] }, 'wifi.0.bssid'],
      [{ ...beach, wifi: null }, 'wifi'],
      [{ ...beach, address: 'a\u0000b' }, 'address'],
      [{ ...beach, radius: 49 }, 'radius'],
      [{ ...beach, radius: 10_001 }, 'radius'],
    ];
    for (const [body, field] of cases) await refused(send('POST', '', body), 'invalid_request', field);
  });

  it('hides places from other users, who cannot change them', async () => {
    const { platform, newHome } = scene();
    const [one, two] = [await newHome(), await newHome()];
    const { id } = await one.add(beach);
    await assertApiError(await two.send('PATCH', `/${id}`, { name: 'Mine' }), 'not_found');
    await assertApiError(await two.send('DELETE', `/${id}`), 'not_found');
    const foreign = `/v3/legacy/users/${one.id}/places`;
    await assertApiError(await platform.request(foreign, { token: two.token }), 'forbidden');
    assert.equal((await one.list()).length, 5);
  });

  it('limits places to a hundred besides the default four', async () => {
    const { send, list } = await scene().newHome();
    await send('PATCH', '/home', { latitude: 1 });
    for (let count = 0; count < 100; count += 1) await send('POST', '', { name: `Place ${count}` });
    const { detail } = await assertApiError(await send('POST', '', beach), 'quota_exceeded');
    assert.match(detail ?? '', /100 places/);
    assert.equal((await list()).length, 104);
  });

  it('revalidates places by ETag', async () => {
    const { platform, newHome } = scene();
    const { id, token, add } = await newHome();
    const get = (headers: Record<string, string>) =>
      platform.request(`/v3/legacy/users/${id}/places`, { token, headers });
    const known = { 'if-none-match': (await get({})).headers.get('etag') ?? '' };
    assert.equal((await get(known)).status, 304);
    await add(beach);
    assert.equal((await get(known)).status, 200);
  });
});

/** Feedback as both apps send it (android-app 2.2, ios-app 2.2). */
const feedback = {
  id: 'general-survey-201602',
  answers: [
    { id: 'when-use-muzzley-option', answer: ['more features'] },
    { id: 'when-use-muzzley-comment', answer: ['Blinds, please – and “lamps”'] },
  ],
};

onEachEngineInFull('feedback and tags', setUp, (scene) => {
  it('stores feedback for the operator, up to the newest hundred per user', async () => {
    const { platform, application, newHome } = scene();
    const { id, token } = await newHome();
    const { surveys } = platform.server.features;
    const submit = (body: unknown) =>
      platform.request(`/v3/legacy/users/${id}/survey-responses`, {
        method: 'POST',
        token,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const response = await submit(feedback);
    assert.deepEqual([response.status, await response.json()], [201, {}]);
    const [first] = await surveys.list(application.clientId);
    assert.deepEqual([first?.userId, first?.survey, first?.answers], [id, feedback.id, feedback.answers]);
    for (let count = 0; count < 100; count += 1) {
      platform.clock.advance({ seconds: 1 });
      await submit({ id: `survey-${count}` });
    }
    const kept = (await surveys.list()).map(({ survey }) => survey);
    assert.deepEqual([kept.length, kept[0], kept.at(-1)], [100, 'survey-99', 'survey-0']);
    await refused(
      submit({ id: 'x', answers: [{ id: 'y', answer: 'a text' }] }),
      'invalid_request',
      'answers.0.answer',
    );
    await refused(submit({ answers: [] }), 'invalid_request', 'id');
  });

  it('returns one tag to the iOS app, another for each user, and none to other clients', async () => {
    const { platform, newHome } = scene();
    const [ana, rui] = [await newHome(), await newHome()];
    const tagsOf = async ({ token }: { token: string }, userAgent: string) => {
      const headers = { 'user-agent': userAgent };
      const list = await readJson<TagList>(
        await platform.request('/v3/legacy/users/me/tags', { token, headers }),
      );
      assertExact(TagList, list);
      return list.tags;
    };
    const ios = 'Muzzley/3.4.17 (iPhone; iOS 12.4; Scale/2.00)';
    const [tag = '', ...others] = await tagsOf(ana, ios);
    assert.match(tag, /^u-[0-9a-f]{20}$/);
    assert.deepEqual(others, []);
    assert.deepEqual(await tagsOf(ana, ios), [tag]);
    assert.notDeepEqual(await tagsOf(rui, ios), [tag]);
    assert.deepEqual(await tagsOf(ana, 'com.muzzley/3.5.2 (Android 9 ; Google Pixel 3)'), []);
    assert.deepEqual(await tagsOf(ana, 'node'), []);
  });
});
