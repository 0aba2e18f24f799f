import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { History } from '@azulejo/contract';
import { sql } from 'kysely';
import { heldSince } from '../support/history-scene.ts';
import { newApplication, newPerson } from '../support/people.ts';
import { readJson } from '../support/replies.ts';
import { onEachEngine, type Stage } from '../support/scene.ts';
import { assertUnharmed, waitsDuring } from './bystanders.ts';
import { runBulk } from './many-channels.ts';

const LAMP = '25f85b52-885c-5108-a9d2-c7fce0ad00ca';
const MILLION = 1_000_000;
const STEP_MS = 7_000;
const DAY_MS = 86_400_000;

/** Creates a lamp that was switched a million times in 81 days, with its hours. */
async function setUp({ start, openDatabase }: Stage) {
  await using first = await start();
  const { features } = first.server;
  const application = await newApplication(first);
  const person = await newPerson(first, application);
  const { channel } = await features.homes.addDevice({ userId: person.id, templateId: LAMP });
  const address = { channelId: channel.id, componentId: 'light-bulb', propertyId: 'status' };
  const [series = 0] = await features.history.seriesOf([address]);
  const db = await openDatabase();
  const begin = Math.floor((first.clock.now() - 82 * DAY_MS) / DAY_MS) * DAY_MS;
  await heldSince(db, channel.id, begin);
  await runBulk(
    db,
    sql`insert into history (series_id, time, n, data_json)
      with recursive counted(i) as (select 0 union all select i + 1 from counted where i < ${sql.lit(MILLION - 1)})
      select ${sql.lit(series)}, ${sql.lit(begin)} + i * ${sql.lit(STEP_MS)}, 0,
        case i % 2 when 0 then 'true' else 'false' end from counted`,
  );
  await runBulk(
    db,
    sql`insert into history_non_numeric_hours (series_id, hour, count, last)
      select series_id, time / 3600000 * 3600000, count(*), max(time) from history group by 1, 2`,
  );
  await first[Symbol.asyncDispose]();
  const path = `/v3/channels/${channel.id}/components/light-bulb/properties/status/history`;
  return { start, path, person };
}

onEachEngine(
  'a series of a million values that are no numbers',
  setUp,
  (scene) => {
    it('answers eight wide queries at once without delaying other requests', async (context) => {
      const { start, path, person } = scene();
      await using platform = await start();
      const { token } = person;
      const ask = async () => {
        const response = await platform.request('/v3/users/me', { token });
        assert.equal(response.status, 200, await response.text());
      };
      const read = async (query: string) =>
        (await readJson<History>(await platform.request(`${path}?${query}`, { token }))).elements;
      const baseline = await waitsDuring(ask);
      const questions = ['1d', '1w', '1h', '15m', '1d&tz=Europe/Lisbon', '10m', '1m', '6h'].map((interval) =>
        read(`interval=${interval}&page_size=500`),
      );
      assertUnharmed(context, baseline, await waitsDuring(ask, Promise.all(questions)));
      const [days = [], weeks = [], , quarters = []] = await Promise.all(questions);
      for (const points of [days, weeks])
        assert.equal(
          points.reduce((sum, { count = 0 }) => sum + count, 0),
          MILLION,
        );
      const ofQuarters = quarters.reduce((sum, { count = 0 }) => sum + count, 0);
      assert.ok(
        quarters.length === 500 && ofQuarters <= 500_000,
        'one query counts at most this many values',
      );
    });
  },
  { engines: ['sqlite'] },
);
