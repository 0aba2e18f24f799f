import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { type Migration, type Migrations, refuseContracted, SchemaTooNewError } from '@azulejo/storage';
import { forEachEngine } from '@azulejo/storage/testing';
import { sql } from 'kysely';
import { pino } from 'pino';
import { databaseTime } from '../../database/database-time.ts';
import { type Database, migrations } from '../../database/index.ts';
import { PARTS } from '../../platform/leases.ts';
import { manualClock } from '../../platform/testing/manual-clock.ts';
import { createContraction, createServerRows, joinServers, type Membership } from './index.ts';

const logger = pino({ enabled: false });
const traits = {
  ...{ schema: '1', bus: 'PostgreSQL', busVersion: 1 },
  ...{ keyFingerprint: '1', mqttCertificate: 'off' },
};

forEachEngine(
  (_engine, open, newPlace) => {
    async function setUp() {
      const place = await newPlace();
      const db = await open<Database>({ place, migrations });
      const rows = createServerRows(db);
      const clock = manualClock();
      const named = {
        version: '1',
        traits: () => traits,
        rows,
        timers: clock,
        logger,
        patienceMs: 60_000,
        onUnfit: assert.ifError,
      };
      return {
        clock,
        rows,
        place,
        db,
        join: (id: string, options: Partial<Parameters<typeof joinServers>[0]> = {}) =>
          joinServers({ id, name: `the ${id}`, epoch: randomUUID(), ...named, ...options }),
        /** Lets the time pass that makes the row of a server that was killed invalid. */
        expire: (id: string) =>
          db.write((tx) => tx.updateTable('servers').set({ until: 0 }).where('id', '=', id).execute()),
      };
    }
    const partsOf = ({ leases }: Membership) =>
      Array.from({ length: PARTS }, (_, part) => part).filter((part) => leases.parts.has(part));
    /** Renews the row, and takes what is free. */
    const renew = ({ leases }: Membership): Promise<void> => leases.want([]);
    /** Renews the rows until all parts have a server: what one releases, the other can take a moment later. */
    async function divide(one: Membership, other: Membership): Promise<void> {
      do for (const each of [one, other]) await renew(each);
      while (partsOf(one).length + partsOf(other).length < PARTS);
    }

    it('divides jobs and parts among servers, and gives those of a killed server to the others', async () => {
      const { join, expire } = await setUp();
      await using first = await join('first');
      await first.leases.want(['job:clean', 'job:back up']);
      assert.deepEqual([partsOf(first).length, first.leases.holds('job:clean')], [PARTS, true]);
      await using second = await join('second');
      await second.leases.want(['job:clean', 'job:back up']);
      assert.deepEqual([second.leases.holds('job:clean'), partsOf(second)], [false, []]);
      await divide(first, second);
      const [ofFirst, ofSecond] = [partsOf(first), partsOf(second)];
      assert.ok(ofFirst.length > 80 && ofSecond.length > 80, `${ofFirst.length} and ${ofSecond.length}`);
      assert.equal(new Set([...ofFirst, ...ofSecond]).size, PARTS);
      assert.equal(ofFirst.length + ofSecond.length, PARTS);

      await expire('first');
      await renew(second);
      assert.deepEqual([partsOf(second).length, second.leases.holds('job:clean')], [PARTS, true]);
      // The first one was only slow. It notices, and the parts move back once the second one knows of it.
      await renew(first);
      assert.deepEqual([partsOf(first), first.leases.holds('job:clean')], [[], false]);
      await divide(second, first);
      assert.deepEqual([partsOf(first), partsOf(second)], [ofFirst, ofSecond]);
    });

    it('gives what a killed server held to another one as soon as its row ends', async () => {
      const { join, db, rows, clock } = await setUp();
      await using first = await join('first');
      await first.leases.want(['job:clean']);
      await using second = await join('second');
      const until = sql<number>`${databaseTime()} + 500`;
      await db.write((tx) => tx.updateTable('servers').set({ until }).where('id', '=', 'first').execute());
      await second.leases.want(['job:clean']);
      assert.equal(second.leases.holds('job:clean'), false);
      while ((await rows.living()).length > 1);
      // Less than the time after which it renews its own row.
      clock.advance({ ms: 1_000 });
      while (!second.leases.holds('job:clean')) await setImmediate();
    });

    it('gives up a lease only when the work in hand has ended', async () => {
      const { join } = await setUp();
      await using first = await join('first');
      await first.leases.want(['job:clean']);
      const work = Promise.withResolvers<void>();
      const { leases } = first;
      const running = [
        leases.use('job:clean', () => work.promise),
        leases.use(leases.parts, () => work.promise),
      ];
      const drained = first.drain();
      await renew(first);
      await using second = await join('second');
      await second.leases.want(['job:clean']);
      assert.deepEqual([leases.holds('job:clean'), partsOf(first)], [false, []]);
      assert.deepEqual([second.leases.holds('job:clean'), partsOf(second)], [false, []]);
      work.resolve();
      await Promise.all([drained, ...running]);
      await renew(second);
      assert.deepEqual([second.leases.holds('job:clean'), partsOf(second).length], [true, PARTS]);
      await renew(first);
      const known = (of: Membership) => of.others().map(({ name, isDraining }) => [name, isDraining]);
      assert.deepEqual([known(first), known(second)], [[['the second', false]], [['the first', true]]]);
    });

    it('gives up everything when its row was not renewed for eight seconds', async () => {
      const { join, clock } = await setUp();
      await using server = await join('first');
      const order: string[] = [];
      server.contact.onLost(() => order.push('lost'));
      server.contact.onBack(async () => void order.push(`back: ${server.contact.isRecent()}`));
      await server.leases.want(['job:clean']);
      clock.advance({ ms: 7_999 });
      assert.ok(server.contact.isRecent() && server.leases.holds('job:clean'));
      await renew(server);
      clock.advance({ seconds: 8 });
      assert.ok(!server.contact.isRecent() && !server.leases.holds('job:clean'));
      assert.deepEqual(partsOf(server), []);
      await renew(server);
      assert.ok(server.contact.isRecent() && server.leases.holds('job:clean'));
      assert.deepEqual([order, partsOf(server).length], [['back: false'], PARTS]);
    });

    it('contracts the tables when no server of an earlier version runs, and lets none come back', async () => {
      const { join, expire, place, db } = await setUp();
      const up: Extract<Migration, { phase: 'contract' }>['up'] = async (tx) =>
        void (await tx.schema.dropTable('rate_windows').execute());
      const contracting: Migrations = { ...migrations, '0002-fewer': { phase: 'contract', up } };
      const newDb = await open<Database>({ place, migrations: contracting, onlyExpands: true });
      const contraction = createContraction(newDb);
      const unfit: Error[] = [];
      const ofEarlierVersion = {
        traits: () => ({ ...traits, schema: '0001-initial' }),
        checkTables: () => refuseContracted(db),
        onUnfit: (error: Error) => void unfit.push(error),
      };
      await using older = await join('older', ofEarlierVersion);
      await using _newer = await join('newer', { traits: () => ({ ...traits, schema: '0002-fewer' }) });
      assert.deepEqual([await contraction.run(), await contraction.pending()], [[], ['0002-fewer']]);
      await renew(older);
      await expire('older');
      assert.deepEqual([await contraction.run(), await contraction.pending()], [['0002-fewer'], []]);
      await assert.rejects(renew(older), SchemaTooNewError);
      assert.deepEqual(
        unfit.map(({ name }) => name),
        ['SchemaTooNewError'],
      );
      await assert.rejects(join('third', ofEarlierVersion), /it has 0002-fewer\); start the newer version/);
      const { rows } = await sql`select from servers where id = 'third'`.execute(db.read);
      assert.deepEqual([rows, await contraction.run()], [[], []]);
    });
  },
  ['postgres'],
);
