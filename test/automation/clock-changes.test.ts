import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AutomationDefinition } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { onEachEngineInFull, type Stage } from '../support/scene.ts';
import { levelOf } from './automations-scene.ts';
import { setUpRuns } from './runs-scene.ts';

/** The evening before the clocks of Lisbon go forward, at 01:00 on 28 March 2027. */
const EVE = Date.UTC(2027, 2, 27, 18);
const HALF_HOUR_MS = 30 * 60_000;
const TRIGGERS_PER_AUTOMATION = 16;

function setUp(stage: Stage) {
  const clock = manualClock();
  clock.jump({ ms: EVE - clock.now() });
  return setUpRuns({ ...stage, start: (options) => stage.start({ ...options, clock }) });
}

const times = Array.from(
  { length: 48 },
  (_, half) => `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 === 0 ? '00' : '30'}`,
);

onEachEngineInFull('automations on days of clock changes', setUp, (scene) => {
  it('runs each automation once on the day on which the clocks change, and on the next', async () => {
    const { ana, create, newPanel, settle, platform, db } = scene();
    const response = await platform.request(`/v3/users/${ana.id}/preferences`, {
      method: 'PATCH',
      token: ana.token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ home_timezone: 'Europe/Lisbon' }),
    });
    assert.equal(response.status, 200, await response.clone().text());
    const panel = await newPanel();
    const timesOf = new Map<string, readonly string[]>();
    for (let first = 0; first < times.length; first += TRIGGERS_PER_AUTOMATION) {
      const some = times.slice(first, first + TRIGGERS_PER_AUTOMATION);
      const when = some.map((at) => ({ kind: 'time' as const, time: { at } }));
      const then: AutomationDefinition['then'] = [
        { kind: 'set', set: levelOf(panel, 'right'), value: 1, only: 'always' },
      ];
      const { id } = await create(ana, { label: 'Half-hours', mode: 'parallel', when, then });
      timesOf.set(id, some);
    }
    await settle();
    const until = EVE + 54 * 3_600_000;
    while (platform.clock.now() < until) await settle(HALF_HOUR_MS / 1000);
    const runs = await db.read
      .selectFrom('automation_runs')
      .select(['automation_id', 'start_json'])
      .where('user_id', '=', ana.id)
      .execute();
    const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Lisbon' });
    const counts = new Map<string, number>();
    for (const { automation_id, start_json } of runs) {
      const { trigger, since } = JSON.parse(start_json) as { trigger: string; since: number };
      // Triggers are numbered from 1: `t1`.
      const key = `${date.format(since)} ${timesOf.get(automation_id)?.[Number(trigger.slice(1)) - 1]}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    for (const day of ['2027-03-28', '2027-03-29'])
      for (const at of times) assert.equal(counts.get(`${day} ${at}`), 1, `${day} ${at}`);
  });
});
