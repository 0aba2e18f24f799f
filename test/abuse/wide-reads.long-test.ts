import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { PortalConsequences, PortalOverview } from '@azulejo/contract';
import { asMember } from '../connections/mqtt/live-scene.ts';
import { connectMqtt } from '../support/mqtt.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { visitPortal } from '../support/portal.ts';
import { callerOf } from '../support/portal-calls.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { assertUnharmed, waitsDuring } from './bystanders.ts';
import { insertChannels, insertUsers } from './many-channels.ts';

const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
const MILLION = 1_000_000;

/** Creates an application with a million channels of its own, and a person with one device. */
async function setUp({ start, openDatabase }: Stage) {
  const platform = await start();
  const db = await openDatabase();
  const application = await newApplication(platform, { name: 'Huge' });
  const person = await newPerson(platform, application);
  await platform.server.features.homes.addDevice({ userId: person.id, templateId: LAMP });
  const grantee = { role: 'application', granteeId: application.clientId } as const;
  await insertChannels(db, { count: MILLION, templateId: LAMP, ...grantee });
  const call = callerOf(await visitPortal(platform, 'developer'));
  const ask = async () => {
    const response = await platform.request('/v3/users/me', { token: person.token });
    assert.equal(response.status, 200, await response.text());
  };
  return { platform, db, application, person, call, ask };
}

onEachEngine('an application with a million channels', setUp, define, { engines: ['sqlite'] });

function define(scene: () => Awaited<ReturnType<typeof setUp>>): void {
  it('shows its counts in the portal without delaying others', async (context) => {
    const { call, ask, application } = scene();
    const baseline = await waitsDuring(ask);
    const read = async () => {
      const overview = await call<PortalOverview>('applications.overview');
      const { channels, more_channels: isMore, first_steps: steps } = overview;
      assert.ok(channels <= 1);
      assert.deepEqual([isMore, steps.device], [true, true]);
      const consequences = await call<PortalConsequences>('applications.consequences', {
        application_id: application.clientId,
      });
      assert.deepEqual(
        [consequences.users, consequences.channels, consequences.tiles > 0],
        [1, 100_000, true],
      );
      assert.deepEqual(consequences.at_least, ['channels', 'devices', 'others_channels']);
      const { templates } = await call<{ templates: { id: string; channels: number }[] }>('templates.list');
      assert.equal(templates.find(({ id }) => id === LAMP)?.channels, MILLION + 1);
    };
    assertUnharmed(context, baseline, await waitsDuring(ask, read()));
  });

  it('subscribes to values that no channel has without delaying others', async (context) => {
    const { platform, application, ask } = scene();
    const baseline = await waitsDuring(ask);
    await using session = await connectMqtt(platform, await asMember(platform, application, 'applications'));
    const root = `/v3/applications/${application.clientId}/channels/+/components/light-bulb/properties`;
    const filters = Array.from({ length: 95 }, (_, index) => `${root}/none-${index}/value`);
    assert.equal((await session.subscribe(...filters)).length, 95);
    assertUnharmed(context, baseline, await waitsDuring(ask, Promise.resolve(), { minSamples: 1_000 }));
  });

  it('finds users without a context channel among 200,000 without delaying others', async (context) => {
    const { platform, db, application, person, ask } = scene();
    await insertUsers(db, { count: 200_000, clientId: application.clientId });
    await db.write((tx) => tx.deleteFrom('channels').where('context_of', '=', person.id).execute());
    const baseline = await waitsDuring(ask);
    assertUnharmed(
      context,
      baseline,
      await waitsDuring(ask, platform.server.features.context.bringUpToDate()),
    );
    const added = db.read.selectFrom('channels').select('id').where('context_of', '=', person.id);
    assert.equal((await added.execute()).length, 1);
  });
}
