import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startMakerCloud } from '../support/maker-cloud.ts';
import { ACME_PLUG, newMaker } from '../support/maker-scene.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { openAndroidApp } from './android-app.ts';
import { pairOnAndroid } from './android-pairing.ts';
import { openDevicesTab } from './android-tabs.ts';
import { newHouseWithApp } from './house.ts';
import { openIosApp } from './ios-app.ts';
import { pairOnIos } from './ios-pairing.ts';
import { openTabs, start } from './ios-tabs.ts';

const PASSWORD = 'Nuvem+Azul 9@casa';
/** The page of a maker elsewhere has no rooms to choose. */
const NO_ROOMS = 0;

/** Starts a house for whose app a maker elsewhere has an account. */
async function newHouseWithMaker(stage: Stage) {
  const cloud = stage.use(await startMakerCloud());
  const scene = await newHouseWithApp(stage, { WEBHOOK_NETWORKS: '127.0.0.1/32' });
  stage.use(scene.house);
  const { house, application } = scene;
  return { ...scene, ...(await newMaker(stage, { platform: house.platform(), application, cloud })) };
}

onEachEngineInFull('devices of a maker elsewhere', newHouseWithMaker, (scene) => {
  it('adds devices of a maker by the recipe of the Android app, and again after another sign-in', async () => {
    const { build, house, sdk } = scene();
    const app = openAndroidApp(build);
    await app.signUp('Ana', 'ana+maker@example.org', PASSWORD);
    const channels = await pairOnAndroid(app, ACME_PLUG, NO_ROOMS);
    assert.equal(channels.length, sdk.devices.length);
    const { tiles } = await openDevicesTab(app);
    assert.deepEqual(new Set(tiles.map(({ channel }) => channel)), new Set(channels));
    assert.ok(tiles.some(({ label }) => label === 'Kitchen plug'));

    house.clock.advance({ minutes: 1 });
    assert.deepEqual(await pairOnAndroid(app, ACME_PLUG, NO_ROOMS), channels);
    assert.equal((await openDevicesTab(app)).tiles.length, channels.length);
  });

  it('adds devices of a maker by the recipe of the iOS app', async () => {
    const { build, sdk } = scene();
    const app = openIosApp(build);
    await app.signUp('Rui', 'rui.maker@example.org', PASSWORD);
    await app.signIn('rui.maker@example.org', PASSWORD);
    await start(app);
    const channels = await pairOnIos(app, ACME_PLUG, NO_ROOMS);
    assert.equal(channels.length, sdk.devices.length);
    const { tiles } = await openTabs(app);
    assert.deepEqual(new Set(tiles.map(({ channel }) => channel)), new Set(channels));
  });
});
