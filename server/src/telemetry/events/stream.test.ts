import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forEachEngine } from '@azulejo/storage/testing';
import { type Database, migrations } from '../../database/index.ts';
import { advanceUntil, manualClock } from '../../platform/testing/manual-clock.ts';
import { type Paces, streamEvents } from './stream.ts';
import { createSubscribers } from './subscribers.ts';

const PACES: Paces = { check: 3_000, heartbeat: 15_000 };

forEachEngine(
  (_engine, open) => {
    /** Opens a stream without events, unless `changes` say otherwise. */
    async function quiet(changes: Partial<Parameters<typeof streamEvents>[0]> = {}) {
      const clock = manualClock();
      const subscribers = createSubscribers(await open<Database>({ migrations }), clock, () => undefined);
      const stream = streamEvents({
        subscriber: subscribers.follow('user', 7),
        cursorOf: (n) => `tag.${n}`,
        after: async () => ({ events: [], to: 7 }),
        check: async () => true,
        paces: PACES,
        clock,
        ...changes,
      });
      const next = async () =>
        (await advanceUntil(clock, stream.next(), { seconds: 1 })).value as string | undefined;
      assert.equal(await next(), 'retry: 2000\nid: tag.7\n\n');
      return { subscribers, next };
    }

    it('sends heartbeats as comments, which are not events (WHATWG HTML 9.2.6)', async () => {
      const { next } = await quiet();
      assert.deepEqual([await next(), await next(), await next()], [':\n\n', ':\n\n', ':\n\n']);
    });

    it('checks the caller’s access while a stream is open, and ends it when access is lost', async () => {
      let checks = 0;
      const check = async () => {
        checks += 1;
        return checks < 4;
      };
      const { next } = await quiet({ check, paces: { check: 3_000, heartbeat: 60_000 } });
      assert.equal(await next(), undefined);
      assert.equal(checks, 4);
    });

    it('reads the log only after a notification', async () => {
      let reads = 0;
      const after = async () => {
        reads += 1;
        return { events: [], to: 7 };
      };
      const { subscribers, next } = await quiet({ after });
      await next();
      await next();
      assert.equal(reads, 1, 'heartbeats and checks read nothing');
      subscribers.notify(['user']);
      await next();
      assert.equal(reads, 2);
    });

    it('continues to read after events that it does not show', async () => {
      const read: number[] = [];
      const after = async (n: number) => {
        read.push(n);
        return { events: [], to: 9 };
      };
      const { next } = await quiet({ after });
      assert.equal(await next(), ':\n\n');
      assert.deepEqual(read, [7, 9]);
    });

    it('ends a stream when the next events were pruned, and when the server stops', async () => {
      const gone = await quiet({ after: async () => undefined });
      assert.equal(await gone.next(), undefined);
      const stopped = await quiet({ paces: { check: 60_000, heartbeat: 60_000 } });
      const waiting = stopped.next();
      stopped.subscribers.stop();
      assert.match((await waiting) ?? '', /^retry: \d{1,4}\n\n$/);
      assert.equal(await stopped.next(), undefined);
      assert.ok(stopped.subscribers.follow('user', 7).hasEnded, 'there is no waiting request any more');
    });

    it('frees the place of a stream among the user’s connections when it ends', async () => {
      const { subscribers, next } = await quiet({ check: async () => false });
      assert.equal(await next(), undefined);
      const places = Array.from({ length: 30 }, () => subscribers.follow('user', 0));
      assert.throws(() => subscribers.follow('user', 0), { kind: 'too_many_requests' });
      assert.ok(subscribers.follow('other', 0));
      places[0]?.[Symbol.dispose]();
      assert.ok(subscribers.follow('user', 0));
    });
  },
  ['sqlite'],
);
