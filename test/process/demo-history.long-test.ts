import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import type { HistoryPoint, Rehearsal, TokenRecord } from '@azulejo/contract';
import { manualClock } from '@azulejo/server/testing';
import { answerOf } from '../cli/azulejo.ts';
import { signIn } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngineInFull, onSqlite, type Stage } from '../support/scene.ts';

const DAY_MS = 24 * 3_600_000;
const WEEK_MS = 7 * DAY_MS;

async function setUp(stage: Stage) {
  const clock = manualClock();
  const madeAt = clock.now();
  const first = await stage.start({ environment: { DEMO: '1' }, clock });
  const { demo } = first.server;
  assert.ok(demo, 'a start with DEMO=1 made a demo home');
  // This server ends in the middle of the seeding.
  for (let count = 0; count < 3; count += 1) assert.ok(await first.server.features.demoHistory.seedNext());
  await first[Symbol.asyncDispose]();
  const platform = await stage.start({ environment: { DEMO: '1' }, clock });
  while (await platform.server.features.demoHistory.seedNext());

  const response = await signIn(platform, 'authorize', {
    response_type: 'password',
    scope: 'application,user',
    client_id: demo.clientId,
    username: demo.email,
    password: demo.password,
  });
  const { access_token: token, owner_id: userId } = await readJson<TokenRecord>(response);
  const { channels } = await platform.server.features.channels.grantedTo(userId);

  /** Returns every value that a property had, oldest first. */
  async function historyOf(name: string, at: string, range: { from: number; to: number }) {
    const found = channels.find(({ channel }) => channel.name === name);
    assert.ok(found, `the demo home has ${name}`);
    const [component, property] = at.split('/');
    const path = `/v3/channels/${found.channel.id}/components/${component}/properties/${property}/history`;
    const points: HistoryPoint[] = [];
    for (let to = range.to; ; ) {
      const query = `from=${range.from}&to=${to}&page_size=1000`;
      const response = await platform.request(`${path}?${query}`, { token });
      const { elements } = await readJson<{ elements: HistoryPoint[] }>(response);
      points.unshift(...elements.toReversed());
      const oldest = elements.at(-1);
      if (!oldest || elements.length < 1_000) return points;
      to = Date.parse(oldest.timestamp);
    }
  }

  /** Rehearses, over the last week, an automation that a boolean property of a device starts. */
  async function rehearse(name: string, component: string, property: string): Promise<Rehearsal> {
    const found = channels.find(({ channel }) => channel.name === name);
    const definition = {
      label: name,
      when: [
        {
          kind: 'property',
          property: { channel: found?.channel.id, component, property },
          is: 'becomes',
          value: true,
        },
      ],
      then: [{ kind: 'wait', wait: 'PT1S' }],
    };
    const response = await platform.request('/v3/users/me/automations/rehearsals', {
      method: 'POST',
      token,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ definition, days: 7 }),
    });
    assert.equal(response.status, 200, await response.clone().text());
    return readJson<Rehearsal>(response);
  }

  return { madeAt, historyOf, rehearse };
}

onEachEngineInFull('the history of the demo home', setUp, (scene) => {
  it('seeds a week of history once, also after the server was stopped meanwhile', async () => {
    const { madeAt, historyOf } = scene();
    const range = { from: madeAt - WEEK_MS, to: madeAt };
    for (const [name, at, minInDay] of [
      ['Bedroom climate', 'climate-sensor/temperature', 20],
      ['Electricity meter', 'meter/active-power', 40],
      ['Sofa lamp', 'light-bulb/status', 1],
    ] as const) {
      const times = (await historyOf(name, at, range)).map(({ timestamp }) => Date.parse(timestamp));
      assert.equal(new Set(times).size, times.length, name);
      assert.equal(times[0], madeAt - WEEK_MS, name);
      const day = times.filter((time) => time >= madeAt - DAY_MS);
      assert.ok(day.length >= minInDay, `${name}: ${day.length} values in the last day`);
    }
  });

  it('has motions and open doors in every day of the log, so that automations can be rehearsed', async () => {
    const { historyOf, madeAt, rehearse } = scene();
    for (const [name, component, property] of [
      ['Hall motion', 'motion-sensor', 'occupancy'],
      ['Front door contact', 'contact-sensor', 'open'],
    ] as const) {
      const { count, days } = await rehearse(name, component, property);
      const past = await historyOf(name, `${component}/${property}`, { from: madeAt - WEEK_MS, to: madeAt });
      const rises = past.filter(({ value }, index) => value === true && past[index - 1]?.value === false);
      assert.equal(count, rises.length, name);
      assert.ok(days.filter(({ runs }) => runs > 0).length >= 6, `${name}: ${JSON.stringify(days)}`);
    }
  });

  it('counts meters up to their current value', async () => {
    const { madeAt, historyOf } = scene();
    const range = { from: madeAt - WEEK_MS, to: madeAt + 1 };
    for (const [name, at] of [
      ['Electricity meter', 'meter/energy'],
      ['Dishwasher', 'socket/energy'],
    ] as const) {
      const values = (await historyOf(name, at, range)).map(({ value }) => Number(value));
      assert.ok(values.length > 20, `${name}: ${values.length} values`);
      assert.deepEqual(
        values,
        values.toSorted((one, other) => one - other),
        name,
      );
    }
  });
});

onSqlite(
  'the history of a demo home that a command creates',
  async (stage) => {
    const timers = manualClock();
    return { place: stage.place, timers, platform: await stage.start({ timers }) };
  },
  (scene) => {
    it('is seeded by the server that runs meanwhile and found no demo before', async () => {
      const { place, timers, platform } = scene();
      timers.advance({ seconds: 1 });
      await answerOf(place, ['demo', 'create']);
      const planned = async () => {
        const plan = platform.server.db.read.selectFrom('settings').where('name', '=', 'demo_history');
        return (await plan.select('value').executeTakeFirstOrThrow()).value;
      };
      const first = await planned();
      while ((await planned()) === first) {
        timers.advance({ seconds: 1 });
        await setImmediate();
      }
    });
  },
);
