import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { manualClock } from '@azulejo/server/testing';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import { answerOf } from '../cli/azulejo.ts';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { signIn as signInToPortal } from '../support/portal-page.ts';
import { type Expected, expectedOf, fixtures, keptReleases } from './fixtures.ts';
import { COMPONENT, credentialsOf, PROPERTY, readHome, report, signIn } from './home.ts';

const HOUR_MINUTES = 60;
const migrations = readdirSync(join(import.meta.dirname, '../../server/src/database/migrations'))
  .filter((name) => /^\d{4}-/.test(name))
  .map((name) => name.replace(/\.ts$/, ''))
  .toSorted();

type Status = { applied: { name: string }[]; pending: string[] };

/** Starts this version on the data an hour after it was made, so that none of it has outlived its retention. */
function startLater(place: Place, { made }: Expected): Promise<TestPlatform> {
  const clock = manualClock();
  clock.jump({ ms: made - clock.now(), minutes: HOUR_MINUTES });
  return startPlatform({ place, clock });
}

/** Checks that everyone can sign in, sees what they saw before, and can continue. */
async function assertWhole(place: Place, expected: Expected): Promise<void> {
  const { accounts, home } = expected;
  await using platform = await startLater(place, expected);
  const { access_token: token } = await signIn(platform.url, accounts);
  assert.deepEqual(await readHome(platform.url, token, accounts.devices), home);
  const { answer } = await signInToPortal(platform, accounts.portal.email, accounts.portal.password);
  assert.equal(answer.status, 200);
  await assertDevicesWork(platform, expected, token);
}

async function assertDevicesWork(
  platform: TestPlatform,
  { accounts: { application, devices } }: Expected,
  token: string,
): Promise<void> {
  const own = await credentialsOf(platform.url, application, 'application');
  const response = await platform.request('/v3/applications/self/devices', { token: own.token });
  const list = (await response.json()) as { devices: { client_id: string; channels: { id: string }[] }[] };
  assert.deepEqual(
    list.devices.map(({ client_id, channels }) => [client_id, channels[0]?.id]).toSorted(),
    devices.map(({ client_id, channel }) => [client_id, channel]).toSorted(),
  );
  for (const device of devices) {
    const bySecret = { clientId: device.client_id, token: device.client_secret };
    for (const [value, credentials] of [
      [20, await credentialsOf(platform.url, device, 'device')],
      [60, bySecret],
    ] as const) {
      await report(platform, device, credentials, [value]);
      const path = `/v3/channels/${device.channel}/components/${COMPONENT}/properties/${PROPERTY}/value`;
      const { data } = (await (await platform.request(path, { token })).json()) as { data: unknown };
      assert.equal(data, value);
    }
  }
}

async function assertMigrated(place: Place): Promise<void> {
  const { applied, pending } = await answerOf<Status>(place, ['migrate', '--status']);
  assert.deepEqual([applied.map(({ name }) => name), pending], [migrations, []]);
}

it('has a fixture of every version in the changelog', () => {
  const changelog = readFileSync(join(import.meta.dirname, '../../CHANGELOG.md'), 'utf8');
  const released = [...changelog.matchAll(/^## \[(\d+\.\d+\.\d+)\]/gm)].map(([, version]) => version);
  const kept = keptReleases();
  assert.ok(kept.length > 0);
  assert.deepEqual(
    released.filter((version) => !kept.includes(version ?? '')),
    [],
  );
});

for (const version of keptReleases()) {
  const expected = expectedOf(version);
  const later = migrations.filter((name) => !expected.migrations.includes(name));

  describe(`the data of version ${version}`, () => {
    forEachEngine((engine, _open, newPlace) => {
      it('upgrades the data of an earlier version when its backup is restored', async () => {
        const place = await newPlace();
        const args = ['restore', join(fixtures, version, 'backup.tgz')];
        const { migrated } = await answerOf<{ migrated: string[] }>(place, args);
        assert.deepEqual(migrated, later);
        await assertMigrated(place);
        await assertWhole(place, expected);
      });

      if (engine !== 'sqlite') return;
      it('upgrades the data of an earlier version when the server starts on its data folder', async () => {
        const place = await newPlace();
        await promisify(execFile)('tar', [
          'xzf',
          join(fixtures, version, 'data.tgz'),
          '-C',
          place.dataDir,
          '--no-same-owner',
        ]);
        const { pending } = await answerOf<Status>(place, ['migrate', '--status']);
        assert.deepEqual(pending, later);
        await assertWhole(place, expected);
        await assertMigrated(place);
      });
    });
  });
}
