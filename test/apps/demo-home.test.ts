import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setUpDemoHome } from '../support/demo-home.ts';
import { onSqlite } from '../support/scene.ts';
import { openAndroidApp } from './android-app.ts';
import { openAgentsTab, openDevicesTab } from './android-tabs.ts';
import { openIosApp } from './ios-app.ts';
import { openAgents, openTabs, start } from './ios-tabs.ts';
import { connectAndroid, connectIos } from './live-apps.ts';

async function setUp(stage: Parameters<typeof setUpDemoHome>[0]) {
  const { platform, demo } = await setUpDemoHome(stage);
  const build = { url: platform.url, clientId: demo.clientId, namespace: 'azulejo-home' };
  return { platform, demo, build };
}

onSqlite('the demo home', setUp, (scene) => {
  it('shows the whole demo home with all values in the Android app', async () => {
    const { demo, build } = scene();
    const app = openAndroidApp(build);
    await app.signIn(demo.email, demo.password);
    const { tiles, slots } = await openDevicesTab(app);
    const agents = await openAgentsTab(app);
    assert.ok(agents.tiles.length > tiles.length);
    await using live = await connectAndroid(app.record());
    await live.show(slots);
    await live.untilFilled();
  });

  it('shows the whole demo home with all values in the iOS app', async () => {
    const { demo, build } = scene();
    const app = openIosApp(build);
    await app.signIn(demo.email, demo.password);
    await start(app);
    const { tiles, slots } = await openTabs(app);
    const agents = await openAgents(app);
    assert.ok(agents.tiles.length > tiles.length);
    await using live = await connectIos(app.record());
    await live.show(slots);
    await live.untilFilled();
  });
});
