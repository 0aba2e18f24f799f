import assert from 'node:assert/strict';
import { it } from 'node:test';
import { assertApiError, readJson } from '../../support/replies.ts';
import { onSqlite, type Stage } from '../../support/scene.ts';

const environment = {
  ANDROID_MINIMUM_VERSION: '3.10',
  OLDER_VERSIONS_UNTIL: '2027-01-31',
};

async function setUp({ start }: Stage) {
  const platform = await start({ environment });
  return { get: (path: string) => platform.request(`/v3/legacy/clients/${path}`) };
}

onSqlite('minimum app versions', setUp, (scene) => {
  for (const [path, goodUntil] of [
    ['android/versions/3.9.7', '2027-01-31T00:00:00.000+0000'],
    ['android/versions/3', '2027-01-31T00:00:00.000+0000'],
    ['android/versions/3.10', undefined],
    ['android/versions/3.10.0', undefined],
    ['android/versions/3.10.0.1', undefined],
    ['android/versions/4.0.0', undefined],
    ['ios/versions/0.0.1', undefined],
  ] as const) {
    it(`${path} may be used ${goodUntil === undefined ? 'without end' : 'until a day'}`, async () => {
      const body = await readJson(await scene().get(path));
      const minimumVersion = path.startsWith('android') ? '3.10' : '0.0.0';
      assert.deepEqual(body, { minimumVersion, ...(goodUntil === undefined ? {} : { goodUntil }) });
    });
  }

  it('refuses versions that are not numeric or of an unknown phone platform', async () => {
    await assertApiError(await scene().get('windows/versions/1.0.0'), 'not_found');
    for (const version of ['x', '3.', '3.5-beta', '1.2.3.4.5'])
      await assertApiError(await scene().get(`ios/versions/${version}`), 'invalid_request');
  });
});
