import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { following, levelOf } from './automations-scene.ts';
import { openReceiver } from './receiver.ts';
import { setUpHeldRuns } from './runs-scene.ts';

async function setUp(stage: Stage) {
  const runs = await setUpHeldRuns(stage);
  const { platform } = runs;
  return {
    ...runs,
    /** Returns the value of a metric with these labels, 0 when it is absent. */
    async metric(name: string): Promise<number> {
      const lines = (await (await platform.request('/metrics')).text()).split('\n');
      const line = lines.find((each) => each.startsWith(`azulejo_automation_${name} `));
      return Number(line?.slice(line.lastIndexOf(' ')) ?? 0);
    },
  };
}

onEachEngine('metrics of decisions', setUp, (scene) => {
  it('counts decisions of automations by outcome and by reason', async () => {
    const { ana, create, newPanel, report, settle, metric } = scene();
    const [watched, other] = [await newPanel(), await newPanel()];
    await create(ana, following(watched));
    const onlyIf = { kind: 'property', property: levelOf(other, 'right'), is: 'is', value: 5 } as const;
    await create(ana, { ...following(other), onlyIf });
    await settle();
    const read = await metric('lag_seconds_count');
    for (const panel of [watched, other]) await report(panel, 'left', 1);
    await settle();
    assert.equal(await metric('decisions_total{type="run-began"}'), 1);
    assert.equal(await metric('runs_total{outcome="done"}'), 1);
    assert.equal(await metric('misses_total{reason="condition-false"}'), 1);
    assert.ok((await metric('lag_seconds_count')) > read);
  });

  it('counts homes with timers, and reports how late the latest is', async () => {
    const { ana, create, newPanel, settle, metric, platform } = scene();
    const { id } = await create(ana, {
      ...following(await newPanel()),
      when: [{ kind: 'interval', every: 'PT1H' }],
    });
    await settle();
    assert.deepEqual([await metric('homes_with_timers'), await metric('behind_seconds')], [1, 0]);
    platform.clock.advance({ seconds: 3_690 });
    assert.ok((await metric('behind_seconds')) >= 89);
    await settle();
    assert.equal(await metric('behind_seconds'), 0);
    await scene().send(ana, 'DELETE', `/${id}`);
    await settle();
    assert.equal(await metric('homes_with_timers'), 0);
  });

  it('counts messages by result, and those that wait with the age of the oldest', async () => {
    const { ana, create, newPanel, report, settle, metric, sendMessages, platform } = scene();
    await using receiver = await openReceiver(503);
    const watched = await newPanel();
    const then = [{ kind: 'webhook' as const, webhook: { url: receiver.url } }];
    await create(ana, { ...following(watched), then });
    await settle();
    await report(watched, 'left', 1);
    await settle();
    assert.equal(await metric('messages_waiting'), 1);
    await sendMessages();
    assert.equal(await metric('messages_total{kind="webhook",result="failed"}'), 1);
    platform.clock.advance({ seconds: 20 });
    assert.ok((await metric('messages_oldest_seconds')) >= 20);
    await sendMessages();
    assert.equal(await metric('messages_total{kind="webhook",result="sent"}'), 1);
    assert.deepEqual([await metric('messages_waiting'), await metric('messages_oldest_seconds')], [0, 0]);
  });
});
