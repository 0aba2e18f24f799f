import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type Database, migrations } from '@azulejo/server/testing';
import { forEachEngine, type Place } from '@azulejo/storage/testing';
import pg from 'pg';
import { recordStatements } from '../scale/recorded-statements.ts';
import { DAY, setUpHistory } from '../support/history-scene.ts';
import { startPlatform } from '../support/platform.ts';
import { readJson } from '../support/replies.ts';

const WEEK = 7 * DAY;
const WEEKS = 16;
const RETENTION = 70 * DAY;
const settings = {
  HISTORY_RETENTION: '70d',
  HISTORY_RETENTION_PROPERTIES: 'level=1d',
  TOKEN_LIFETIME_USER: '365d',
};

/** History by weeks, which only PostgreSQL has. */
forEachEngine(
  (_engine, open, newPlace) => {
    const opened = new AsyncDisposableStack();
    let place: Place;
    let scene: Awaited<ReturnType<typeof setUpHistory>>;
    before(async () => {
      place = await newPlace();
      scene = await setUpHistory({
        place,
        start: async (options) =>
          opened.use(await startPlatform({ place, ...options, environment: settings })),
        use: (resource) => opened.use(resource),
        openDatabase: () => open<Database>({ place, migrations }),
      });
    });
    after(() => opened.disposeAsync());

    const connect = async () => {
      const client = new pg.Client({ connectionString: place.databaseUrl });
      await client.connect();
      return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
    };
    const query = async <Row extends pg.QueryResultRow>(
      sql: string,
      values: unknown[] = [],
    ): Promise<Row[]> => {
      await using client = await connect();
      return (await client.query<Row>(sql, values)).rows;
    };
    /** Returns how many values each partition has, those of the earliest first. */
    const partitions = async (): Promise<Record<string, number>> => {
      const rows = await query<{ name: string; count: number }>(`
        select part.relname as name, (select count(*) from history where history.tableoid = part.oid)::int as count
        from pg_inherits join pg_class part on part.oid = inhrelid where inhparent = 'history'::regclass
        order by pg_get_expr(relpartbound, part.oid) not like '%(MINVALUE)%', part.relname`);
      return Object.fromEntries(rows.map(({ name, count }) => [name, count]));
    };
    const nameOf = (time: number) =>
      `history_${new Date(Math.floor(time / WEEK) * WEEK).toISOString().slice(0, 10).replaceAll('-', '_')}`;

    /** Returns from how many partitions each statement on the history read that `run` sends. */
    const weeksReadBy = async (run: () => Promise<void>): Promise<number[]> => {
      using recorder = recordStatements();
      await run();
      const statements = recorder.statements().filter(({ sql }) => /\bfrom "?history"?\b/.test(sql));
      return Promise.all(
        statements.map(async ({ sql, parameters }) => {
          const plan = await query<{ 'QUERY PLAN': string }>(`explain analyze ${sql}`, [...parameters]);
          const executed = plan
            .map((row) => row['QUERY PLAN'])
            .filter((line) => !line.includes('never executed'));
          return new Set(
            executed.flatMap((line) => / on (history_(?:\d{4}\w+|earlier|later))/.exec(line)?.[1] ?? []),
          ).size;
        }),
      );
    };

    it('stores values of every time, and creates weeks around those of the last partition', async () => {
      const { platform, newOwnerlessPanel, fill } = scene;
      const { history } = platform.server.features;
      const now = platform.clock.now();
      const later = now + 5 * WEEK;
      const times = [0, now, later, now + 500 * WEEK];
      await fill(
        await newOwnerlessPanel(),
        'right/measure',
        times.map((time) => ({ time, data: 1 })),
      );
      assert.deepEqual(await partitions(), {
        history_earlier: 1,
        [nameOf(now)]: 1,
        [nameOf(now + WEEK)]: 0,
        [nameOf(now + 2 * WEEK)]: 0,
        history_later: 2,
      });
      platform.clock.jump({ ms: 5 * WEEK });
      await history.createWeeks?.();
      const created = {
        history_earlier: 1,
        [nameOf(now)]: 1,
        [nameOf(now + WEEK)]: 0,
        [nameOf(now + 2 * WEEK)]: 0,
        // The last partition was that of the weeks in which the server did not run.
        [nameOf(now + 3 * WEEK)]: 1,
        [nameOf(later + WEEK)]: 0,
        [nameOf(later + 2 * WEEK)]: 0,
        history_later: 1,
      };
      assert.deepEqual(await partitions(), created);
      await history.createWeeks?.();
      assert.deepEqual(await partitions(), created);
      await query('delete from history');
    });

    it('reads the weeks that have the requested values, and no others', async () => {
      const { platform, newDevice, fill, read, readAll, ana } = scene;
      const { history } = platform.server.features;
      const { channelId } = await newDevice();
      for (let week = 0; week < WEEKS; week += 1) {
        platform.clock.jump({ ms: WEEK });
        await history.createWeeks?.();
        const time = platform.clock.now() - 1;
        for (const at of ['left/measure', 'left/label'])
          await fill(channelId, at, [{ time, data: at === 'left/label' ? 'text' : week }]);
      }
      const to = platform.clock.now() - 2 * WEEK;
      const range = `from=${to - DAY}&to=${to + DAY}`;
      const { token } = ana;
      const inRange = await weeksReadBy(async () => {
        for (const at of ['left/measure', 'left/label'])
          for (const query of [range, `${range}&interval=15m`])
            assert.equal((await read(token, channelId, at, `?${query}`)).length, 1);
      });
      assert.ok(inRange.length >= 4);
      assert.ok(Math.max(...inRange) <= 2, `${inRange}`);
      const newest = await weeksReadBy(async () => {
        assert.equal((await read(token, channelId, 'left/measure', '?page_size=1')).length, 1);
        assert.ok((await readAll(token, '?page_size=1')).length > 0);
        await readJson(await platform.request(`/v3/channels/${channelId}/activity?page_size=1`, { token }));
      });
      assert.ok(newest.length >= 3);
      assert.ok(Math.max(...newest) <= RETENTION / WEEK + 1, `${newest}`);
    });

    it('drops whole weeks past the longest retention, and shows none of their values before', async () => {
      const { platform, newDevice, fill, read, ana } = scene;
      const { history } = platform.server.features;
      const { channelId } = await newDevice();
      const now = platform.clock.now();
      const kept = now - RETENTION;
      const inWeekOfBorder = Math.floor(kept / WEEK) * WEEK;
      const samples = [now - 11 * WEEK, inWeekOfBorder, kept + DAY, now].map((time) => ({ time, data: 1 }));
      await fill(channelId, 'left/measure', samples);
      await fill(channelId, 'left/level', samples);
      const shown = async (at: string) => (await read(ana.token, channelId, at)).length;
      assert.equal(await shown('left/measure'), 2);

      await history.prune();
      const names = Object.keys(await partitions());
      assert.deepEqual(names.slice(0, 2), ['history_earlier', nameOf(kept)]);
      assert.equal(await shown('left/measure'), 2);
      assert.equal(await shown('left/level'), 1, 'a shorter retention is applied by row');
      await fill(channelId, 'left/measure', [{ time: now - 20 * WEEK, data: 1 }]);
      assert.equal((await partitions())['history_earlier'], 1);
      await history.prune();
      assert.equal((await partitions())['history_earlier'], 0, 'rows before all weeks are deleted by row');
    });

    it('drops no week while a statement reads the history, and holds up no values', async () => {
      const { platform, newDevice, put } = scene;
      const { history } = platform.server.features;
      const device = await newDevice();
      platform.clock.jump({ ms: WEEK });
      const before = Object.keys(await partitions());
      {
        await using reader = await connect();
        await reader.query('begin');
        await reader.query('select from history');
        const pruning = history.prune();
        const began = performance.now();
        await put(device.token, device.channelId, 'left/measure', 1);
        const heldUpMs = performance.now() - began;
        await pruning;
        assert.deepEqual(Object.keys(await partitions()), before);
        assert.ok(heldUpMs < 2_000, `${heldUpMs} ms`);
      }
      await history.prune();
      assert.ok(Object.keys(await partitions()).length < before.length);
    });
  },
  ['postgres'],
);
