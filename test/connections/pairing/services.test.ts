import assert from 'node:assert/strict';
import { it } from 'node:test';
import { resources, type ServiceFile } from '@azulejo/contract';
import { PLUG } from '../../support/pairing-scene.ts';
import { newApplication, newPerson } from '../../support/people.ts';
import { assertApiError, assertExact, readJson } from '../../support/replies.ts';
import { onEachEngineInFull, onSqlite, type Stage } from '../../support/scene.ts';
import { postJson } from '../../support/wire.ts';

const report: ServiceFile = {
  id: 'energy-report',
  kind: 'service',
  name: 'Energy report',
  authorizationUrl: 'https://energy.example/authorize?from=azulejo',
  photoUrlSquared: 'https://energy.example/icon.png',
  infoUrl: 'https://energy.example/',
  profiles: [],
};
const bundle: ServiceFile = {
  id: 'safe-home',
  kind: 'bundle',
  name: 'Safe home',
  authorizationUrl: 'https://safe.example/authorize',
  photoUrlSquared: 'https://safe.example/icon.png',
  profiles: [{ id: PLUG, occurrences: -1 }],
  tutorial: {
    url: 'https://safe.example/help',
    steps: [{ url: 'https://safe.example/1.png', type: 'image' }],
  },
  summary: { title: 'Done', body: 'Your home is watched.' },
};

async function setUp({ start }: Stage) {
  const platform = await start();
  const application = await newApplication(platform);
  const [ana, rui] = [await newPerson(platform, application), await newPerson(platform, application, 'Rui')];
  const get = (path: string, { token } = ana) => platform.request(path, { token });
  return { platform, ana, rui, get, services: platform.server.features.services };
}

const LIST = '/v3/legacy/services?include=tutorial';

onEachEngineInFull('services', setUp, (scene) => {
  it('returns empty lists where no services exist, so that no app waits for them', async () => {
    const { get, ana } = scene();
    assert.deepEqual(await readJson(await get(LIST)), { services: [], bundles: [] });
    const own = await readJson(await get(`/v3/legacy/users/${ana.id}/services`));
    assert.deepEqual(own, { serviceSubscriptions: [] });
  });

  it('lists imported services and replaces them by a later import', async () => {
    const { get, services } = scene();
    await services.import([{ ...report, name: 'Old name' }, bundle]);
    await services.import([report]);
    const { kind: _service, ...one } = report;
    const { kind: _bundle, ...other } = bundle;
    const body = await readJson<object>(await get(LIST));
    assert.deepEqual(body, { services: [one], bundles: [other] });
    assertExact(resources.services.list.reply, body);
  });

  it("redirects the app to the service's own page", async () => {
    const { get } = scene();
    const response = await get('/v3/legacy/services/energy-report/authorization');
    assert.equal(response.status, 303);
    assert.equal(response.headers.get('location'), report.authorizationUrl);
    await assertApiError(await get('/v3/legacy/services/none/authorization'), 'not_found');
  });

  it('allows one subscription per user and service', async () => {
    const { platform, get, ana, rui, services } = scene();
    const subscribe = (query = '?op=subscribe', id = 'energy-report') => {
      const headers = { 'x-no-redirection': 'true' };
      const path = `/v3/legacy/services/${id}/authorization${query}`;
      return postJson(platform, path, {}, { token: ana.token, headers });
    };
    const subscription = await readJson<object>(await subscribe());
    assertExact(resources.services.subscribe.reply, subscription);
    const again = await assertApiError(await subscribe(), 'already_there');
    assert.equal(again.code, 5000);
    const own = await readJson<object>(await get(`/v3/legacy/users/${ana.id}/services`));
    assertExact(resources.services.subscriptions.reply, own);
    const expected = {
      id: 'energy-report',
      name: 'Energy report',
      state: true,
      squaredImageUrl: report.photoUrlSquared,
      infoUrl: report.infoUrl,
    };
    assert.deepEqual(own, { serviceSubscriptions: [expected] });
    assert.deepEqual(await readJson(await get('/v3/legacy/users/me/services', rui)), {
      serviceSubscriptions: [],
    });
    await assertApiError(await subscribe('?op=leave'), 'invalid_request');
    await assertApiError(await subscribe(''), 'invalid_request');
    await assertApiError(await subscribe('?op=subscribe', 'none'), 'not_found');

    await services.remove('energy-report');
    assert.deepEqual(await readJson(await get(`/v3/legacy/users/${ana.id}/services`)), {
      serviceSubscriptions: [],
    });
  });
});

onSqlite('an invalid service file', setUp, (scene) => {
  for (const [what, definition, field] of [
    ['nothing', null, 'service'],
    ['without a page', { ...report, authorizationUrl: undefined }, 'service'],
    ['with a page that is none', { ...report, authorizationUrl: 'javascript:alert(1)' }, 'authorizationUrl'],
    ['without a picture', { ...report, photoUrlSquared: '' }, 'photoUrlSquared'],
    ['with an id that is no path', { ...report, id: 'a/b' }, 'id'],
    ['with two mistakes', { ...report, id: 'a/b', authorizationUrl: 'x' }, ['authorizationUrl', 'id']],
    ['of another kind', { ...report, kind: 'thing' }, 'kind'],
    ['with a member that it does not have', { ...report, colour: 'red' }, 'colour'],
    ['with devices that nobody can add', { ...bundle, profiles: [{ id: 'x', occurrences: 1 }] }, 'profiles'],
    ['with devices without a number', { ...bundle, profiles: [{ id: PLUG }] }, 'profiles.0'],
  ] as const) {
    it(`refuses a service ${what} and stores nothing else of the import`, async () => {
      const { services } = scene();
      await assert.rejects(
        services.import([report, definition]),
        (error: { fields?: { field: string }[] }) => {
          assert.deepEqual(error.fields?.map((each) => each.field).toSorted(), [field].flat());
          return true;
        },
      );
      assert.deepEqual(await services.list(), []);
    });
  }
});
