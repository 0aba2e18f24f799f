import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine } from '../support/scene.ts';
import { levelOf } from './automations-scene.ts';
import { setUpRuns } from './runs-scene.ts';

onEachEngine('automations and writes on their way', setUpRuns, (scene) => {
  /** Starts runs that set a device's left side, by its right side and by its lamp, while it answers nothing. */
  const newSilentDevice = async () => {
    const { ana, create, newDevice, reportAs, settle } = scene();
    const device = await newDevice();
    for (const component of ['left', 'right']) await reportAs(device, component, 1);
    const then = (value: number) => [{ kind: 'set' as const, set: levelOf(device.channelId), value }];
    const label = 'Left';
    const property = levelOf(device.channelId, 'right');
    const dark = await create(ana, {
      label,
      when: [{ kind: 'property', property, is: 'becomes', value: 0 }],
      then: then(0),
    });
    const lit = await create(ana, {
      label,
      when: [{ kind: 'property', property, is: 'becomes', value: 0.5 }],
      then: then(1),
    });
    await settle();
    return { device, dark, lit };
  };
  const valuesSentTo = (channelId: string) =>
    scene()
      .takeEvents(channelId)
      .filter(({ name }) => name === 'commandRequested')
      .map(({ message }) => message.data);

  it('writes what a write on its way to the device is about to change', async () => {
    const { ana, reportAs, settle, runsOf } = scene();
    const { device, dark, lit } = await newSilentDevice();
    await reportAs(device, 'right', 0);
    await settle();
    await reportAs(device, 'right', 0.5);
    await settle();
    assert.deepEqual(valuesSentTo(device.channelId), [0, 1]);
    await reportAs(device, 'left', 1);
    await settle();
    assert.deepEqual(
      (await runsOf(dark.id)).concat(await runsOf(lit.id)).map(({ outcome }) => outcome),
      ['done', 'done'],
    );
    // A person's write counts in the same way, and is over when it is answered.
    assert.ok((await scene().put(ana.token, device.channelId, 'left/level', 0)).ok);
    await reportAs(device, 'right', 0);
    await reportAs(device, 'right', 0.5);
    await settle();
    await reportAs(device, 'left', 1);
    await reportAs(device, 'right', 0);
    await reportAs(device, 'right', 0.5);
    await settle();
    assert.deepEqual(valuesSentTo(device.channelId), [0, 1, 0, 1]);
  });
});
