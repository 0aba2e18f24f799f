import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onSqlite, type Stage } from '../support/scene.ts';
import { openAndroidApp } from './android-app.ts';
import { openDevicesTab, syncPreferences } from './android-tabs.ts';
import { openIosApp } from './ios-app.ts';
import * as ios from './ios-parser.ts';
import { openTabs, start } from './ios-tabs.ts';
import { addLamps, EMAIL, installation, PASSWORD } from './lamps.ts';
import { connectAndroid, connectIos } from './live-apps.ts';

const HOME = '/v3/legacy/users/{uid}';

/** Sets up one person with an Android and an iOS phone. */
async function setUp(stage: Stage) {
  const { platform, build } = await installation(stage);
  const android = openAndroidApp(build);
  await android.signUp('Ana', EMAIL, PASSWORD);
  const apple = openIosApp(build);
  await apple.signIn(EMAIL, PASSWORD);
  await addLamps(platform, android.record().owner_id);
  return { android, apple };
}

onSqlite('two phones of one person', setUp, (scene) => {
  it("does not change one phone's preferences when the other phone starts", async () => {
    const { android, apple } = scene();
    let { held } = await syncPreferences(android, {});
    const written: boolean[][] = [];
    for (let opened = 0; opened < 3; opened += 1) {
      const byApple = await start(apple);
      const synced = await syncPreferences(android, held);
      held = synced.held;
      written.push([byApple, synced.hasWritten]);
    }
    assert.deepEqual(written, [
      [true, true],
      [false, false],
      [false, false],
    ]);
  });

  it('stops writing preferences soon after a unit was changed on one phone', async () => {
    const { android, apple } = scene();
    const { held } = await syncPreferences(android, {});
    const change = { method: 'PATCH', path: HOME, body: { preferences: { units: 'imperial' } } };
    await apple.call(change, ios.anyObject);
    const synced = await syncPreferences(android, held);
    await start(apple);
    const next = await syncPreferences(android, synced.held);
    assert.deepEqual([synced.hasWritten, next.hasWritten, await start(apple)], [true, false, false]);
  });

  it('shows the same state of a light on both phones, whichever switches it', async () => {
    const { android, apple } = scene();
    await using one = await connectAndroid(android.record());
    await using other = await connectIos(apple.record());
    await one.show((await openDevicesTab(android)).slots);
    await other.show((await openTabs(apple)).slots);
    await Promise.all([one.untilFilled(), other.untilFilled()]);
    for (const wanted of ['on', 'off'] as const) {
      await one.tap('Reading lamp', wanted);
      await other.untilToggle('Reading lamp', wanted);
      await other.tap('Window lamp', wanted);
      await one.untilToggle('Window lamp', wanted);
    }
  });
});
