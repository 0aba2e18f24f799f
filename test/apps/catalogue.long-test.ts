import assert from 'node:assert/strict';
import { it } from 'node:test';
import { loadTemplates } from '@azulejo/catalog';
import { onSqlite, type Stage } from '../support/scene.ts';
import { openAndroidApp } from './android-app.ts';
import { pairOnAndroid } from './android-pairing.ts';
import { openAgentsTab, openDevicesTab } from './android-tabs.ts';
import { openIosApp } from './ios-app.ts';
import { pairOnIos } from './ios-pairing.ts';
import { openAgents, openTabs } from './ios-tabs.ts';
import { EMAIL, installation, PASSWORD } from './lamps.ts';
import { connectAndroid, connectIos } from './live-apps.ts';

/** Sets up a home with one virtual device of every kind. */
async function setUp(stage: Stage) {
  const { platform, build } = await installation(stage);
  const android = openAndroidApp(build);
  await android.signUp('Ana', EMAIL, PASSWORD);
  const ios = openIosApp(build);
  await ios.signIn(EMAIL, PASSWORD);
  const templates = await loadTemplates();
  const { owner_id: userId } = android.record();
  for (const { id, name } of templates)
    await platform.server.features.virtualDevices.create({ userId, templateId: id, name, faults: [] });
  return { build, android, ios, templates };
}

onSqlite('one device of each template', setUp, (scene) => {
  it('shows each device and all of its values in the Android app', async () => {
    const { android, templates } = scene();
    const { tiles, slots } = await openDevicesTab(android);
    assert.equal(new Set(tiles.map(({ channel }) => channel)).size, templates.length);
    await openAgentsTab(android);
    await using live = await connectAndroid(android.record());
    await live.show(slots);
    await live.untilFilled();
  });

  it('shows each device and all of its values in the iOS app', async () => {
    const { ios, templates } = scene();
    const { tiles, slots } = await openTabs(ios);
    assert.equal(new Set(tiles.map(({ channel }) => channel)).size, templates.length);
    await openAgents(ios);
    await using live = await connectIos(ios.record());
    await live.show(slots);
    await live.untilFilled();
  });

  it('serves device pages that both apps can open', async () => {
    const { android, ios } = scene();
    const { channels } = await android.get<{ channels: { interface: { uuid: string; etag: string } }[] }>(
      '/v3/legacy/users/{uid}/channels?include=channelProperties,context,capabilities',
      () => {},
    );
    const pages = new Map(channels.map(({ interface: page }) => [page.uuid, page]));
    for (const page of pages.values()) {
      const zip = await android.archive(page);
      assert.deepEqual(await ios.archive(page), zip);
    }
  });

  it("adds devices of every template with both apps' recipes", async () => {
    const { build, templates } = scene();
    // One person may request sixty pages per minute, so each app adds every other template.
    const android = openAndroidApp(build);
    await android.signUp('Rui', 'rui@example.org', PASSWORD);
    const ios = openIosApp(build);
    await ios.signUp('Eva', 'eva@example.org', PASSWORD);
    await ios.signIn('eva@example.org', PASSWORD);
    for (const [index, { id }] of templates.entries()) {
      const [added] = index % 2 === 0 ? await pairOnAndroid(android, id, 1) : await pairOnIos(ios, id, 1);
      assert.ok(added, id);
    }
    const homes = [await openDevicesTab(android), await openTabs(ios)];
    const added = homes.flatMap(({ tiles }) => tiles.map(({ channel }) => channel));
    assert.equal(new Set(added).size, templates.length);
  });
});
