import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PLUG, setUpPairing } from '../../support/pairing-scene.ts';
import { assertApiError } from '../../support/replies.ts';
import { onEachEngineInFull, type Stage } from '../../support/scene.ts';

const MAX_DEVICES = 500;
const BATCH_SIZE = 25;

const setUp = async (stage: Stage) => ({
  ...(await setUpPairing(stage)),
  db: await stage.openDatabase(),
});

onEachEngineInFull('the quota of virtual devices', setUp, (scene) => {
  it(`limits a home to ${MAX_DEVICES} virtual devices; a request above the limit adds none`, async () => {
    const { platform, db, ana, rui, pass, add, found } = scene();
    const { homes, virtualDevices } = platform.server.features;
    const place = await homes.find({ userId: ana.id, templateId: PLUG });
    const faults: [] = [];
    for (let count = 0; count < MAX_DEVICES - 1; ) {
      const some = Math.min(BATCH_SIZE, MAX_DEVICES - 1 - count);
      await db.write(async (tx) => {
        for (let one = 0; one < some; one += 1)
          await virtualDevices.place(tx, { ...place, name: 'Plug' }, { faults });
      });
      count += some;
    }
    const devices = await pass(ana, PLUG, ['kitchen', 'hall']);
    await assertApiError(await add(ana, PLUG, devices), 'quota_exceeded');
    assert.deepEqual(await found(ana, PLUG), devices, 'one of them can still be added');
    assert.equal((await add(ana, PLUG, devices.slice(0, 1))).status, 200);
    await assertApiError(await add(ana, PLUG, devices.slice(1)), 'quota_exceeded');
    assert.equal((await add(rui, PLUG, await pass(rui, PLUG, ['hall']))).status, 200, 'others have theirs');
  });
});
