import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { homeOf } from '../support/arranging-scene.ts';
import { setUpPanels } from '../support/panel-scene.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { assertUnharmed, waitsDuring } from './bystanders.ts';
import { countHistory, fillAlarms, fillHistory, oldestOf, seriesOf, tracesOf } from './long-history.ts';

const POINTS = 1_000_000;
/** More than one statement deletes within the second that a write may take. */
const ALARMS = 600_000;
const MINUTE = 60_000;

async function setUp(stage: Stage) {
  const panels = await setUpPanels(stage);
  const [home, neighbour] = [homeOf(panels.platform, panels.ana), homeOf(panels.platform, panels.stranger)];
  return { ...panels, stage, home, neighbour };
}

onEachEngineInFull(`a device with ${POINTS} values`, setUp, (scene) => {
  it('removes a device at once and deletes its values across a restart', async (context) => {
    const { stage, platform, db, home, neighbour, newOwnerlessPanel } = scene();
    const channelId = await newOwnerlessPanel();
    await fillHistory(platform, channelId, POINTS);
    const series = await seriesOf(db, channelId);
    const oldest = (await oldestOf(db, series)) ?? 0;
    const isUnderWay = async () => ((await oldestOf(db, series)) ?? 0) > oldest + 50_000 * MINUTE;
    const tile = await neighbour.newPanel('Beside');
    let writes = 0;
    const write = async () => {
      writes += 1;
      await readJson(await neighbour.send('PATCH', `tiles/${tile.id}`, { label: `Beside ${writes}` }));
    };

    const baseline = await waitsDuring(write);

    const remove = async () => {
      for (const { id, channel } of await home.tiles())
        if (channel === channelId) assert.equal((await home.send('DELETE', `tiles/${id}`)).status, 200);
      assert.ok((await home.tiles()).every((each) => each.channel !== channelId));
      while (!(await isUnderWay())) await setTimeout(50);
    };
    const underLoad = await waitsDuring(write, remove());
    assertUnharmed(context, baseline, underLoad);

    await platform[Symbol.asyncDispose]();
    assert.ok((await countHistory(db)) > 0, 'the server stopped in the middle');
    const restarted = await stage.start();
    await restarted.server.features.removal.sweep();
    assert.deepEqual(await tracesOf(db, channelId, series), []);
    assert.equal(await countHistory(db), 0);
  });
});

onEachEngineInFull(`a device with ${ALARMS} alarms`, setUp, (scene) => {
  it('deletes the alarms of a removed device without delaying others', async (context) => {
    const { platform, db, neighbour, newOwnerlessPanel } = scene();
    const { homes, removal } = platform.server.features;
    const channelId = await newOwnerlessPanel();
    await fillAlarms(platform, channelId, ALARMS);
    const tile = await neighbour.newPanel('Beside');
    let writes = 0;
    const write = async () => {
      writes += 1;
      await readJson(await neighbour.send('PATCH', `tiles/${tile.id}`, { label: `Beside ${writes}` }));
    };

    const baseline = await waitsDuring(write);
    await platform.server.db.write((tx) => homes.remove(tx, [channelId]));
    const underLoad = await waitsDuring(write, removal.sweep());
    assert.deepEqual(await tracesOf(db, channelId, []), []);
    assertUnharmed(context, baseline, underLoad);
  });
});
