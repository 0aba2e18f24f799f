import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Activity, type Actor, HomeActivity } from '@azulejo/contract';
import { countStatements } from '@azulejo/storage/testing';
import { assertExact, readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { following, levelOf } from './automations-scene.ts';
import { setUpRuns } from './runs-scene.ts';

/** Background jobs use the database, too, so the minimum of several counts is the request's own. */
const TRIES = 8;

type Authored = { readonly by?: Actor; readonly component?: string };

async function setUp(stage: Stage) {
  const runs = await setUpRuns(stage);
  const { platform, report, settle } = runs;
  return {
    ...runs,
    read: async <Each extends Authored>(token: string, path: string): Promise<readonly Each[]> =>
      (await readJson<{ elements: Each[] }>(await platform.request(path, { token }))).elements,
    async runTimes(channelId: string, count: number): Promise<void> {
      for (let done = 0; done < count; done += 1) {
        await report(channelId, 'left', 0);
        await report(channelId, 'right', 0);
        await report(channelId, 'left', 1);
        await settle();
      }
    },
  };
}

const byAutomation = (elements: readonly Authored[]): Actor[] =>
  elements.flatMap(({ by }) => (by?.type === 'automation' ? [by] : []));

onEachEngine('automations as authors', setUp, (scene) => {
  it('names the automation that set a value, its run and why it ran', async () => {
    const { ana, create, newPanel, settle, runsOf, runTimes, read } = scene();
    const panel = await newPanel();
    const { id } = await create(ana, { ...following(panel), label: 'Hall light' });
    await settle();
    await runTimes(panel, 1);
    const [run] = await runsOf(id);
    assert.ok(run);
    assert.match(run.because, /^because /);
    const expected = [{ type: 'automation', id, run: run.id, name: 'Hall light', because: run.because }];
    const ofDevice = await read<Activity>(ana.token, `/v3/channels/${panel}/activity`);
    for (const each of ofDevice) assertExact(Activity, each);
    assert.deepEqual(byAutomation(ofDevice), expected);
    const ofHome = await read<HomeActivity>(ana.token, '/v3/users/me/activity');
    for (const each of ofHome) assertExact(HomeActivity, each);
    assert.deepEqual(
      byAutomation(ofHome).filter((by) => by.id === id),
      expected,
    );
    const history = `/v3/channels/${panel}/components/right/properties/level/history`;
    assert.deepEqual(byAutomation(await read(ana.token, history)), expected);
    const inGerman = byAutomation(await read(ana.token, `/v3/channels/${panel}/activity?language=de`));
    assert.match(inGerman[0]?.because ?? '', /^weil /);
  });

  it('hides name and reason of an automation from other users of the device', async () => {
    const { ana, rui, create, newDevice, newPanel, put, report, settle, read, runsOf } = scene();
    const [panel, device] = [await newPanel(), await newDevice()];
    const then = [{ kind: 'set' as const, set: levelOf(device.channelId, 'right'), value: 1 }];
    const { id } = await create(ana, { ...following(panel), then });
    await settle();
    await report(panel, 'left', 1);
    await settle();
    await put(device.token, device.channelId, 'right/level', 1);
    const [run] = await runsOf(id);
    const path = `/v3/channels/${device.channelId}/activity`;
    assert.deepEqual(byAutomation(await read(rui.token, path)), [{ type: 'automation', id, run: run?.id }]);
    assert.deepEqual(
      byAutomation(await read(ana.token, path)).map(({ name, because }) => [name, because]),
      [['Follow', run?.because]],
    );
  });

  it('names a deleted automation by its id only', async () => {
    const { ana, create, send, newPanel, settle, runTimes, read } = scene();
    const panel = await newPanel();
    const { id } = await create(ana, following(panel));
    await settle();
    await runTimes(panel, 1);
    assert.equal((await send(ana, 'DELETE', `/${id}`)).status, 200);
    const [by] = byAutomation(await read(ana.token, `/v3/channels/${panel}/activity`));
    assert.deepEqual([by?.id, by?.name, by?.because], [id, undefined, undefined]);
  });

  it('uses as many statements for many runs as for one', async () => {
    const { ana, create, newPanel, settle, runTimes, read } = scene();
    const panel = await newPanel();
    await create(ana, following(panel));
    await settle();
    const path = `/v3/channels/${panel}/activity`;
    const count = async () => {
      const counts: number[] = [];
      for (let index = 0; index < TRIES; index += 1)
        counts.push(await countStatements(async () => void (await read(ana.token, path))));
      return Math.min(...counts);
    };
    await runTimes(panel, 1);
    const few = await count();
    await runTimes(panel, 4);
    assert.equal(byAutomation(await read(ana.token, path)).length, 5);
    assert.equal(await count(), few);
  });
});
